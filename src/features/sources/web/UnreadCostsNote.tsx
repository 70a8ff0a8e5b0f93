import Alert from '@mui/material/Alert';
import { formatCount } from '../../../platform/web/figures.ts';
import type { UnreadCosts } from '../contract.ts';

type Props = {
  costs: UnreadCosts | null | undefined;
  /** When they came, as the sentence goes on: `of this period came`. */
  when: string;
};

/** How many visits named a price that is no amount, and what to do about it; nothing where none did. */
export function UnreadCostsNote({ costs, when }: Props) {
  if (!costs) return null;
  const visits = `${formatCount(costs.visits)} ${costs.visits === 1 ? 'visit' : 'visits'}`;
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      {visits} {when} with a cost we could not read: the newest said “{costs.sample}”. What they cost by that is in no
      sum. Let the source send a plain amount such as 0.25, and add what is missing under Costs.
    </Alert>
  );
}
