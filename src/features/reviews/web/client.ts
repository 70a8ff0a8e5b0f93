import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BulkChangesReply, Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import { firstFound } from '../../../platform/web/first-found.ts';
import type { BulkStatus, Review, ReviewChange, ReviewInput } from '../contract.ts';

const BASE = '/admin/offer-content';

type One = { data: Review; message?: string };

/** The calls of reviews ("content" on the screen), one for each route. */
export const reviewsClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Review>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch offer content' }),

  find: async (id: number, signal?: AbortSignal): Promise<Review> =>
    (await call<One>('GET', `${BASE}/${id}`, { signal, fallback: 'Failed to fetch content' })).data,

  create: (body: ReviewInput): Promise<One> => call('POST', BASE, { body, fallback: 'Failed to create offer content' }),

  update: (id: number, body: ReviewChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to update offer content' }),

  setStatuses: (body: BulkStatus): Promise<BulkChangesReply> =>
    call('POST', `${BASE}/bulk-status`, { body, fallback: 'Failed to set the status' }),

  /** An address that shows a review with my unsaved edits to whoever has it. */
  previewUrl: async (id: number): Promise<string> =>
    (
      await call<{ data: { url: string } }>('POST', `${BASE}/${id}/preview-link`, {
        fallback: 'The preview link could not be made',
      })
    ).data.url,

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete offer content' }),

  restore: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore offer content' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const REVIEWS_KEY = ['reviews'] as const;

/** What screens ask for with `useQuery`. */
export const reviewQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...REVIEWS_KEY, 'list', query],
      queryFn: ({ signal }) => reviewsClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** Read anew each time that an editor opens; what is typed there is compared with it. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...REVIEWS_KEY, 'one', id],
      queryFn: ({ signal }) => reviewsClient.find(id, signal),
      gcTime: 0,
    }),

  /** The first few that hold the text, for a picker. */
  search: (search: string) =>
    firstFound([...REVIEWS_KEY, 'search', search], (few, signal) =>
      reviewsClient.list({ ...few, search, sortBy: 'title', order: 'asc' }, signal),
    ),
};
