import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import type { Query } from '../../../platform/web/http.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/ErrorState.tsx';
import { statsQueries } from './client.ts';
import { formatCount, formatMoney, formatPercent } from '../../../platform/web/figures.ts';

type Props = { guide: { id: number; title: string }; query: Query; currency: string; onClose: () => void };

/** Click-through of the products of one guide at each place they had. */
export function CtrDialog({ guide, query, currency, onClose }: Props) {
  const stats = useQuery(statsQueries.ctr({ ...query, listicle_id: guide.id }));
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="ctr-title">
      <DialogTitle id="ctr-title">Products of {guide.title}</DialogTitle>
      <DialogContent>
        {stats.error ? (
          <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
        ) : stats.data?.data.length === 0 ? (
          <EmptyState text="No product of this guide was seen or clicked in this period." />
        ) : (
          <TableContainer aria-busy={stats.isPending}>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>Product</TableCell>
                  {['Position', 'Impressions', 'Clicks', 'CTR', 'Conv.', 'Expected', 'EPC'].map((label) => (
                    <TableCell key={label} align="right">
                      {label}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {stats.data?.data.map((row) => (
                  <TableRow key={`${row.item_id}-${row.position}`}>
                    <TableCell>{row.item}</TableCell>
                    <TableCell align="right">{row.position ?? ''}</TableCell>
                    <TableCell align="right">{formatCount(row.impressions)}</TableCell>
                    <TableCell align="right">{formatCount(row.clicks)}</TableCell>
                    <TableCell align="right">{formatPercent(row.ctr)}</TableCell>
                    <TableCell align="right">{formatCount(row.conversions)}</TableCell>
                    <TableCell align="right">{formatMoney(row.revenue_expected, currency)}</TableCell>
                    <TableCell align="right">{formatMoney(row.epc, currency)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
