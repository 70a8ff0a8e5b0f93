import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { firstFound } from '../../../platform/web/first-found.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Person, PersonChange, PersonInput } from '../contract.ts';

const BASE = '/settings/people';

type One = { data: Person; message?: string };

/** The calls of authors and reviewers, one for each route. */
export const peopleClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Person>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch people' }),

  find: async (id: number, signal?: AbortSignal): Promise<Person> =>
    (await call<One>('GET', `${BASE}/${id}`, { signal, fallback: 'Failed to fetch person' })).data,

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

  /** The first few by name, for pickers. */
  search: (search: string) =>
    firstFound([...PEOPLE_KEY, 'search', search], (few, signal) => peopleClient.list({ ...few, search }, signal)),

  one: (id: number) =>
    queryOptions({ queryKey: [...PEOPLE_KEY, 'one', id], queryFn: ({ signal }) => peopleClient.find(id, signal) }),
};
