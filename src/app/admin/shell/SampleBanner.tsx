import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { settingsQueries } from '../../../features/settings/web/client.ts';
import { may } from '../../../platform/web/session/permissions.ts';
import { actionBelow } from '../../../platform/web/ui/table/action-below.ts';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

const SampleRemoval = lazyPart(async () => ({ default: (await import('./SampleRemoval.tsx')).SampleRemoval }));

/** Whether there was a sample when this tab asked last. */
const REMEMBERED = 'sample';

/**
 * Says that the site shows the sample, for as long as it does, and takes it out. Where there was one the last time it stands there at once:
 * it would move the screen below it under somebody's press.
 */
export function SampleBanner() {
  const sample = useQuery({
    ...settingsQueries.sample(),
    placeholderData: () => sessionStorage.getItem(REMEMBERED) !== null || undefined,
  });
  const isThere = sample.isPlaceholderData ? undefined : sample.data;
  useEffect(() => {
    if (isThere === true) sessionStorage.setItem(REMEMBERED, '1');
    if (isThere === false) sessionStorage.removeItem(REMEMBERED);
  }, [isThere]);
  const [isAsking, setIsAsking] = useState(false);
  if (!sample.data) return <FailedParts queries={[sample]} />;

  return (
    <>
      <Alert
        severity="info"
        data-print="none"
        sx={{ mb: 3, ...actionBelow }}
        action={
          may('admin') && (
            <Button color="inherit" size="small" onClick={() => setIsAsking(true)} sx={{ whiteSpace: 'nowrap' }}>
              Remove sample
            </Button>
          )
        }
      >
        The site shows a labelled sample: three guides, twelve products, three reviews, two sources, one link.
      </Alert>
      <Suspense>{isAsking && <SampleRemoval onClose={() => setIsAsking(false)} />}</Suspense>
    </>
  );
}
