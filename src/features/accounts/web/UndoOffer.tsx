import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/web/http.ts';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { sendUndo } from './audit/audit-client.ts';
import { UndoDialog } from './audit/UndoDialog.tsx';

type Props = { entry: string; onClose: () => void };

/** Takes a change back at once; where something of it was changed since, both are shown first. */
export function UndoOffer({ entry, onClose }: Props) {
  const [hasConflict, setHasConflict] = useState(false);
  const queries = useQueryClient();
  const notify = useSnackbar();
  /** An effect may run more than once for one press. */
  const sent = useRef<string>(undefined);

  useEffect(() => {
    if (sent.current === entry) return;
    sent.current = entry;
    sendUndo(entry, false).then(
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
    );
  }, [entry, notify, onClose, queries]);

  return hasConflict ? <UndoDialog entry={{ id: entry, title: 'Undo' }} onClose={onClose} /> : null;
}
