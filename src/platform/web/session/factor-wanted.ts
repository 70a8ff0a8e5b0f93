import { useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

/** The server asks for a second factor before anything else, or no longer. */
export function noteFactorWanted(next: boolean): void {
  if (next === isWanted) return;
  isWanted = next;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Must whoever is signed in set up a second factor first? */
export const useFactorWanted = (): boolean => useSyncExternalStore(listen, () => isWanted);
