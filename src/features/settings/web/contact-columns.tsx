import Box from '@mui/material/Box';
import { beginning } from '../../../platform/text/letters.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import type { Column } from '../../../platform/web/ui/table/table-columns.ts';
import type { ContactMessage } from '../contract.ts';

/** What stands in the list of a long message; the dialog shows it whole. */
const SHOWN = 140;

const weightOf = (message: ContactMessage) => (message.is_read ? 400 : 700);

/** One line: what somebody types as their name must not push the other columns away. */
function Short({ text, weight = 400 }: { text: string; weight?: number }) {
  return (
    <Box
      dir="auto"
      title={text}
      sx={{
        fontWeight: weight,
        maxWidth: { sm: 140, lg: 200 },
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  );
}

/** The columns of the inbox; what is unread stands out by its weight and by a word. */
export const CONTACT_COLUMNS: readonly Column<ContactMessage>[] = [
  {
    key: 'name',
    label: 'From',
    isLong: true,
    isSortable: true,
    render: (message) => <Short text={message.name} weight={weightOf(message)} />,
  },
  {
    key: 'email',
    label: 'E-mail',
    isLong: true,
    isSortable: true,
    render: ({ email }) => <Short text={email} />,
  },
  {
    key: 'message',
    label: 'Message',
    isLong: true,
    render: ({ message }) => <span dir="auto">{beginning(message, SHOWN)}</span>,
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
