import { mdiAlertOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import { Icon } from '../Icon.tsx';

/** @property why a sentence of the feature's `lasting.ts`, which the audit log says afterwards, too */
type Props = { why: string };

/** Says what cannot be taken back before it happens: beside the button, or in the dialog that asks. */
export function CannotUndo({ why }: Props) {
  return (
    <Box sx={{ display: 'flex', gap: 1, fontSize: '0.8125rem', color: 'text.secondary', maxWidth: '68ch' }}>
      <Box
        component="span"
        sx={{ display: 'flex', flex: 'none', height: '1.5em', alignItems: 'center', color: 'warning.dark' }}
      >
        <Icon path={mdiAlertOutline} />
      </Box>
      <span>
        <strong>Cannot be undone:</strong> {why}
      </span>
    </Box>
  );
}
