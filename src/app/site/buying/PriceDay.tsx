import { Day } from '../text/Day.tsx';
import { sharedDay } from './price-age.ts';
import type { Price } from '../props.ts';
import { useSite } from '../site-context.ts';

type Props = { prices: readonly (Price | null)[] };

/** The day of the prices of a block, said once where they share it; nothing where each says its own, or there is none. */
export function PriceDay({ prices }: Props) {
  const { timeZone } = useSite();
  const day = sharedDay(prices, timeZone);
  if (day === undefined) return null;
  return (
    <p className="as-of">
      Prices as of <Day at={day} short />
    </p>
  );
}
