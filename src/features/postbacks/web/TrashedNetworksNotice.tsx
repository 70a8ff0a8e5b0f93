import Alert from '@mui/material/Alert';
import { postbackQueries } from './client.ts';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '../../../platform/text/figures.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { NETWORKS_KEY, networksClient } from '../../networks/web/client.ts';
import type { TrashedNetwork } from '../unknown-contract.ts';
import { DESK_KEY } from '../../conversions/web/client.ts';

/** Networks in the trash that messages wait for, each with the way back; nothing while none do. */
export function TrashedNetworksNotice() {
  const networks = useQuery(postbackQueries.trashedNetworks());
  return (
    <>
      <FailedParts queries={[networks]} />
      {networks.data?.data.map((network) => (
        <Waiting key={network.id} network={network} />
      ))}
    </>
  );
}

function Waiting({ network: { id, name, messages, last_at: lastAt } }: { network: TrashedNetwork }) {
  const queries = useQueryClient();
  const afterChange = useAfterChange(NETWORKS_KEY);
  const restore = useMutation({
    mutationFn: () => networksClient.restore(id),
    onSuccess: async ({ message = 'Affiliate network restored.' }) => {
      await queries.invalidateQueries({ queryKey: DESK_KEY });
      afterChange({ message });
    },
    onError: (error) => afterChange({ message: error.message, tone: 'error' }),
  });
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" loading={restore.isPending} onClick={() => restore.mutate()}>
          Bring it back
        </Button>
      }
    >
      {messages === 1 ? '1 postback waits' : `${formatCount(messages)} postbacks wait`} for {name}, which is in the
      trash; the last came <DateTime value={lastAt} />. They are counted when it is back.
    </Alert>
  );
}
