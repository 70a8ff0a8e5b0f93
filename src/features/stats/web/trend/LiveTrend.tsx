import { type ComponentProps, Suspense } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';
import { MetricTrend } from './MetricTrend.tsx';

const RealtimeStrip = lazyPart(async () => ({
  default: (await import('../realtime/RealtimeStrip.tsx')).RealtimeStrip,
}));

type Props = ComponentProps<typeof MetricTrend>;

/** The chart of a screen; on that of all guides, which is looked at first, the last minutes of the site stand above it. */
export function LiveTrend(props: Props) {
  return (
    <>
      {props.changes['about'] === 'listicles' && (
        <Suspense fallback={<Skeleton variant="rounded" height={180} sx={{ mb: 3 }} />}>
          <RealtimeStrip />
        </Suspense>
      )}
      <MetricTrend {...props} />
    </>
  );
}
