import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { FailedParts } from '../../../platform/web/ui/FailedParts.tsx';
import { POSTBACK_LOGS_KEY, postbackLogQueries, postbackLogsClient } from './client.ts';

type Props = { sourceId: number };

/** Says that a source is left alone after too many failures, and lets it go on. Nothing while all is well. */
export function StoppedNotice({ sourceId }: Props) {
  const state = useQuery(postbackLogQueries.state(sourceId));
  const afterChange = useAfterChange(POSTBACK_LOGS_KEY);
  const resume = useMutation({
    mutationFn: () => postbackLogsClient.resume(sourceId),
    onSuccess: ({ message }) => afterChange({ message }),
    onError: (error) => afterChange({ message: error.message, tone: 'error' }),
  });
  const { data } = state;
  if (!data) return <FailedParts queries={[state]} />;
  if (data.stopped_at === null) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" loading={resume.isPending} onClick={() => resume.mutate()}>
          Let Them Go On
        </Button>
      }
    >
      Postbacks are stopped since <DateTime value={data.stopped_at} />: {data.failures_in_a_row} attempts in a row
      failed
      {data.last_reason ? ` (${data.last_reason})` : ''}. {data.held}{' '}
      {data.held === 1 ? 'postback is' : 'postbacks are'} held.
    </Alert>
  );
}
