import { mdiContentCopy, mdiPause, mdiPlay } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { may } from '../../../platform/web/session/permissions.ts';
import type { HealthCheck, HealthStatus, ServerHealth } from '../contract.ts';
import { formatDuration } from '../../../platform/text/sizes.ts';
import { CheckRow } from './CheckRow.tsx';
import { healthQueries } from './client.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { HealthMark } from './HealthMark.tsx';
import { HealthPart } from './HealthPart.tsx';
import { TroubleList } from './TroubleList.tsx';
import { WorkList } from './WorkList.tsx';

// hardly any site has several instances or was just brought back from a backup
const InstancePicker = lazyPart(async () => ({ default: (await import('./InstancePicker.tsx')).InstancePicker }));
const HoldPart = lazyPart(async () => ({ default: (await import('../../backups/web/HoldPart.tsx')).HoldPart }));

const BackupsPart = lazyPart(async () => ({
  default: (await import('../../backups/web/BackupsPart.tsx')).BackupsPart,
}));

const PLACES = 12;
const SENTENCES: Record<HealthStatus, string> = {
  ok: 'Everything works.',
  warn: 'It works, but something needs a look.',
  fail: 'Something does not work. See what to do below.',
};

/** Whether the server can do its work, and what to do when it cannot. */
export function HealthScreen() {
  const [isPaused, setIsPaused] = useState(false);
  const [picked, setPicked] = useState<number>();
  const { data: health, error, refetch } = useQuery(healthQueries.server(isPaused, picked));
  const isOneOfMany = (health?.instances.length ?? 0) > 1;
  // a balancer asks another one each time: the one that answered first stays
  if (picked === undefined && isOneOfMany && health?.instance) setPicked(health.instance);
  const notify = useSnackbar();

  const handleRetry = () => {
    // the one that was picked may be gone
    if (picked === undefined) void refetch();
    else setPicked(undefined);
  };

  const handleCopy = async (shown: ServerHealth) => {
    try {
      await navigator.clipboard.writeText(diagnosticsOf(shown));
      notify({ message: 'Diagnostics copied. They hold no secrets.' });
    } catch {
      notify({ message: 'The browser did not let us copy.', tone: 'error' });
    }
  };

  const actions = (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={isPaused ? mdiPlay : mdiPause} />}
        onClick={() => setIsPaused(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        variant="contained"
        startIcon={<Icon path={mdiContentCopy} />}
        disabled={!health}
        onClick={() => health && void handleCopy(health)}
      >
        Copy diagnostics
      </Button>
    </>
  );

  return (
    <>
      <PageHeader
        title="Server Health"
        purpose="Whether clicks are kept, postbacks go out and reports are fresh; looked at every 5 seconds."
        action={actions}
      />
      {may('admin') && (
        <Suspense>
          <HoldPart />
        </Suspense>
      )}
      {error && <ErrorState error={error} onRetry={handleRetry} />}
      {health && (
        <>
          <Paper variant="outlined" sx={{ p: 2, mb: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Box role="status" sx={{ display: 'flex', flex: 1, minWidth: 200, gap: 2 }}>
              <HealthMark status={health.status} />
              <span>{SENTENCES[health.status]}</span>
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {isPaused && 'Paused. '}Looked at <DateTime value={health.generated_at} />, running for{' '}
              {formatDuration(health.uptime_s * 1000)}, version {health.version}
              {health.commit !== null && ` (${health.commit})`}
            </Typography>
          </Paper>
          {isOneOfMany ? (
            <>
              <Suspense>
                <InstancePicker instances={health.instances} picked={health.instance} onPick={setPicked} />
              </Suspense>
              <CheckList label={`Checks of instance ${health.instance}`} checks={checksOf(health, 'instance')} />
              <HealthPart title="The Whole Site" text="What all instances share." />
              <CheckList label="Checks of the whole site" checks={checksOf(health, 'site')} />
            </>
          ) : (
            <CheckList label="Checks" checks={health.checks} />
          )}
          {may('admin') && (
            <Suspense>
              <BackupsPart />
            </Suspense>
          )}
          <WorkList work={health.work} />
          <TroubleList troubles={health.troubles} />
        </>
      )}
      {!health && !error && (
        <Box aria-busy aria-label="Loading" role="status">
          {Array.from({ length: PLACES }, (_, place) => (
            <Skeleton key={place} variant="rounded" height={64} sx={{ mb: 1 }} />
          ))}
        </Box>
      )}
    </>
  );
}

const ORDER: Record<HealthStatus, number> = { fail: 0, warn: 1, ok: 2 };

const checksOf = ({ checks }: ServerHealth, of: HealthCheck['of']) => checks.filter((check) => check.of === of);

/** What needs somebody comes first; within a status the server's order stays. */
function CheckList({ label, checks }: { label: string; checks: readonly HealthCheck[] }) {
  return (
    <Paper variant="outlined" component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {checks
        .toSorted((a, b) => ORDER[a.status] - ORDER[b.status])
        .map((check) => (
          <CheckRow key={check.key} check={check} />
        ))}
    </Paper>
  );
}
