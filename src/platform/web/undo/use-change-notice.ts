import { type Notice, useSnackbar } from '../ui/dialog/snackbar.ts';
import { takeOffer } from './undo-offer.ts';

/** Says by the snackbar what was just changed, and offers to take it back where the answer to the change did. */
export function useChangeNotice(): (notice: Notice) => void {
  const notify = useSnackbar();
  return (notice) => {
    const undo = takeOffer();
    notify({ ...notice, ...(undo !== undefined && !notice.action && { undo }) });
  };
}
