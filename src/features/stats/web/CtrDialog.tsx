import Box from '@mui/material/Box';
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
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Query } from '../../../platform/web/http.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/ErrorState.tsx';
import { statsQueries } from './client.ts';
import { formatCount, formatMoney, formatPercent } from '../../../platform/web/figures.ts';

const HEADS = ['Position', 'Impressions', 'Clicks', 'CTR', 'Usual here', 'Verdict', 'Conv.', 'Expected', 'EPC'];
const VERDICTS = { above: 'Better than its place', below: 'Worse than its place', too_few: 'Too few to say' };

type Props = { guide: { id: number; title: string }; query: Query; currency: string; onClose: () => void };

/** Click-through of the products of one guide at each place they had. */
export function CtrDialog({ guide, query, currency, onClose }: Props) {
  const stats = useQuery(statsQueries.ctr({ ...query, compare: '', listicle_id: guide.id }));
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="ctr-title">
      <DialogTitle id="ctr-title">Products of {guide.title}</DialogTitle>
      <DialogContent>
        {stats.error ? (
          <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
        ) : stats.data?.data.length === 0 ? (
          <EmptyState text="No product of this guide was seen or clicked in this period." />
        ) : (
          <>
            <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
              Below each rate: where the true one lies in 95 of 100 cases. Usual here = what an average product of this
              guide gets at the same place.
            </Typography>
            <TableContainer aria-busy={stats.isPending}>
              <Table size="small">
                <TableHead>
                  <TableRow>
                    <TableCell>Product</TableCell>
                    {HEADS.map((label) => (
                      <TableCell key={label} align={label === 'Verdict' ? 'left' : 'right'}>
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
                      <TableCell align="right">
                        {formatPercent(row.ctr)}
                        {row.ctr_ci95 && (
                          <Box
                            component="span"
                            sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}
                          >
                            {formatPercent(row.ctr_ci95[0])} to {formatPercent(row.ctr_ci95[1])}
                          </Box>
                        )}
                      </TableCell>
                      <TableCell align="right">{formatPercent(row.expected_ctr_at_position)}</TableCell>
                      <TableCell>{VERDICTS[row.verdict]}</TableCell>
                      <TableCell align="right">{formatCount(row.conversions)}</TableCell>
                      <TableCell align="right">{formatMoney(row.revenue_expected, currency)}</TableCell>
                      <TableCell align="right">{formatMoney(row.epc, currency)}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
