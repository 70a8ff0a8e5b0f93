import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../../platform/web/session/permissions.ts';
import type { Query } from '../../../../platform/web/http.ts';
import { EmptyState } from '../../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';
import type { FigureName } from '../../../reports/metrics.ts';
import { statsQueries } from '../client.ts';
import { StatsCsv } from '../parts/StatsCsv.tsx';
import { CtrTable } from './CtrTable.tsx';
import { LikelyBestLine } from './LikelyBestLine.tsx';
import { PositionChart } from '../charts/PositionChart.tsx';

const SwapPanel = lazyPart(async () => ({ default: (await import('./SwapPanel.tsx')).SwapPanel }));
const WhenCard = lazyPart(async () => ({ default: (await import('../heat/WhenCard.tsx')).WhenCard }));

type Props = {
  guide: { id: number; title: string };
  query: Query;
  currency: string;
  /** The card that was chosen. */ figure: FigureName | undefined;
  onClose: () => void;
};

/** Click-through of the products of one guide at each place they had, and what another order would bring. */
export function CtrDialog({ guide, query, currency, figure = 'clicks', onClose }: Props) {
  const asked = { ...query, compare: '' };
  // a change of places is told by clicks
  const { time_basis: _basis, ...byClick }: Query = asked;
  const stats = useQuery(statsQueries.ctr({ ...asked, listicle_id: guide.id }));
  const { data } = stats;
  return (
    <ViewDialog title={`Products of ${guide.title}`} width="table" onClose={onClose}>
      {stats.error ? (
        <ErrorState error={stats.error} onRetry={() => void stats.refetch()} />
      ) : data?.data.length === 0 ? (
        <EmptyState text="No product of this guide was seen or clicked in this period. Choose more days, or send readers to the guide." />
      ) : (
        <>
          <PositionChart rows={data?.data} />
          {may('read:money') && (
            <>
              <LikelyBestLine query={{ listicle_id: guide.id }} what="product" />
              <Suspense>
                <SwapPanel guideId={guide.id} query={byClick} />
              </Suspense>
            </>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 260px' }}>
              Below each rate: where the true one lies in 95 of 100 cases. Usual here = what an average product of this
              guide gets at the same place.
            </Typography>
            {may('read:money') && <StatsCsv screen="ctr" query={{ ...asked, listicle_id: guide.id }} />}
          </Box>
          {data ? <CtrTable rows={data.data} currency={currency} /> : <Skeleton variant="rounded" height={260} />}
          {may('read:money') && (
            <Box sx={{ mt: 3 }}>
              <Suspense>
                <WhenCard filters={{ ...query, status: '', listicle_id: guide.id }} figure={figure} />
              </Suspense>{' '}
            </Box>
          )}
        </>
      )}
    </ViewDialog>
  );
}
