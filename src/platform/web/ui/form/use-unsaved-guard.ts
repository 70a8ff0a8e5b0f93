import { useEffect, useEffectEvent } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { isChanging } from '../../http.ts';

/** Forms with something unsaved: one may be opened out of another, and the router asks only the last. */
const unsaved = new Set<() => boolean>();

/**
 * Stops Back, links and reloads while something typed is unsaved, and while it is on its way to the server.
 * @param isSaving a save is under way; once the server has answered, its screen may move on
 * @returns the blocker: when its state is `blocked`, ask, then `proceed()` or `reset()`.
 */
export function useUnsavedGuard(isUnsaved: boolean, isSaving = false): Blocker {
  const isInTheWay = useEffectEvent(() => !isSaving || isChanging());
  useEffect(() => {
    if (!isUnsaved) return;
    const self = () => isInTheWay();
    unsaved.add(self);
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', handleUnload);
    return () => {
      unsaved.delete(self);
      window.removeEventListener('beforeunload', handleUnload);
    };
  }, [isUnsaved]);
  return useBlocker(() => [...unsaved].some((isInTheWay) => isInTheWay()));
}
