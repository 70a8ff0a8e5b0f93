import { Suspense } from 'react';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { BackupPlace } from '../../../features/backups/web/BackupPlace.tsx';
import { SettingsScreen } from '../../../features/settings/web/SettingsScreen.tsx';

const SiteChangeFacts = lazyPart(async () => ({
  default: (await import('../../../features/conversions/web/SiteChangeFacts.tsx')).SiteChangeFacts,
}));

/** The settings, with what another currency or zone does to the money and the days that are there, and where backups go. */
export function SiteSettingsScreen() {
  return (
    <SettingsScreen
      renderChange={(change) => (
        <Suspense>
          <SiteChangeFacts {...change} />
        </Suspense>
      )}
      renderPlace={() => <BackupPlace />}
    />
  );
}
