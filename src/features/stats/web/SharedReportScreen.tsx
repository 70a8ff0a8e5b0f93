import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { ApiError, call } from '../../../platform/web/http.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import type { SharedView } from '../shared-view-contract.ts';

const SharedReport = lazyPart(async () => ({ default: (await import('./views/SharedReport.tsx')).SharedReport }));

const tokenIn = (hash: string): string => hash.slice(1);

/** A saved view for whoever has a link to it: its token stands behind the `#`, which no server and no log sees. */
export function SharedReportScreen() {
  const [token, setToken] = useState(() => tokenIn(window.location.hash));
  useEffect(() => {
    // a link that is pasted over the address of this page loads no page
    const listener = () => setToken(tokenIn(window.location.hash));
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);
  const shared = useQuery({
    queryKey: ['shared-report', token],
    queryFn: ({ signal }) =>
      call<SharedView>('GET', '/shared/report', { token, signal, fallback: 'Failed to fetch the report' }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { data, error } = shared;
  return (
    <Box component="main" sx={{ minHeight: '100vh', p: { xs: 2, sm: 3, lg: 4 }, maxWidth: 1400, mx: 'auto' }}>
      <title>{`${data?.name ?? 'Report'} | Shared report`}</title>
      {data && !error && (
        <Suspense>
          <SharedReport view={data} />
        </Suspense>
      )}
      {error && (
        <Paper variant="outlined" sx={{ maxWidth: 640, mx: 'auto', mt: { xs: 2, sm: 8 }, p: 3 }}>
          <Typography variant="h1" sx={{ mb: 2 }}>
            Shared report
          </Typography>
          {error instanceof ApiError && error.status === 404 ? (
            <Alert severity="info">{error.message}</Alert>
          ) : (
            <ErrorState error={error} onRetry={() => void shared.refetch()} />
          )}
        </Paper>
      )}
      {shared.isPending && (
        <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
          <CircularProgress aria-label="The report is being fetched" />
        </Box>
      )}
    </Box>
  );
}
