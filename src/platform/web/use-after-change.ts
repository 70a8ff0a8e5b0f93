import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Notice } from './ui/dialog/snackbar.ts';
import { useChangeNotice } from './undo/use-change-notice.ts';

/**
 * What follows a successful change: the lists below `key` are read again and the snackbar says it, with a way back where there is one.
 * @param key the first words of the cache keys concerned: `['networks']`
 */
export function useAfterChange(key: QueryKey): (notice: Notice) => void {
  const queries = useQueryClient();
  const tell = useChangeNotice();
  return (notice) => {
    tell(notice);
    void queries.invalidateQueries({ queryKey: key });
  };
}
