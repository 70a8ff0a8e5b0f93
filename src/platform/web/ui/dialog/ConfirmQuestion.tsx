import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { sizes } from '../../styles/tokens.ts';
import { ApiError } from '../../http.ts';
import { useSnackbar } from './snackbar.ts';
import { CannotUndo } from './CannotUndo.tsx';
import { UsersOfRecord } from './UsersOfRecord.tsx';

/** What a question needs; see ConfirmDialog. */
export type ConfirmProps = {
  /** 'Confirm Deletion' unless something else is asked. */
  title?: string;
  text: ReactNode;
  /** What of it cannot be taken back: a sentence of the feature's `lasting.ts`. */
  lasting?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Red where something is lost; false for a harmless question. */
  isDanger?: boolean;
  /** Does it; when it rejects the dialog stays and shows the message. The caller closes on success. */
  onConfirm: () => unknown;
  onClose: () => void;
  /** What may be done where the record is in use, such as archiving it; when it rejects, that is shown. The caller closes on success. */
  instead?: { label: string; onConfirm: () => unknown };
  /** Also said by the snackbar, in the error colour, when it fails. */
  failureNotice?: string;
};

/** The dialog itself, fetched when the first question is asked. */
export function ConfirmQuestion(props: ConfirmProps) {
  const { title = 'Confirm Deletion', confirmLabel = 'Delete', cancelLabel = 'Cancel', isDanger = true } = props;
  const id = useId();
  const notify = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();

  const isInUse = failure instanceof ApiError && failure.code === 'in_use';

  const run = async (action: () => unknown) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
      if (props.failureNotice) notify({ message: props.failureNotice, tone: 'error' });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      open
      role="alertdialog"
      fullWidth
      onClose={() => !isBusy && props.onClose()}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { sx: { maxWidth: sizes.confirmDialog } } }}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} component="div" sx={{ color: 'text.primary' }}>
          {props.text}
          {props.lasting !== undefined && (
            <Box sx={{ mt: 1.5 }}>
              <CannotUndo why={props.lasting} />
            </Box>
          )}
        </DialogContentText>
        {failure && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure.message}
            <UsersOfRecord error={failure} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={props.onClose} disabled={isBusy} autoFocus>
          {cancelLabel}
        </Button>
        {isInUse && props.instead && (
          <Button variant="outlined" disabled={isBusy} onClick={() => void run(props.instead!.onConfirm)}>
            {props.instead.label}
          </Button>
        )}
        <Button
          variant="contained"
          color={isDanger ? 'error' : 'primary'}
          loading={isBusy}
          onClick={() => void run(props.onConfirm)}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
