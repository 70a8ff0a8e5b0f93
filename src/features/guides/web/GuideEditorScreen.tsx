import { mdiFormatListNumbered, mdiOpenInNew } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { BackLink } from '../../../platform/web/ui/BackLink.tsx';
import { EditorSkeleton } from '../../../platform/web/ui/states/EditorSkeleton.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { isPublicStatus } from '../../publishing/rules.ts';
import { guideQueries } from './client.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// brings the form library, the contract and the preview; the head of the screen does not wait for them
const GuideEditorWithDraft = lazyPart(async () => ({
  default: (await import('./editor/GuideEditorWithDraft.tsx')).GuideEditorWithDraft,
}));

/** The whole guide: its form in sections, the real page beside it, and what keeps it from being published. */
export function GuideEditorScreen() {
  const guideId = Number(useParams()['guideId']);
  const guide = useQuery(guideQueries.one(guideId));

  return (
    <>
      <BackLink to="/admin/listicles">All listicles</BackLink>
      <PageHeader
        title={guide.data ? guide.data.title : 'Edit Listicle'}
        purpose="Edits are kept as a draft while you type. Readers see them when you save."
        action={
          guide.data && (
            <>
              {isPublicStatus(guide.data.status) && (
                <Button
                  href={`/listicles/${guideId}-${guide.data.slug}`}
                  target="_blank"
                  rel="noopener"
                  startIcon={<Icon path={mdiOpenInNew} />}
                >
                  View the live page
                </Button>
              )}
              <Button
                variant="outlined"
                component={Link}
                to={`/admin/listicles/${guideId}/items`}
                startIcon={<Icon path={mdiFormatListNumbered} />}
              >
                Products ({guide.data.items_count})
              </Button>
            </>
          )
        }
      />
      {guide.error && !guide.data ? (
        <ErrorState error={guide.error} onRetry={() => void guide.refetch()} />
      ) : guide.data ? (
        <Suspense fallback={<EditorSkeleton />}>
          <GuideEditorWithDraft key={guideId} guide={guide.data} />
        </Suspense>
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
}
