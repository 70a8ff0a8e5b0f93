import Box from '@mui/material/Box';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table-columns.ts';
import type { ContactMessage } from '../contract.ts';

/** What stands in the list of a long message; the dialog shows it whole. */
const SHOWN = 140;

const weightOf = (message: ContactMessage) => (message.is_read ? 400 : 700);

/** The first line of what was written, cut between words. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= SHOWN) return line;
  const cut = line.slice(0, SHOWN);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SHOWN / 2))}…`;
}

/** The columns of the inbox; what is unread stands out by its weight and by a word. */
export const CONTACT_COLUMNS: readonly Column<ContactMessage>[] = [
  {
    key: 'name',
    label: 'From',
    isSortable: true,
    render: (message) => (
      <Box component="span" sx={{ fontWeight: weightOf(message), overflowWrap: 'anywhere' }}>
        {message.name}
      </Box>
    ),
  },
  {
    key: 'email',
    label: 'E-mail',
    isSortable: true,
    render: ({ email }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {email}
      </Box>
    ),
  },
  {
    key: 'message',
    label: 'Message',
    isLong: true,
    render: ({ message }) => <span dir="auto">{beginningOf(message)}</span>,
  },
  {
    key: 'is_read',
    label: 'State',
    isSortable: true,
    render: (message) => (
      <StatusChip status={message.is_read ? 'read' : 'unread'} tone={message.is_read ? 'calm' : 'warn'} />
    ),
  },
  {
    key: 'created_at',
    label: 'Received',
    isSortable: true,
    render: (message) => <DateTime value={message.created_at} />,
  },
];
