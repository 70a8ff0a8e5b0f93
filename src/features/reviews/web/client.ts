import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Review, ReviewChange, ReviewInput } from '../contract.ts';

const BASE = '/admin/offer-content';

type One = { data: Review; message?: string };

/** The calls of reviews ("content" on the screen), one for each route. */
export const reviewsClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Review>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch offer content' }),

  create: (body: ReviewInput): Promise<One> => call('POST', BASE, { body, fallback: 'Failed to create offer content' }),

  update: (id: number, body: ReviewChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to update offer content' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete offer content' }),

  restore: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore offer content' }),
};

/** Rows that a picker shows. */
const FOUND = 25;

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

  /** The first few that hold the text, for a picker. */
  search: (search: string) =>
    queryOptions({
      queryKey: [...REVIEWS_KEY, 'search', search],
      queryFn: async ({ signal }) =>
        (await reviewsClient.list({ search, limit: FOUND, sortBy: 'title', order: 'asc' }, signal)).data,
      placeholderData: keepPreviousData,
    }),
};
