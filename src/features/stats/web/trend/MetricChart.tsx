import Skeleton from '@mui/material/Skeleton';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';

const MetricTrend = lazyPart(async () => ({ default: (await import('./MetricTrend.tsx')).MetricTrend }));

/** The chart below the cards of a screen, whose code comes after theirs. */
export const MetricChart = (props: ComponentProps<typeof MetricTrend>) => (
  <Suspense fallback={<Skeleton variant="rounded" height={368} sx={{ mb: 3 }} />}>
    <MetricTrend {...props} />
  </Suspense>
);
