import { useQueryClient } from '@tanstack/react-query';
import { settingsClient } from '../../../features/settings/web/client.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { useChangeNotice } from '../../../platform/web/undo/use-change-notice.ts';

/** Asks before the sample is taken out. */
export function SampleRemoval({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const notify = useChangeNotice();
  const handleRemove = async () => {
    const { message = 'The sample is gone.' } = await settingsClient.removeSample();
    notify({ message });
    onClose();
    // it was in every list and every number
    void queries.invalidateQueries();
  };
  return (
    <ConfirmDialog
      title="Remove the sample"
      text="Are you sure you want to remove the sample guides, products, sources and the link? Everything you made yourself stays."
      confirmLabel="Remove sample"
      onConfirm={handleRemove}
      onClose={onClose}
    />
  );
}
