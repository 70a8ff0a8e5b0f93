import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { TrashEntry } from '../contract.ts';

/** An entry with an id that no entry of another kind has. */
export type TrashRow = Omit<TrashEntry, 'id'> & { id: string };

async function fetchTrash(query: Query, signal: AbortSignal): Promise<Paged<TrashRow>> {
  const fallback = 'Failed to fetch the trash';
  const page = await call<Paged<TrashEntry>>('GET', '/admin/trash', { query, signal, fallback });
  return { ...page, data: page.data.map((entry) => ({ ...entry, id: `${entry.kind} ${entry.id}` })) };
}

/** Brings a record back by the path that its entry names. */
export const restoreEntry = ({ restore_path: path }: Pick<TrashRow, 'restore_path'>): Promise<{ message?: string }> =>
  call('POST', path.replace(/^\/api/, ''), { fallback: 'Failed to bring it back' });

/** What the screen asks for with `useQuery`. */
export const trashQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: ['trash', 'list', query],
      queryFn: ({ signal }) => fetchTrash(query, signal),
      placeholderData: keepPreviousData,
      // whatever was deleted on another screen lies here
      staleTime: 0,
    }),
};
