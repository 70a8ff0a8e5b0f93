import Alert from '@mui/material/Alert';
import { formatCount } from '../../../../platform/text/figures.ts';
import type { LinkStats } from '../../link-stats-contract.ts';

type Props = { costs: NonNullable<LinkStats['totals']['unread_costs']> };

/** Visits whose price nobody could read: said apart, because taking it for nothing would be a guess. */
export function UnreadCosts({ costs }: Props) {
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      {formatCount(costs.visits)} {costs.visits === 1 ? 'visit' : 'visits'} with a cost we could not read; the newest
      said “{costs.sample}”. That cost is in no sum: mend the cost parameter at the source, and add what is missing
      under Costs.
    </Alert>
  );
}
