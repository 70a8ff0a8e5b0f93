import Alert from '@mui/material/Alert';
import type { Totals } from '../contract.ts';
import { formatMoney } from '../../../platform/web/figures.ts';

type Props = { amounts: Totals['unconverted'] | undefined };

/** Money in other currencies: said apart, because adding it would be a guess. */
export function Unconverted({ amounts = [] }: Props) {
  if (amounts.length === 0) return null;
  const list = amounts.map(
    (one) =>
      `${formatMoney(one.revenue_expected, one.currency)} expected, ${formatMoney(one.revenue_confirmed, one.currency)} confirmed`,
  );
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      Not in the sums, because it came in another currency: {list.join('; ')}.
    </Alert>
  );
}
