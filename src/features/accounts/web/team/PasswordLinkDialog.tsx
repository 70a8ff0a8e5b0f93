import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { PasswordLink } from '../../contract-team.ts';

type Props = { link: PasswordLink; onClose: () => void };

/** Shows a one-time link, this once. */
export function PasswordLinkDialog({ link, onClose }: Props) {
  return (
    <ViewDialog title={`Link for ${link.data.username}`} isPersistent onClose={onClose}>
      <Alert severity={link.is_mailed ? 'success' : 'info'} sx={{ mb: 2 }}>
        {link.message}
      </Alert>
      <CopyField label="One-time link" value={link.link} />
      <Typography sx={{ mt: 2, color: 'text.secondary' }}>
        By it {link.data.username} chooses a password. It works once, until <DateTime value={link.expires_at} />, and is
        not shown again. Whoever has it can use it: hand it over where nobody else reads along.
      </Typography>
    </ViewDialog>
  );
}
