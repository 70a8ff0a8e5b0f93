import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { EmptyState } from '../../../../platform/web/ui/states/EmptyState.tsx';
import type { LinkStats } from '../../link-stats-contract.ts';
import { countryName } from '../../../../platform/text/countries.ts';
import { asWords } from '../../../../platform/text/as-words.ts';
import { DrillLink } from '../parts/DrillLink.tsx';

type Props = { visits: LinkStats['recent_visits'] };

/** The newest visits of a link, each with the way to its timeline. */
export function LatestVisits({ visits }: Props) {
  return (
    <Paper variant="outlined" component="section" aria-label="Latest visits" sx={{ mb: 3, overflow: 'hidden' }}>
      <Typography variant="h3" component="h2" sx={{ p: 2, pb: 1 }}>
        Latest Visits
      </Typography>
      {visits.length === 0 ? (
        <EmptyState text="Nobody came in this period." />
      ) : (
        <TableContainer tabIndex={0} role="region" aria-label="Latest visits, scrollable">
          <Table size="small" sx={{ '& tr > :first-of-type': { pl: 2 }, '& tr > :last-child': { pr: 2 } }}>
            <TableHead>
              <TableRow>
                {['Time', 'Destination', 'Country', 'Device', 'Browser', 'Referrer', 'Kind'].map((head) => (
                  <TableCell key={head}>{head}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {visits.map((visit) => (
                <TableRow key={`${visit.ts} ${visit.visit_id}`}>
                  <TableCell>
                    <DrillLink to={visit.visit_id ? `/admin/timeline?id=${visit.visit_id}` : undefined}>
                      <DateTime value={visit.ts} />
                    </DrillLink>
                  </TableCell>
                  <TableCell sx={{ minWidth: 140, overflowWrap: 'anywhere' }}>
                    {visit.destination ?? 'Fallback'}
                  </TableCell>
                  <TableCell>{visit.country === null ? 'Unknown' : countryName(visit.country)}</TableCell>
                  <TableCell>{visit.device === null ? 'Unknown' : asWords(visit.device)}</TableCell>
                  <TableCell>{visit.browser ?? 'Unknown'}</TableCell>
                  <TableCell sx={{ minWidth: 170, overflowWrap: 'anywhere' }}>
                    {visit.referrer ?? 'None told'}
                  </TableCell>
                  <TableCell>
                    {visit.is_bot && <Chip size="small" label="Bot" />}
                    {visit.is_internal && <Chip size="small" label="Own visit" />}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Paper>
  );
}
