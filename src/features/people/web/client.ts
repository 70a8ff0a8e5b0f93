import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Person, PersonChange, PersonInput } from '../contract.ts';

const BASE = '/settings/people';

type One = { data: Person; message?: string };

/** The calls of authors and reviewers, one for each route. */
export const peopleClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Person>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch people' }),

  create: (body: PersonInput): Promise<One> => call('POST', BASE, { body, fallback: 'Failed to create person' }),

  update: (id: number, body: PersonChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to save person' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete person' }),

  restore: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore person' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const PEOPLE_KEY = ['people'] as const;

/** What screens ask for with `useQuery`. */
export const peopleQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...PEOPLE_KEY, 'list', query],
      queryFn: ({ signal }) => peopleClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** Everybody by name, for pickers. */
  options: () =>
    queryOptions({
      queryKey: [...PEOPLE_KEY, 'options'],
      queryFn: async ({ signal }) => (await peopleClient.list({ limit: 'all' }, signal)).data,
    }),
};
