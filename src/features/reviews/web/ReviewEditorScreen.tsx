import { mdiOpenInNew } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { EditorSkeleton } from '../../../platform/web/ui/states/EditorSkeleton.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { isPublicStatus } from '../../publishing/rules.ts';
import { reviewQueries } from './client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// brings the form library, the contract and the preview; the head of the screen does not wait for them
const ReviewEditorWithDraft = lazyPart(async () => ({
  default: (await import('./ReviewEditorWithDraft.tsx')).ReviewEditorWithDraft,
}));

/** The whole review: its form in sections, the real page beside it, and what keeps it from being published. */
export function ReviewEditorScreen() {
  const reviewId = Number(useParams()['reviewId']);
  const review = useQuery(reviewQueries.one(reviewId));

  return (
    <>
      <BackLink to="/admin/offer-content">All content</BackLink>
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
      {review.error && !review.data ? (
        <ErrorState error={review.error} onRetry={() => void review.refetch()} />
      ) : review.data ? (
        <Suspense fallback={<EditorSkeleton />}>
          <ReviewEditorWithDraft key={reviewId} review={review.data} />
        </Suspense>
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
}
