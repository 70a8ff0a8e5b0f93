import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Suspense, type ReactNode } from 'react';

type Props = {
  title: string;
  height: number;
  /** Have the figures come? Until then the place is held. */
  isReady: boolean;
  /** The chart, whose code may still be on its way. */
  children: ReactNode;
  /** Below the chart: its table. */
  below?: ReactNode;
};

/** A chart with its title; it takes the same room from the first moment on. */
export function ChartFrame({ title, height, isReady, children, below }: Props) {
  const skeleton = <Skeleton variant="rounded" height={height} />;
  return (
    <Paper variant="outlined" component="figure" sx={{ m: 0, mb: 3, p: 2, breakInside: 'avoid' }}>
      <Typography component="figcaption" variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {isReady ? (
        <>
          <Suspense fallback={skeleton}>{children}</Suspense>
          {below}
        </>
      ) : (
        skeleton
      )}
    </Paper>
  );
}
