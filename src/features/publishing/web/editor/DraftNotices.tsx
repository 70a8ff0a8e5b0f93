import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { formatDateTime } from '../../../../platform/web/date-time.ts';
import { actionBelow } from '../../../../platform/web/ui/table/action-below.ts';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import type { Draft, DraftReply } from '../../contract.ts';
import type { DraftState } from '../draft/use-draft-sync.ts';

type Props = {
  noun: string;
  /** What was found when the editor opened. */
  found: DraftReply;
  /** Of the record when the editor opened. */
  version: number;
  state: DraftState;
  onTake: (draft: Draft) => void;
  onKeepMine: () => void;
};

/** What an editor must know before typing: a draft was found, it is older than the record, somebody else is at it too. */
export function DraftNotices({ noun, found, version, state, onTake, onKeepMine }: Props) {
  const zone = useTimeZone();
  const [isRead, setIsRead] = useState(false);
  const { data: draft, others } = found;
  const at = (iso: string) => formatDateTime(iso, zone);
  return (
    <>
      {state.kind === 'elsewhere' && (
        <Alert
          severity="warning"
          sx={{ mb: 2, ...actionBelow }}
          action={
            <>
              <Button color="inherit" size="small" onClick={() => onTake(state.draft)}>
                Show those
              </Button>
              <Button color="inherit" size="small" onClick={onKeepMine}>
                Keep these
              </Button>
            </>
          }
        >
          Another window of yours kept newer edits at {at(state.draft.updated_at)}. Which ones go on?
        </Alert>
      )}
      {draft && !isRead && state.kind !== 'elsewhere' && (
        <Alert severity="info" sx={{ mb: 2 }} onClose={() => setIsRead(true)}>
          {draft.restored_from === null
            ? `These are your edits of ${at(draft.updated_at)}, which are not saved yet.`
            : `This is revision ${draft.restored_from}, restored as a draft.`}{' '}
          Readers see the {noun} as it was saved last.
          {draft.base_version < version &&
            ` The ${noun} was saved by somebody since; when you save, you choose field by field.`}
        </Alert>
      )}
      {others.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {others.map((one) => `${one.username} (${at(one.updated_at)})`).join(', ')}{' '}
          {others.length === 1 ? 'has' : 'have'} unsaved edits of this {noun} too. Nothing gets lost: whoever saves
          second is shown both versions.
        </Alert>
      )}
    </>
  );
}
