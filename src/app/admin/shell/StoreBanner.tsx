import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { eventStoreQueries } from '../../../features/recovery/web/client.ts';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { ProgressLine } from '../../../platform/web/ui/ProgressLine.tsx';

const OF_NUMBERS = /^\/admin\/([a-z-]*stats|reports|conversions|costs|timeline|server-health)/;

/** Says when numbers are too low because the event store was lost, on every screen; afterwards, on those of numbers, what stays missing. */
export function StoreBanner() {
  const standing = useQuery(eventStoreQueries.standing());
  const { pathname } = useLocation();
  if (!standing.data) return <FailedParts queries={[standing]} />;
  const { state, message, next_step: nextStep, done, total } = standing.data;
  if (message === null || (state === 'incomplete' && !OF_NUMBERS.test(pathname))) return null;
  return (
    <Alert severity={state === 'incomplete' ? 'warning' : 'error'} sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {message} {nextStep}
      {state === 'filling' && (
        <Box sx={{ mt: 1.5, maxWidth: 480 }}>
          <ProgressLine label="Brought back" height={4} value={total === 0 ? 0 : Math.min(100, (100 * done) / total)} />
        </Box>
      )}
    </Alert>
  );
}
