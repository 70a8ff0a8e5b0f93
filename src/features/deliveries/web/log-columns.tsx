import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { colors, fonts } from '../../../platform/web/styles/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { PostbackLog } from '../../conversions/contract.ts';

/** The columns of a source's log; one row is one attempt. */
export const LOG_COLUMNS: readonly Column<PostbackLog>[] = [
  {
    key: 'created_at',
    label: 'Time',
    isSortable: true,
    render: (log) => (
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <DateTime value={log.created_at} />
        {(log.is_demo || log.is_test) && (
          <Chip
            label={log.is_demo ? 'DEMO' : 'TEST'}
            sx={{ backgroundColor: colors.infoTint, color: colors.info, fontWeight: 700 }}
          />
        )}
      </Box>
    ),
  },
  { key: 'state', label: 'State', render: (log) => <StatusChip status={log.state} /> },
  { key: 'event_type', label: 'Event', render: (log) => log.event_type ?? '' },
  {
    key: 'attempt',
    label: 'Attempt',
    isSortable: true,
    render: (log) => (log.direction === 'out' ? `${log.attempt} of ${Math.max(log.attempt, log.max_attempts)}` : ''),
  },
  {
    key: 'response_status',
    label: 'Answer',
    isSortable: true,
    render: (log) => (log.response_status === null ? (log.reason_code ?? 'None') : `HTTP ${log.response_status}`),
  },
  {
    key: 'duration_ms',
    label: 'Took',
    isSortable: true,
    isNumeric: true,
    render: (log) => (log.duration_ms === null ? '' : `${log.duration_ms} ms`),
  },
  {
    key: 'click_id',
    label: 'Click',
    render: (log) => (
      <Box component="code" sx={{ fontFamily: fonts.mono, fontSize: '0.8125rem' }}>
        {log.click_id ?? ''}
      </Box>
    ),
  },
];
