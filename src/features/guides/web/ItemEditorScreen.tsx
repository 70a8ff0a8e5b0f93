import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { guideQueries } from './client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { visuallyHidden } from '../../../platform/web/styles/visually-hidden.ts';

// The editor brings the form library, the contract and the preview; its frame does not wait for them.
const ItemEditor = lazyPart(async () => ({ default: (await import('./product-editor/ItemEditor.tsx')).ItemEditor }));

/** One product of a guide, on a page of its own. */
export function ItemEditorScreen() {
  const params = useParams();
  const [guideId, itemId] = [Number(params['guideId']), Number(params['itemId'])];
  const guide = useQuery(guideQueries.one(guideId));
  // an editor that begins with an old copy would only find out when it saves
  const items = useQuery({ ...guideQueries.items(guideId), staleTime: 0 });
  const item = items.data?.find((one) => one.id === itemId);
  const failed = [guide, items].find((query) => query.error && !query.data);
  const back = `/admin/listicles/${guideId}/items`;

  return (
    <>
      <BackLink to={back}>Products of {guide.data?.title ?? 'the guide'}</BackLink>
      <PageHeader
        title={item ? `Edit ${item.display_title}` : 'Edit Product'}
        purpose="What this guide says about the product. Price, coupon and link are edited at the offer."
      />
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void Promise.all([guide.refetch(), items.refetch()])} />
      ) : !guide.data || !items.isFetchedAfterMount ? (
        <Skeleton variant="rounded" height={480} />
      ) : item ? (
        <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
          {/* the sections of the form are of the third level */}
          <Box component="h2" sx={visuallyHidden}>
            Fields of the product
          </Box>
          <ItemEditor key={itemId} guide={guide.data} item={item} items={items.data ?? []} />
        </Suspense>
      ) : (
        <Paper variant="outlined">
          <EmptyState
            text="This product is not in the guide any more."
            action={
              <Button component={Link} to={back} variant="contained">
                See its products
              </Button>
            }
          />
        </Paper>
      )}
    </>
  );
}
