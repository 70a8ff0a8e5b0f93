import { mdiClose } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { Icon } from '../Icon.tsx';
import type { Notice } from './snackbar.ts';

/** Of all, by the specification: what can be pressed does not go while somebody points at it or is in it. */
const TIMEOUT_MS = 4000;

type Props = { notice: Notice; isOpen: boolean; onClose: () => void; onUndo: (entry: string) => void };

/** The notice itself, fetched after the screen. */
export function SnackbarView({ notice, isOpen, onClose, onUndo }: Props) {
  const { message, tone = 'success', undo } = notice;
  const action = notice.action ?? (undo === undefined ? undefined : { label: 'Undo', onClick: () => onUndo(undo) });
  const handleAction = () => {
    onClose();
    action?.onClick();
  };
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={TIMEOUT_MS}
      resumeHideDuration={TIMEOUT_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      onClose={(_event, reason) => reason !== 'clickaway' && onClose()}
    >
      <Alert
        variant="filled"
        severity={tone}
        role={tone === 'error' ? 'alert' : 'status'}
        action={
          <>
            {action && (
              <Button color="inherit" size="small" onClick={handleAction}>
                {action.label}
              </Button>
            )}
            <IconButton size="small" color="inherit" aria-label="Close" onClick={onClose} sx={{ color: 'inherit' }}>
              <Icon path={mdiClose} />
            </IconButton>
          </>
        }
      >
        {message}
      </Alert>
    </Snackbar>
  );
}
