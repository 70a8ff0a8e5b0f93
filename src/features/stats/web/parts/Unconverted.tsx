import Alert from '@mui/material/Alert';
import type { Totals } from '../../../reports/contract.ts';
import { formatMoney } from '../../../../platform/text/figures.ts';

type Props = { amounts: Totals['unconverted'] | undefined };

const isNothing = (amount: string): boolean => Number(amount) === 0;

/** Money in other currencies: said apart, because adding it would be a guess. */
export function Unconverted({ amounts = [] }: Props) {
  if (amounts.length === 0) return null;
  const list = amounts.map(({ currency, revenue_expected: expected, revenue_confirmed: confirmed, cost }) =>
    [
      ...(isNothing(expected) && isNothing(confirmed)
        ? []
        : [`${formatMoney(expected, currency)} expected, ${formatMoney(confirmed, currency)} confirmed`]),
      ...(isNothing(cost) ? [] : [`${formatMoney(cost, currency)} cost`]),
    ].join(', '),
  );
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      Not in the sums, because it came in another currency: {list.join('; ')}.
    </Alert>
  );
}
