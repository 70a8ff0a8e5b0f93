import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/web/http.ts';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { sendUndo } from './audit/audit-client.ts';
import { UndoDialog } from './audit/UndoDialog.tsx';

type Props = { entry: string; onClose: () => void };

/** Entries that are being taken back: an effect may run twice. */
const underWay = new Set<string>();

/** Takes a change back at once; where something of it was changed since, both are shown first. */
export function UndoOffer({ entry, onClose }: Props) {
  const [hasConflict, setHasConflict] = useState(false);
  const queries = useQueryClient();
  const notify = useSnackbar();

  useEffect(() => {
    if (underWay.has(entry)) return;
    underWay.add(entry);
    sendUndo(entry, false)
      .then(
        ({ message }) => {
          onClose();
          notify({ message });
          // whatever it was about is on other screens
          void queries.invalidateQueries();
        },
        (error: Error) => {
          if (error instanceof ApiError && error.details['plan']) return setHasConflict(true);
          onClose();
          notify({ message: error.message, tone: 'error' });
        },
      )
      .finally(() => underWay.delete(entry));
    // of one press, whatever is drawn meanwhile
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entry]);

  return hasConflict ? <UndoDialog entry={{ id: entry, title: 'Undo' }} onClose={onClose} /> : null;
}
