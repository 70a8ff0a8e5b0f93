import type { QueryKey } from '@tanstack/react-query';
import { useAfterChange } from './use-after-change.ts';
import { useCall } from './use-call.ts';

type Reply = { message?: string };

/** The two calls of a feature's client that belong together. */
export type RemovalCalls = { remove: (id: number) => Promise<Reply>; restore: (id: number) => Promise<Reply> };

/** Said when the server's answer has no words of its own. */
export type RemovalWords = { removed: string; restored: string };

/**
 * Moves a record to the trash; the snackbar that says so offers Undo.
 * @param key the first words of the cache keys that are read again
 * @returns rejects with the server's refusal, and then nothing has changed.
 */
export function useRemoval(calls: RemovalCalls, key: QueryKey, words: RemovalWords): (id: number) => Promise<void> {
  const afterChange = useAfterChange(key);
  const call = useCall(key);

  return async (id) => {
    const { message = words.removed } = await calls.remove(id);
    afterChange({ message, action: { label: 'Undo', onClick: () => call(() => calls.restore(id), words.restored) } });
  };
}
