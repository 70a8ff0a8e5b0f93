import Alert from '@mui/material/Alert';
import type { Dimension } from '../../../reports/dimensions-contract.ts';
import { cutOf } from '../../../reports/dimensions-contract.ts';

type Props = { by: Dimension };

/** Why a report by an offer, say, tells no cost and no profit. */
export function Costless({ by }: Props) {
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      Cost, profit and ROI are not told by “{cutOf(by).label}”: money is paid for arrivals, and an arrival does not know
      it yet. Cut and filter by source, link, destination, country, device or utm instead.
    </Alert>
  );
}
