import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsClient, settingsQueries } from '../../features/settings/web/client.ts';
import { actionBelow } from '../../platform/web/ui/action-below.ts';
import { ConfirmDialog } from '../../platform/web/ui/ConfirmDialog.tsx';
import { FailedParts } from '../../platform/web/ui/FailedParts.tsx';
import { useSnackbar } from '../../platform/web/ui/snackbar.ts';

/** Says that the site shows the sample, for as long as it does, and takes it out. */
export function SampleBanner() {
  const sample = useQuery(settingsQueries.sample());
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const notify = useSnackbar();
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
          <Button color="inherit" size="small" onClick={() => setIsAsking(true)} sx={{ whiteSpace: 'nowrap' }}>
            Remove sample
          </Button>
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
