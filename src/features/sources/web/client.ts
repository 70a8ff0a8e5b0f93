import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { firstFound } from '../../../platform/web/first-found.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Source, SourceChange, SourceDetail, SourceInput, SourceTemplate } from '../contract.ts';

const BASE = '/admin/traffic-sources';

type One = { data: SourceDetail; message?: string };

/** The calls of traffic sources, one for each route. Errors pass through unchanged: there are no fallback texts. */
export const sourcesClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Source>> => call('GET', BASE, { query, signal }),
  find: async (id: number, signal?: AbortSignal): Promise<SourceDetail> =>
    (await call<One>('GET', `${BASE}/${id}`, { signal })).data,
  create: (body: SourceInput): Promise<One> => call('POST', BASE, { body }),
  update: (id: number, body: SourceChange): Promise<One> => call('PUT', `${BASE}/${id}`, { body }),
  remove: (id: number): Promise<{ message?: string }> => call('DELETE', `${BASE}/${id}`),
  restore: (id: number): Promise<One> => call('POST', `${BASE}/${id}/restore`),
  templates: async (signal?: AbortSignal): Promise<SourceTemplate[]> =>
    (await call<{ data: SourceTemplate[] }>('GET', `${BASE}/templates`, { signal })).data,
};

/** The first word of every cache key below; name it to read them all again. */
export const SOURCES_KEY = ['sources'] as const;

/** What screens ask for with `useQuery`. */
export const sourceQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...SOURCES_KEY, 'list', query],
      queryFn: ({ signal }) => sourcesClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** The first few that are not archived, for pickers. */
  search: (search: string) =>
    firstFound([...SOURCES_KEY, 'search', search], (few, signal) =>
      sourcesClient.list({ ...few, search, all: 1 }, signal),
    ),

  one: (id: number) =>
    queryOptions({ queryKey: [...SOURCES_KEY, 'one', id], queryFn: ({ signal }) => sourcesClient.find(id, signal) }),

  /** The shipped templates; they change only with a new version of the program. */
  templates: () =>
    queryOptions({
      queryKey: [...SOURCES_KEY, 'templates'],
      queryFn: ({ signal }) => sourcesClient.templates(signal),
      staleTime: Infinity,
    }),
};
