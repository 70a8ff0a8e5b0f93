import { mdiArrowLeft, mdiFormatListNumbered, mdiOpenInNew } from '@mdi/js';
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
import { guideQueries } from './client.ts';
import { GuideEditor } from './GuideEditor.tsx';

/** The whole guide: its form in sections, the real page beside it, and what keeps it from being published. */
export function GuideEditorScreen() {
  const guideId = Number(useParams()['listicleId']);
  const guide = useQuery(guideQueries.one(guideId));
  const draft = useQuery(publishingQueries.draft(`/admin/listicles/${guideId}`));
  const error = guide.error ?? draft.error;
  const retry = () => {
    if (guide.error) void guide.refetch();
    if (draft.error) void draft.refetch();
  };

  return (
    <>
      <Button component={Link} to="/admin/listicles" startIcon={<Icon path={mdiArrowLeft} />} sx={{ mb: 1, ml: -1 }}>
        All listicles
      </Button>
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
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : guide.data && draft.data ? (
        <GuideEditor key={guideId} guide={guide.data} found={draft.data} />
      ) : (
        <Box aria-hidden sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 42%' } }}>
          <Skeleton variant="rounded" height={520} />
          <Skeleton variant="rounded" height={520} />
        </Box>
      )}
    </>
  );
}
