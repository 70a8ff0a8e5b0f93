import Alert from '@mui/material/Alert';
import { cutOf, type Dimension } from '../../../reports/dimensions-contract.ts';

type Props = { by: Dimension };

/** Why the lines of a report by tags add up to more than its totals. */
export function Several({ by }: Props) {
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      {cutOf(by).several} may have several tags and counts in the line of each: the lines add up to more than the
      totals, in which everything counts once.
    </Alert>
  );
}
