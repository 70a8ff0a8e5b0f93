import { mdiArrowLeft, mdiOpenInNew } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ErrorState } from '../../../platform/web/ui/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { publishingQueries } from '../../publishing/web/client.ts';
import { isPublicStatus } from '../rules.ts';
import { reviewQueries } from './client.ts';
import { ReviewEditor } from './ReviewEditor.tsx';

/** The whole review: its form in sections, the real page beside it, and what keeps it from being published. */
export function ReviewEditorScreen() {
  const reviewId = Number(useParams()['reviewId']);
  const review = useQuery(reviewQueries.one(reviewId));
  const draft = useQuery(publishingQueries.draft(`/admin/offer-content/${reviewId}`));
  const failed = [review, draft].filter((query) => query.error);

  return (
    <>
      <Button
        component={Link}
        to="/admin/offer-content"
        startIcon={<Icon path={mdiArrowLeft} />}
        sx={{ mb: 1, ml: -1 }}
      >
        All content
      </Button>
      <PageHeader
        title={review.data ? review.data.title : 'Edit Content'}
        purpose="Edits are kept as a draft while you type. Readers see them when you save."
        action={
          review.data &&
          isPublicStatus(review.data.status) && (
            <Button
              href={`/offer-reviews/${review.data.slug}`}
              target="_blank"
              rel="noopener"
              startIcon={<Icon path={mdiOpenInNew} />}
            >
              View the live page
            </Button>
          )
        }
      />
      {failed[0]?.error ? (
        <ErrorState
          error={failed[0].error}
          onRetry={() => void Promise.all(failed.map(async (query) => query.refetch()))}
        />
      ) : review.data && draft.data ? (
        <ReviewEditor key={reviewId} review={review.data} found={draft.data} />
      ) : (
        <Box aria-hidden sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 42%' } }}>
          <Skeleton variant="rounded" height={520} />
          <Skeleton variant="rounded" height={520} />
        </Box>
      )}
    </>
  );
}
