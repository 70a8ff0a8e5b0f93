import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { Series } from './TrendPlot.tsx';

const TrendPlot = lazy(async () => ({ default: (await import('./TrendPlot.tsx')).TrendPlot }));
const HEIGHT = 260;

type Props = {
  title: string;
  days: readonly string[] | undefined;
  series: readonly Series[];
};

/** A course over days, as a chart and, for who wants the figures, as a table. */
export function TrendChart({ title, days, series }: Props) {
  return (
    <Paper variant="outlined" component="figure" sx={{ m: 0, mb: 3, p: 2 }}>
      <Typography component="figcaption" variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {days === undefined ? (
        <Skeleton variant="rounded" height={HEIGHT} />
      ) : (
        <>
          <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
            <TrendPlot days={days} series={series} height={HEIGHT} />
          </Suspense>
          <Box component="details" sx={{ mt: 1 }}>
            <Box component="summary" sx={{ cursor: 'pointer', color: 'secondary.main' }}>
              Show as a table
            </Box>
            <Box
              sx={{ maxHeight: 240, overflow: 'auto', mt: 1 }}
              tabIndex={0}
              role="region"
              aria-label={`${title}, as a table`}
            >
              <Box
                component="table"
                sx={{
                  borderCollapse: 'collapse',
                  '& th, & td': { p: '4px 12px', textAlign: 'right' },
                  '& th:first-of-type': { textAlign: 'left' },
                }}
              >
                <thead>
                  <tr>
                    <th scope="col">Day</th>
                    {series.map((one) => (
                      <th key={one.label} scope="col">
                        {one.label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days.map((day, i) => (
                    <tr key={day}>
                      <th scope="row">{day}</th>
                      {series.map((one) => (
                        <td key={one.label}>{one.values[i]}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </Box>
            </Box>
          </Box>
        </>
      )}
    </Paper>
  );
}
