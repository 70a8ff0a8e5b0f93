import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { BatchReply } from '../contract.ts';
import { changeWords, moveWords } from './batch-words.ts';

const TONES = { recorded: 'good', updated: 'good', unchanged: 'calm', orphan: 'warn', refused: 'bad' } as const;
const MAX_SHOWN = 200;

type Props = { data: BatchReply; isDry: boolean };

/** What became, or would become, of each row: the conversion before and after it, and what that does to the money. */
export function BatchResult({ data, isDry }: Props) {
  const { counts, rows, change } = data;
  return (
    <Box aria-live="polite" sx={{ mb: 3 }}>
      <Alert severity={isDry ? 'info' : 'success'} sx={{ mb: 2 }}>
        <strong>{data.message}</strong> {counts.recorded} new, {counts.updated} updated, {counts.unchanged} unchanged,{' '}
        {counts.orphan} without a click, {counts.refused} refused.
        <div>
          Money that counts (pending and approved) {isDry ? 'would change' : 'changed'} by{' '}
          <strong>{changeWords(change)}</strong>.
        </div>
      </Alert>
      <Paper
        variant="outlined"
        component="ul"
        aria-label="Rows of the file"
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}
      >
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <Box
            component="li"
            key={row.line}
            sx={{
              px: 2,
              py: 1,
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1.5,
              alignItems: 'center',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ width: 64, color: 'text.secondary' }}>Line {row.line}</Box>
            <StatusChip status={row.result} tone={TONES[row.result]} />
            {row.is_refund && <StatusChip status="refund" tone="warn" />}
            <Box sx={{ flex: '1 1 200px', fontVariantNumeric: 'tabular-nums' }}>
              {moveWords(row)}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {row.text}
              </Typography>
            </Box>
            {row.conversion_id !== null && (
              <Link to={`/admin/timeline?id=${row.conversion_id}&kind=conversion`}>Conversion {row.conversion_id}</Link>
            )}
          </Box>
        ))}
      </Paper>
      {rows.length > MAX_SHOWN && (
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          The first {MAX_SHOWN} of {rows.length} rows are shown.
        </Typography>
      )}
    </Box>
  );
}
