import { Day } from '../text/Day.tsx';
import type { Price } from '../props.ts';

type Props = { price: Price };

/** The day of one price, where its block does not say it for all. */
export function OwnPriceDay({ price }: Props) {
  return (
    <small className="as-of">
      {'as of '}
      <Day at={price.checkedAt} short />
    </small>
  );
}
