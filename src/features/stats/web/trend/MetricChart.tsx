import Skeleton from '@mui/material/Skeleton';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const LiveTrend = lazyPart(async () => ({ default: (await import('./LiveTrend.tsx')).LiveTrend }));

/** The chart below the cards of a screen, whose code comes after theirs. */
export const MetricChart = (props: ComponentProps<typeof LiveTrend>) => (
  <Suspense fallback={<Skeleton variant="rounded" height={368} sx={{ mb: 3 }} />}>
    <LiveTrend {...props} />
  </Suspense>
);
