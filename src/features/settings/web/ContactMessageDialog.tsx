import { mdiReply } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { sizes } from '../../../platform/web/tokens.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
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
  const words = message.length > QUOTED ? `${message.slice(0, QUOTED)}…` : message;
  const quoted = words.toWellFormed().replace(/^/gm, '> ');
  const body = `\n\n${name} wrote:\n${quoted}\n`.replaceAll(/\r?\n/g, '\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to us')}&body=${encodeURIComponent(body)}`;
}

/** One message in full. */
export function ContactMessageDialog({ message, onMarkUnread, onDelete, onClose }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      fullWidth
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: sizes.formDialog } } }}
    >
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        Message from {message.name}
      </DialogTitle>
      <DialogContent dividers>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {message.email}, <DateTime value={message.created_at} />
        </Typography>
        <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '70ch' }}>
          {message.message}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 1.5, flexWrap: 'wrap', rowGap: 1 }}>
        <Box sx={{ mr: 'auto', display: 'flex', gap: 1 }}>
          <Button color="error" onClick={onDelete}>
            Delete
          </Button>
          <Button onClick={onMarkUnread}>Mark as unread</Button>
        </Box>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" startIcon={<Icon path={mdiReply} />} href={replyAddress(message)}>
          Reply
        </Button>
      </DialogActions>
    </Dialog>
  );
}
