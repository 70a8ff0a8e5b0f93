import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import type { BackupsShown } from '../contract.ts';
import { backupQueries } from './client.ts';

const OF_KEY: Record<BackupsShown['seals_key'], string> = {
  recipient: 'The key of the installation is in each, sealed to BACKUP_RECIPIENT.',
  sealed: 'The key of the installation is in each, sealed by BACKUP_PASSPHRASE.',
  apart:
    'THE KEY OF THE INSTALLATION IS NOT IN THEM, and without it nobody restores them: keep secret.key elsewhere, or have BACKUP_RECIPIENT set.',
};

/** Where backups go, which the environment of the program says alone. */
export function BackupPlace() {
  const state = useQuery(backupQueries.all());
  if (state.data === undefined) return <FailedParts queries={[state]} />;
  const { place, seals_key: key } = state.data;
  if (place === null)
    return (
      <Alert severity="info">
        No place is named, so no backup is taken by itself: whoever runs the program sets BACKUP_TO to a folder or to
        s3://BUCKET/PREFIX.
      </Alert>
    );
  return (
    <Alert severity={key === 'apart' ? 'warning' : 'info'} sx={{ overflowWrap: 'anywhere' }}>
      Backups go to {place}. {OF_KEY[key]}
    </Alert>
  );
}
