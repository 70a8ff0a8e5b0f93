import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link } from 'react-router';
import { formatMoney, NOTHING } from '../../../platform/web/figures.ts';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Finding } from '../statement-contract.ts';

const TONES = {
  missing: 'bad',
  different: 'warn',
  reversed: 'bad',
  unknown: 'info',
  repeated: 'warn',
  matched: 'good',
} as const;

const side = (value: Finding['ours']): string =>
  value === null
    ? NOTHING
    : `${value.amount === null ? 'no amount' : formatMoney(value.amount, value.currency ?? 'USD')}, ${value.status}`;

type Props = { findings: readonly Finding[] };

/** Every row of either side that does not agree. */
export function FindingsTable({ findings }: Props) {
  if (findings.length === 0) return null;
  return (
    <Paper variant="outlined" sx={{ mb: 3, overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Findings">
      <Table size="small">
        <TableHead>
          <TableRow>
            {['Finding', 'Transaction', 'Click', 'Ours', 'Theirs', 'What it means'].map((label) => (
              <TableCell key={label}>{label}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {findings.map((one) => (
            <TableRow key={`${one.kind} ${one.line ?? ''} ${one.conversion_id ?? ''}`} hover>
              <TableCell>
                <StatusChip status={one.kind} tone={TONES[one.kind]} />
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{one.txid ?? NOTHING}</TableCell>
              <TableCell>
                {one.click_id === null ? (
                  NOTHING
                ) : (
                  <Box
                    component={Link}
                    to={`/admin/timeline?id=${encodeURIComponent(one.click_id)}`}
                    sx={{ fontFamily: 'monospace', fontSize: '0.8125rem', whiteSpace: 'nowrap' }}
                  >
                    {one.click_id}
                  </Box>
                )}
              </TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{side(one.ours)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{side(one.theirs)}</TableCell>
              <TableCell sx={{ minWidth: 200 }}>
                {one.text}
                {one.line !== null && ` (line ${one.line})`}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  );
}
