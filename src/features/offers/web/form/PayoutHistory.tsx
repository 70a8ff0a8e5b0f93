import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import type { OfferPayout } from '../../contract.ts';
import { offerQueries } from '../client.ts';
import { payoutText } from '../payout-text.ts';

const countriesOf = ({ payouts_by_country: amounts, payout_currency: currency }: OfferPayout): string =>
  Object.entries(amounts)
    .map(([country, amount]) => `${country} ${amount}\u00a0${currency}`)
    .join(', ');

type Props = { offerId: number };

/** What the offer paid, and from when. Conversions keep what was paid when their click was matched. */
export function PayoutHistory({ offerId }: Props) {
  const { data: payouts, error } = useQuery(offerQueries.payouts(offerId));
  return (
    <FormSection title="Payout history" help="Conversions keep the payout of their own time.">
      <Wide>
        {error && (
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            {error.message}
          </Typography>
        )}
        {payouts && (
          <TableContainer tabIndex={0} role="region" aria-label="Payout history, scrollable" sx={{ maxHeight: 260 }}>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>From</TableCell>
                  <TableCell align="right">Payout</TableCell>
                  <TableCell>By country</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {payouts.map((payout) => (
                  <TableRow key={payout.changed_at}>
                    <TableCell>
                      <DateTime value={payout.changed_at} />
                    </TableCell>
                    <TableCell align="right">{payoutText(payout)}</TableCell>
                    <TableCell>{countriesOf(payout) || 'The same'}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        )}
      </Wide>
    </FormSection>
  );
}
