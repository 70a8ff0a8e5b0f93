import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { settingsQueries } from './client.ts';
import type { NumbersChange } from './settings-form.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

// the form brings the form library and the contract; the frame of the screen does not wait for them
const SettingsForm = lazyPart(async () => ({ default: (await import('./SettingsForm.tsx')).SettingsForm }));

type Props = {
  /** What such a change does to money and days is known to a later feature; the back office puts it in. */
  renderChange: (change: NumbersChange) => ReactNode;
  /** Where backups go, of which a later feature knows. */
  renderPlace: () => ReactNode;
};

/** What the whole site says of itself and how long it keeps what. */
export function SettingsScreen({ renderChange, renderPlace }: Props) {
  // the shell may have read them long ago
  const settings = useQuery({ ...settingsQueries.site(), refetchOnMount: 'always' });
  const isFresh = settings.data && settings.isFetchedAfterMount;
  return (
    <>
      <PageHeader
        title="Site Settings"
        purpose="What the site says of itself, in which currency and time zone it counts, and how long it keeps what."
      />
      {settings.error && !settings.data ? (
        <Paper variant="outlined">
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        </Paper>
      ) : isFresh ? (
        <Suspense fallback={<FormToCome />}>
          <SettingsForm settings={settings.data} renderChange={renderChange} renderPlace={renderPlace} />
        </Suspense>
      ) : (
        <FormToCome />
      )}
    </>
  );
}

function FormToCome() {
  return [1, 2, 3].map((card) => (
    <Paper key={card} variant="outlined" aria-hidden sx={{ p: 3, mb: 2 }}>
      <Skeleton width="30%" />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Paper>
  ));
}
