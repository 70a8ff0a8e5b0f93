import { mdiClose } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { type ReactNode, useCallback, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { type Notice, SnackbarContext } from './snackbar.ts';

const TIMEOUT_MS = 4000;

type Props = { children: ReactNode };
type Shown = Notice & { key: number };

/** Holds the one snackbar of the back office. */
export function SnackbarProvider({ children }: Props) {
  const [shown, setShown] = useState<Shown>();
  const [isOpen, setIsOpen] = useState(false);
  const notify = useCallback((notice: Notice) => {
    setShown((last) => ({ ...notice, key: (last?.key ?? 0) + 1 }));
    setIsOpen(true);
  }, []);

  const close = () => setIsOpen(false);
  const handleAction = () => {
    close();
    shown?.action?.onClick();
  };

  return (
    <SnackbarContext value={notify}>
      {children}
      <Snackbar
        key={shown?.key}
        open={isOpen}
        autoHideDuration={TIMEOUT_MS}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        onClose={(_event, reason) => reason !== 'clickaway' && close()}
      >
        <Alert
          variant="filled"
          severity={shown?.tone ?? 'success'}
          role={shown?.tone === 'error' ? 'alert' : 'status'}
          action={
            <>
              {shown?.action && (
                <Button color="inherit" size="small" onClick={handleAction}>
                  {shown.action.label}
                </Button>
              )}
              <IconButton size="small" color="inherit" aria-label="Close" onClick={close} sx={{ color: 'inherit' }}>
                <Icon path={mdiClose} />
              </IconButton>
            </>
          }
        >
          {shown?.message}
        </Alert>
      </Snackbar>
    </SnackbarContext>
  );
}
