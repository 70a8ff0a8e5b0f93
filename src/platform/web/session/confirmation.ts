import { useSyncExternalStore } from 'react';

type Waiting = { goOn: () => void; giveUp: () => void };

const waiting = new Set<Waiting>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * Waits until the person has typed the password again; calls that come meanwhile wait for the same answer.
 * @throws Error when the person would rather not, or the signal's reason
 */
export function whenConfirmed(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      waiting.delete(one);
      signal?.removeEventListener('abort', handleAbort);
      changed();
      settle();
    };
    const handleAbort = () => end(() => reject(signal!.reason as Error));
    const one: Waiting = {
      goOn: () => end(resolve),
      giveUp: () => end(() => reject(new Error('Nothing was done: your password was not confirmed.'))),
    };
    waiting.add(one);
    signal?.addEventListener('abort', handleAbort);
    changed();
  });
}

/** The server has taken the password: what waits is sent again. */
export function goOnConfirmed(): void {
  for (const one of waiting) one.goOn();
}

/** The person closed the question. */
export function giveUpConfirming(): void {
  for (const one of waiting) one.giveUp();
}

/** Does a call wait for the password? For what asks for it. */
export const useConfirmation = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.size > 0,
  );
