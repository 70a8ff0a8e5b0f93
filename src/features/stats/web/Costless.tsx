import Alert from '@mui/material/Alert';
import type { Dimension } from '../dimensions.ts';
import { DIMENSION_LABELS } from './report-state.ts';

type Props = { by: Dimension };

/** Why a report by an offer, say, tells no cost and no profit. */
export function Costless({ by }: Props) {
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      Cost, profit and ROI are not told by “{DIMENSION_LABELS[by]}”: money is paid for arrivals, and an arrival does not
      know it yet. Cut and filter by source, link, destination, country, device or utm instead.
    </Alert>
  );
}
