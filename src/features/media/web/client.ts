import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { ImageReply, LibraryChange, LibraryImage } from '../contract.ts';

const BASE = '/admin/images';

type One = { data: LibraryImage; message?: string };

/** The calls of the library of pictures, one for each route. */
export const mediaClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<LibraryImage>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch pictures' }),

  upload: (file: File): Promise<ImageReply> => {
    const body = new FormData();
    body.append('image', file);
    return call('POST', '/images', { body, fallback: 'Image upload failed' });
  },

  describe: (id: number, body: LibraryChange): Promise<One> =>
    call('PATCH', `${BASE}/${id}`, { body, fallback: 'Failed to save the picture' }),

  replace: (id: number, otherId: number): Promise<One> =>
    call('POST', `${BASE}/${id}/replace`, { body: { with: otherId }, fallback: 'Failed to replace the picture' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete the picture' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const MEDIA_KEY = ['media'] as const;

/** What screens ask for with `useQuery`. */
export const mediaQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...MEDIA_KEY, 'list', query],
      queryFn: ({ signal }) => mediaClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),
};
