import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '../../../../platform/web/ui/dialog/snackbar.ts';
import type { DraftState } from '../draft/use-draft-sync.ts';

type Props = {
  isEdited: boolean;
  /** Save was pressed and is not answered: whoever leaves then waits for the answer. */
  isSaving: boolean;
  state: DraftState;
  flush: () => Promise<boolean>;
};

/** Whoever leaves with unsaved edits finds them kept as a draft; it asks only when keeping them failed. */
export function DraftGuard({ isEdited, isSaving, state, flush }: Props) {
  const notify = useSnackbar();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isEdited && currentLocation.pathname !== nextLocation.pathname,
  );
  const isAtRisk = isSaving || (state.kind !== 'none' && state.kind !== 'kept');

  useEffect(() => {
    if (!isAtRisk) return;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', handleUnload);
    return () => window.removeEventListener('beforeunload', handleUnload);
  }, [isAtRisk]);

  const handleLeave = useEffectEvent(async () => {
    if (!(await flush())) return;
    if (isEdited) notify({ message: 'Your edits are kept as a draft. Readers see them when you save.', tone: 'info' });
    blocker.proceed?.();
  });
  useEffect(() => {
    if (blocker.state === 'blocked' && !isSaving) void handleLeave();
  }, [blocker.state, isSaving]);

  const isLost = state.kind === 'failed' || state.kind === 'elsewhere';
  if (!isLost || isSaving || blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without your edits?"
      text="They could not be kept as a draft, and are lost when you leave."
      cancelLabel="Stay here"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
