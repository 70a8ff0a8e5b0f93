import { mdiRefresh } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ApiError } from '../../http.ts';
import { actionBelow } from '../table/action-below.ts';
import { Icon } from '../Icon.tsx';

type Props = { error: Error; onRetry: () => void };

const HINTS: Record<string, string> = {
  network: 'The server could not be reached. Check your connection.',
  timeout: 'The server did not answer within 30 seconds.',
};

/** A failed load: what happened, the id that finds it in the log, and one more try. */
export function ErrorState({ error, onRetry }: Props) {
  const hint = error instanceof ApiError ? HINTS[error.code] : undefined;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Alert
      severity="error"
      sx={{ m: 2, ...actionBelow }}
      action={
        <Button
          color="inherit"
          size="small"
          startIcon={<Icon path={mdiRefresh} />}
          onClick={onRetry}
          sx={{ whiteSpace: 'nowrap' }}
        >
          Try again
        </Button>
      }
    >
      {error.message}
      {hint && <Typography variant="body2">{hint}</Typography>}
      {requestId && (
        <Typography variant="caption" sx={{ display: 'block' }}>
          Request {requestId}
        </Typography>
      )}
    </Alert>
  );
}
