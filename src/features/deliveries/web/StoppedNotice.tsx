import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { sourcesClient } from '../../sources/web/client.ts';
import { DELIVERIES_LASTING } from '../lasting.ts';
import { POSTBACK_LOGS_KEY, postbackLogQueries, postbackLogsClient } from './client.ts';

type Props = { sourceId: number };

/** Says why a source is told nothing (switched off, or left alone after too many failures) and mends it. Nothing while all is well. */
export function StoppedNotice({ sourceId }: Props) {
  const state = useQuery(postbackLogQueries.state(sourceId));
  const afterChange = useAfterChange(POSTBACK_LOGS_KEY);
  const mend = useMutation({
    mutationFn: (work: () => Promise<{ message?: string }>) => work(),
    onSuccess: ({ message = 'Saved.' }) => afterChange({ message }),
    onError: (error) => afterChange({ message: error.message, tone: 'error' }),
  });
  const { data } = state;
  if (!data) return <FailedParts queries={[state]} />;
  const button = (label: string, work: () => Promise<{ message?: string }>) => (
    <Button color="inherit" size="small" loading={mend.isPending} onClick={() => mend.mutate(work)}>
      {label}
    </Button>
  );
  if (!data.is_on)
    return (
      <Alert
        severity="warning"
        sx={{ mb: 2 }}
        action={button('Switch On', () => sourcesClient.update(sourceId, { postback_enabled: true }))}
      >
        Postbacks of this source are switched off: it is told of no conversion, and none is listed here.
      </Alert>
    );
  if (data.stopped_at === null) return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }} action={button('Let Them Go On', () => postbackLogsClient.resume(sourceId))}>
      Postbacks are stopped since <DateTime value={data.stopped_at} />: {data.failures_in_a_row} attempts in a row
      failed
      {data.last_reason ? ` (${data.last_reason})` : ''}. {data.held}{' '}
      {data.held === 1 ? 'postback is' : 'postbacks are'} held.
      <CannotUndo why={DELIVERIES_LASTING.sent} />
    </Alert>
  );
}
