import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Source, SourceChange, SourceDetail, SourceInput, SourceTemplate } from '../contract.ts';

const BASE = '/admin/traffic-sources';

type One = { data: SourceDetail; message?: string };

/** The calls of traffic sources, one for each route. Errors pass through unchanged: there are no fallback texts. */
export const sourcesClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Source>> => call('GET', BASE, { query, signal }),
  find: async (id: number): Promise<SourceDetail> => (await call<One>('GET', `${BASE}/${id}`)).data,
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

  /** Every source that is not archived, for pickers. */
  options: () =>
    queryOptions({
      queryKey: [...SOURCES_KEY, 'options'],
      queryFn: async ({ signal }) => (await sourcesClient.list({ all: 1 }, signal)).data,
    }),

  /** The shipped templates; they change only with a new version of the program. */
  templates: () =>
    queryOptions({
      queryKey: [...SOURCES_KEY, 'templates'],
      queryFn: ({ signal }) => sourcesClient.templates(signal),
      staleTime: Infinity,
    }),
};
