import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { colors, fonts } from '../../../platform/web/styles/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { PostbackLog } from '../../conversions/contract.ts';
import { NETWORK_POSTBACKS_KEY, postbackQueries, postbacksClient } from './client.ts';
import { reasonTone } from './reason-tone.ts';

type Props = { networkId: number };

/** That a test finds no click is what it should. */
const toneOf = ({ reason_code: reason, is_test: isTest }: PostbackLog) =>
  reason === null || (isTest && reason === 'unmatched_click') ? 'calm' : reasonTone(reason);

/** The last 20 postbacks of a network, refused ones included, and a test of how it would be understood. Reads them again by itself. */
export function NetworkPostbacks({ networkId }: Props) {
  const queries = useQueryClient();
  const { data: logs, error } = useQuery(postbackQueries.last(networkId));
  const test = useMutation({
    mutationFn: () => postbacksClient.test(networkId),
    onSuccess: () => queries.invalidateQueries({ queryKey: NETWORK_POSTBACKS_KEY }),
  });
  const isFine = test.data && ['unmatched_click', 'recorded'].includes(test.data.data.reason);
  return (
    <Box component="section" aria-label="Last postbacks" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h3" sx={{ flex: 1 }}>
          Last postbacks
        </Typography>
        <Button variant="outlined" size="small" loading={test.isPending} onClick={() => test.mutate()}>
          Send test
        </Button>
      </Box>
      {test.data && (
        <Alert severity={isFine ? 'success' : 'warning'} sx={{ mb: 1 }}>
          {test.data.message}
          <Box component="code" sx={{ display: 'block', fontFamily: fonts.mono, overflowWrap: 'anywhere', mt: 0.5 }}>
            {test.data.sent}
          </Box>
        </Alert>
      )}
      {(test.error ?? error) && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {(test.error ?? error)?.message}
        </Alert>
      )}
      {logs?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          None yet. What the network sends shows here by itself, whatever is wrong with it.
        </Typography>
      )}
      {logs && logs.length > 0 && (
        <TableContainer tabIndex={0} role="region" aria-label="Last postbacks, scrollable" sx={{ maxHeight: 280 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>Time</TableCell>
                <TableCell>Result</TableCell>
                <TableCell>Click</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {logs.map((log) => (
                <TableRow key={log.id}>
                  <TableCell>
                    <Link to={`/admin/timeline?id=${log.id}&kind=message`}>
                      <DateTime value={log.created_at} />
                    </Link>
                  </TableCell>
                  <TableCell>
                    <StatusChip status={log.reason_code ?? log.state} tone={toneOf(log)} />
                    {log.is_test && (
                      <Chip
                        label="TEST"
                        sx={{ ml: 1, backgroundColor: colors.infoTint, color: colors.info, fontWeight: 700 }}
                      />
                    )}
                  </TableCell>
                  <TableCell sx={{ fontFamily: fonts.mono, overflowWrap: 'anywhere' }}>
                    {log.click_id ?? 'None'}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  );
}
