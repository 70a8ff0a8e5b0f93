import { type ReactNode, useState } from 'react';
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Options = {
  isUnsaved: boolean;
  isSaving?: boolean;
  /** What would be lost. */
  text: string;
  onDiscard: () => void;
  /** Closes the dialog; a screen has none, the router alone leaves it. */
  onClose?: () => void;
};

/** Asks before what was typed and not saved is lost: with the dialog, or with the screen below it. */
export function useLeaving({ isUnsaved, isSaving, text, onDiscard, onClose }: Options) {
  const [isAsking, setIsAsking] = useState(false);
  const guard = useUnsavedGuard(isUnsaved, isSaving);
  const discard = () => {
    onDiscard();
    if (guard.state === 'blocked') guard.proceed();
    else onClose?.();
  };
  const keepEditing = () => {
    setIsAsking(false);
    guard.reset?.();
  };
  const question: ReactNode = (isAsking || guard.state === 'blocked') && (
    <ConfirmDialog
      title="Discard changes?"
      text={text}
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      onConfirm={discard}
      onClose={keepEditing}
    />
  );

  return { close: () => (isUnsaved ? setIsAsking(true) : onClose?.()), question };
}
