import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatBytes, formatDuration } from '../../../platform/text/sizes.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { StatusChip } from '../../../platform/web/ui/StatusChip.tsx';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { BackupRun, BackupsShown } from '../contract.ts';
import { backupQueries, backupsClient, BACKUPS_KEY } from './client.ts';

const TITLE = 'Backups';

/** How the last backups and drills went, when the next ones begin, and a button for each. */
export function BackupsPart() {
  const state = useQuery(backupQueries.all());
  const afterChange = useAfterChange(BACKUPS_KEY);
  const notify = useSnackbar();
  const start = useMutation({
    mutationFn: (kind: BackupRun['kind']) => backupsClient.run(kind),
    onSuccess: ({ message }) => afterChange({ message }),
    onError: (failure) => notify({ message: failure.message, tone: 'error' }),
  });
  const { data: shown } = state;
  if (shown === undefined) return <FailedParts queries={[state]} />;
  const isBusy = start.isPending || shown.runs.some(({ outcome }) => outcome === null);
  return (
    <Box component="section" aria-label={TITLE} sx={{ mt: 4 }}>
      <Typography component="h2" variant="h6">
        {TITLE}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5, overflowWrap: 'anywhere' }}>
        <Sentence {...shown} />
      </Typography>
      {shown.place !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
          <Button variant="outlined" size="small" disabled={isBusy} onClick={() => start.mutate('backup')}>
            Back up now
          </Button>
          <Button
            variant="outlined"
            size="small"
            disabled={isBusy || !shown.runs.some(({ kind, outcome }) => kind === 'backup' && outcome === 'good')}
            onClick={() => start.mutate('drill')}
          >
            Try the newest one
          </Button>
        </Box>
      )}
      {shown.runs.length > 0 && (
        <Paper variant="outlined" component="ul" aria-label={TITLE} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {shown.runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Paper>
      )}
    </Box>
  );
}

function Sentence({ place, is_on: isOn, next_at: next, next_drill_at: drill }: BackupsShown) {
  if (place === null) return 'None is taken by itself: BACKUP_TO names no place.';
  if (!isOn) return `They would go to ${place}; none is taken by itself. Switch them on in Site Settings.`;
  return (
    <>
      They go to {place}.{' '}
      {next && (
        <>
          The next one begins <DateTime value={next} />.{' '}
        </>
      )}
      {drill && (
        <>
          The newest one is restored on trial <DateTime value={drill} />.
        </>
      )}
    </>
  );
}

const TONES = { good: 'good', failed: 'bad', impossible: 'warn' } as const;
const NAMES = { backup: 'Backup', drill: 'Drill' };

function RunRow({ run }: { run: BackupRun }) {
  const {
    kind,
    outcome,
    started_at: started,
    ended_at: ended,
    bytes,
    new_bytes: fresh,
    key,
    note,
    error,
    backup,
  } = run;
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography sx={{ fontWeight: 600 }}>{NAMES[kind]}</Typography>
        <StatusChip status={outcome ?? 'running'} tone={outcome === null ? 'info' : TONES[outcome]} />
        <Typography variant="body2">
          <DateTime value={started} />
          {ended !== null && `, took ${formatDuration(Date.parse(ended) - Date.parse(started))}`}
          {bytes !== null && `, ${formatBytes(bytes)}`}
          {fresh !== null && ` (${formatBytes(fresh)} new)`}
          {key === 'apart' && ', WITHOUT THE KEY'}
          {run.cause === 'person' && ', by hand'}
        </Typography>
      </Box>
      {(error !== null || note !== '' || (kind === 'drill' && backup !== null)) && (
        <Typography
          variant="body2"
          sx={{ color: error === null ? 'text.secondary' : 'error.main', overflowWrap: 'anywhere' }}
        >
          {kind === 'drill' && backup !== null && `${backup}: `}
          {error ?? note}
        </Typography>
      )}
    </Box>
  );
}
