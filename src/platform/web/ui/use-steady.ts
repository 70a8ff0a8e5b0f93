import { useCallback, useLayoutEffect, useRef } from 'react';

/** One function for good, which does what the last drawing says: what it is handed to need not be drawn again for it. For events only. */
export function useSteady<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
