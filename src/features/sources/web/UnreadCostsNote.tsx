import Alert from '@mui/material/Alert';
import { formatCount } from '../../../platform/text/figures.ts';
import type { UnreadCosts } from '../contract.ts';

type Props = { costs: UnreadCosts | null | undefined };

/** How many visits of a source named a price that is no amount, and what to do about it; nothing where none did. */
export function UnreadCostsNote({ costs }: Props) {
  if (!costs) return null;
  const visits = `${formatCount(costs.visits)} ${costs.visits === 1 ? 'visit' : 'visits'}`;
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      {visits} of the last 30 days came with a cost we could not read; the newest said “{costs.sample}”. That cost is in
      no sum. Let the source put a plain amount such as 0.25 into the cost parameter, and add what is missing under
      Costs.
    </Alert>
  );
}
