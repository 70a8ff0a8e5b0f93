import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Forms with something unsaved: one may be opened out of another, and the router asks only the last. */
const unsaved = new Set<object>();
const isAnyUnsaved = () => unsaved.size > 0;

/**
 * Stops Back, links and reloads while something typed is unsaved.
 * @returns the blocker: when its state is `blocked`, ask, then `proceed()` or `reset()`.
 */
export function useUnsavedGuard(isUnsaved: boolean): Blocker {
  useEffect(() => {
    if (!isUnsaved) return;
    const self = {};
    unsaved.add(self);
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', handleUnload);
    return () => {
      unsaved.delete(self);
      window.removeEventListener('beforeunload', handleUnload);
    };
  }, [isUnsaved]);
  return useBlocker(isAnyUnsaved);
}
