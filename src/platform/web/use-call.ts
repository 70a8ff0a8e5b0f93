import type { QueryKey } from '@tanstack/react-query';
import { useAfterChange } from './use-after-change.ts';
import type { Notice } from './ui/dialog/snackbar.ts';

type Call = () => Promise<Partial<Notice>>;

/**
 * Makes a call for a press that opens nothing: the snackbar says what was answered, or why it failed. Either way the lists below `key`
 * are read again.
 * @param key the first words of the cache keys concerned
 * @returns `word` is said where the answer has none of its own
 */
export function useCall(key: QueryKey): (call: Call, word?: string) => void {
  const afterChange = useAfterChange(key);
  return (call, word = 'Saved.') => {
    call().then(
      ({ message = word, tone = 'success' }) => afterChange({ message, tone }),
      (error: Error) => afterChange({ message: error.message, tone: 'error' }),
    );
  };
}
