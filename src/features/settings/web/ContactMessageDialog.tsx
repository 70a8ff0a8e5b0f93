import { mdiReply } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { shortened } from '../../../platform/text/letters.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { ContactMessage } from '../contract.ts';

type Props = {
  message: ContactMessage;
  onMarkUnread: () => void;
  onDelete: () => void;
  onClose: () => void;
};

/** Longer addresses are cut by some mail programs, and then nothing opens. */
const QUOTED = 1200;

/** Opens a letter to whoever wrote, with their words below the answer. */
export function replyAddress({ name, email, message }: ContactMessage): string {
  const quoted = shortened(message, QUOTED).toWellFormed().replace(/^/gm, '> ');
  const body = `\n\n${name} wrote:\n${quoted}\n`.replaceAll(/\r?\n/g, '\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to us')}&body=${encodeURIComponent(body)}`;
}

/** One message in full. */
export function ContactMessageDialog({ message, onMarkUnread, onDelete, onClose }: Props) {
  return (
    <ViewDialog
      title={`Message from ${message.name}`}
      tools={
        <>
          <Button color="error" onClick={onDelete}>
            Delete
          </Button>
          <Button onClick={onMarkUnread}>Mark as unread</Button>
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="contained" startIcon={<Icon path={mdiReply} />} href={replyAddress(message)}>
            Reply
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {message.email}, <DateTime value={message.created_at} />
      </Typography>
      <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '70ch' }}>
        {message.message}
      </Box>
    </ViewDialog>
  );
}
