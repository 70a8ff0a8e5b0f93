import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type Notice, useSnackbar } from './ui/dialog/snackbar.ts';

/**
 * What follows a successful change: the lists below `key` are read again and the snackbar says it.
 * @param key the first words of the cache keys concerned: `['networks']`
 */
export function useAfterChange(key: QueryKey): (notice: Notice) => void {
  const queries = useQueryClient();
  const notify = useSnackbar();
  return (notice) => {
    notify(notice);
    void queries.invalidateQueries({ queryKey: key });
  };
}
