import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { settingsClient, settingsQueries } from '../../../features/settings/web/client.ts';
import { may } from '../../../platform/web/session/permissions.ts';
import { actionBelow } from '../../../platform/web/ui/table/action-below.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { useChangeNotice } from '../../../platform/web/undo/use-change-notice.ts';

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
  const queries = useQueryClient();
  const notify = useChangeNotice();
  if (!sample.data) return <FailedParts queries={[sample]} />;

  const handleRemove = async () => {
    const { message = 'The sample is gone.' } = await settingsClient.removeSample();
    notify({ message });
    setIsAsking(false);
    // it was in every list and every number
    void queries.invalidateQueries();
  };

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
      {isAsking && (
        <ConfirmDialog
          title="Remove the sample"
          text="Are you sure you want to remove the sample guides, products, sources and the link? Everything you made yourself stays."
          confirmLabel="Remove sample"
          onConfirm={handleRemove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
