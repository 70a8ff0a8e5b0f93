import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/**
 * Stops Back, links and reloads while something typed is unsaved.
 * @returns the blocker: when its state is `blocked`, ask, then `proceed()` or `reset()`.
 */
export function useUnsavedGuard(isUnsaved: boolean): Blocker {
  useEffect(() => {
    if (!isUnsaved) return;
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', handleUnload);
    return () => window.removeEventListener('beforeunload', handleUnload);
  }, [isUnsaved]);
  return useBlocker(isUnsaved);
}
