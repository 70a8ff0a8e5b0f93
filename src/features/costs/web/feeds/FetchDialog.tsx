import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { ProgressLine } from '../../../../platform/web/ui/ProgressLine.tsx';
import type { Feed } from '../../feed-contract.ts';
import { COSTS_KEY } from '../client.ts';
import { feedsClient } from './feeds-client.ts';
import { FetchResult } from './FetchResult.tsx';

type Props = { feed: Feed; onClose: () => void };

/** Fetches a file now: first shows what would be written, then writes it. */
export function FetchDialog({ feed, onClose }: Props) {
  const afterChange = useAfterChange(COSTS_KEY);
  const dry = useQuery({
    queryKey: ['cost file tried', feed.id],
    queryFn: () => feedsClient.fetch(feed.id, true),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const write = useMutation({
    mutationFn: () => feedsClient.fetch(feed.id, false),
    onSuccess: ({ data, message }) => {
      afterChange({ message, tone: data.status === 'failed' ? 'error' : 'success' });
      if (data.status !== 'failed') onClose();
    },
  });
  const reply = write.data ?? dry.data;
  const error = write.error ?? dry.error;
  return (
    <ViewDialog
      title={`Fetch ${feed.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="outlined" disabled={dry.isFetching || write.isPending} onClick={() => void dry.refetch()}>
            Look Again
          </Button>
          <Button
            variant="contained"
            loading={write.isPending}
            disabled={dry.isFetching || dry.data?.data.status !== 'written'}
            onClick={() => write.mutate()}
          >
            Write It
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div role="status">
        {dry.isFetching && (
          <>
            <Typography sx={{ mb: 1 }}>The file is being fetched…</Typography>
            <ProgressLine />
          </>
        )}
        {!dry.isFetching && error && <Alert severity="error">{error.message}</Alert>}
        {!dry.isFetching && !error && reply && <FetchResult reply={reply} />}
      </div>
    </ViewDialog>
  );
}
