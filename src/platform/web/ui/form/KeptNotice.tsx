import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { use, useEffect } from 'react';
import { formatDateTime } from '../../date-time.ts';
import { onKeepFailure } from '../../session/kept-input.ts';
import type { KeptForm } from '../../session/kept-form.ts';
import { actionBelow } from '../table/action-below.ts';
import { SnackbarContext } from '../dialog/snackbar.ts';
import { useTimeZone } from '../time-zone.ts';

type Props = { kept: KeptForm };

/** Offers what was typed into this form before and never saved; says once when the browser keeps nothing. */
export function KeptNotice({ kept }: Props) {
  const zone = useTimeZone();
  const notify = use(SnackbarContext);
  useEffect(
    () =>
      onKeepFailure(() =>
        notify?.({
          message: 'This browser keeps nothing that you type: its storage is full or switched off. Save often.',
          tone: 'info',
        }),
      ),
    [notify],
  );
  if (!kept.found) return null;
  const { at, isOutdated } = kept.found;
  return (
    <Alert
      severity="info"
      sx={{ mb: 2, ...actionBelow }}
      action={
        <>
          <Button color="inherit" size="small" onClick={kept.use}>
            Use it
          </Button>
          <Button color="inherit" size="small" onClick={kept.discard}>
            Discard
          </Button>
        </>
      }
    >
      What you typed here on {formatDateTime(new Date(at).toISOString(), zone)} was not saved, and this browser has kept
      it.{isOutdated && ' It was saved by somebody since; when you save, you choose field by field.'}
    </Alert>
  );
}
