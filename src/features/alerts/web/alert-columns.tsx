import Box from '@mui/material/Box';
import { CutText } from '../../../platform/web/ui/table/cells/CutText.tsx';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { asWords } from '../../../platform/text/as-words.ts';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { Alert } from '../contract.ts';

export const SEVERITY_TONES = { info: 'info', warning: 'warn', critical: 'bad' } as const;
export const STATE_TONES = { open: 'warn', snoozed: 'info', closed: 'calm' } as const;

/** Where the record of an alert is looked at; undefined for a kind without a screen. */
export function subjectAddress(alert: Alert): string | undefined {
  const { subject_kind: kind, subject_id: id, subject_name: name } = alert;
  if (alert.kind === 'losing_placements') return `/admin/traffic-sources/${id}/losing`;
  if (alert.kind === 'spend_file') return '/admin/costs/files';
  if (alert.kind === 'budget') return '/admin/budgets';
  if (alert.kind === 'view_mail') return '/admin/stats/reports';
  if (kind === 'guide') return `/admin/listicles/${id}/edit`;
  if (kind === 'review') return `/admin/offer-content/${id}/edit`;
  if (kind === 'lost address') return '/admin/tracking-links';
  if (kind === 'person') return '/admin/team';
  if (kind === 'disk') return '/admin/server-health';
  const list = LISTS[kind];
  return list && `${list}?${new URLSearchParams({ search: name }).toString()}`;
}

const LISTS: Record<string, string> = {
  offer: '/admin/offers',
  network: '/admin/affiliate-networks',
  source: '/admin/traffic-sources',
  link: '/admin/tracking-links',
};

/** The columns of the list; what is unread stands out by its weight and by a word. */
export const ALERT_COLUMNS: readonly Column<Alert>[] = [
  {
    key: 'message',
    label: 'Alert',
    isLong: true,
    render: (alert) => (
      // the head of a card is bold as a whole
      <Box sx={{ minWidth: { sm: 240 }, overflowWrap: 'anywhere', fontWeight: 400 }}>
        <Box component="span" sx={{ fontWeight: alert.is_read ? 400 : 700 }}>
          <CutText>{alert.subject_name}</CutText>
        </Box>
        {!alert.is_read && ' (unread)'}
        <Box>{alert.message}</Box>
      </Box>
    ),
  },
  {
    key: 'severity',
    label: 'Severity',
    isSortable: true,
    render: ({ severity }) => <StatusChip status={severity} tone={SEVERITY_TONES[severity]} />,
  },
  { key: 'kind', label: 'Kind', render: ({ kind }) => asWords(kind) },
  {
    key: 'state',
    label: 'State',
    render: ({ state, snoozed_until: until }) => (
      <>
        <StatusChip status={state} tone={STATE_TONES[state]} />
        {until && (
          <Box component="span" sx={{ ml: 1, color: 'text.secondary', fontSize: '0.75rem' }}>
            until <DateTime value={until} />
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'count',
    label: 'Times',
    isSortable: true,
    isNumeric: true,
    help: 'How often it was found until it was closed',
    render: ({ count }) => count,
  },
  { key: 'last_at', label: 'Last Seen', isSortable: true, render: (alert) => <DateTime value={alert.last_at} /> },
];
