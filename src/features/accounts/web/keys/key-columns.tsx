import Box from '@mui/material/Box';
import { formatCount } from '../../../../platform/text/figures.ts';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../../platform/web/ui/StatusChip.tsx';
import { CutText } from '../../../../platform/web/ui/table/cells/CutText.tsx';
import type { Column } from '../../../../platform/web/ui/table/table-columns.ts';
import type { ApiKey } from '../../contract-keys.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const TONES = { active: 'good', expired: 'calm', revoked: 'calm', disabled: 'calm' } as const;

export const KEY_COLUMNS: readonly Column<ApiKey>[] = [
  {
    key: 'name',
    label: 'Key',
    isSortable: true,
    isLong: true,
    render: ({ name, token_start: start, username }) => (
      <>
        <Box sx={{ fontWeight: 600 }}>
          <CutText>{name}</CutText>
        </Box>
        <Box sx={{ color: 'text.secondary' }}>
          {start}… of {username}
        </Box>
      </>
    ),
  },
  {
    key: 'scopes',
    label: 'May',
    isLong: true,
    render: ({ scopes }) => scopes.map((scope) => SCOPE_WORDS[scope].label).join(', '),
  },
  {
    key: 'state',
    label: 'State',
    isSortable: true,
    render: ({ state }) => <StatusChip status={state} tone={TONES[state]} />,
  },
  { key: 'expires_at', label: 'Ends', isSortable: true, render: ({ expires_at: at }) => <DateTime value={at} /> },
  {
    key: 'last_used_at',
    label: 'Last used',
    isSortable: true,
    render: ({ last_used_at: at }) => <DateTime value={at} />,
  },
  {
    key: 'calls',
    label: 'Calls, 30 days',
    isSortable: true,
    help: 'Of the last 30 days; by day as you point at it.',
    isNumeric: true,
    render: ({ calls }) => (
      <span title={calls.map(({ day, calls: made }) => `${day}: ${formatCount(made)}`).join('\n')}>
        {formatCount(calls.reduce((sum, one) => sum + one.calls, 0))}
      </span>
    ),
  },
];
