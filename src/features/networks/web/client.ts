import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { firstFound } from '../../../platform/web/first-found.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Network, NetworkChange, NetworkInput, NetworkTemplate } from '../contract.ts';

const BASE = '/admin/affiliate-networks';

type One = { data: Network; message?: string };

/** The calls of affiliate networks, one for each route. */
export const networksClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Network>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch affiliate networks' }),

  find: async (id: number, signal?: AbortSignal): Promise<Network> =>
    (await call<One>('GET', `${BASE}/${id}`, { signal, fallback: 'Failed to fetch affiliate network' })).data,

  create: (body: NetworkInput): Promise<One> =>
    call('POST', BASE, { body, fallback: 'Failed to create affiliate network' }),

  update: (id: number, body: NetworkChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to update affiliate network' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete affiliate network' }),

  restore: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore affiliate network' }),

  rotateKey: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/rotate-key`, { fallback: 'Failed to make a new postback URL' }),

  templates: async (signal?: AbortSignal): Promise<NetworkTemplate[]> => {
    const fallback = 'Failed to fetch network templates';
    return (await call<{ data: NetworkTemplate[] }>('GET', `${BASE}/templates`, { signal, fallback })).data;
  },
};

/** The first word of every cache key below; name it to read them all again. */
export const NETWORKS_KEY = ['networks'] as const;

/** What screens ask for with `useQuery`. */
export const networkQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...NETWORKS_KEY, 'list', query],
      queryFn: ({ signal }) => networksClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** The first few that are not archived, for pickers. */
  search: (search: string) =>
    firstFound([...NETWORKS_KEY, 'search', search], (few, signal) =>
      networksClient.list({ ...few, search, all: 1 }, signal),
    ),

  one: (id: number) =>
    queryOptions({ queryKey: [...NETWORKS_KEY, 'one', id], queryFn: ({ signal }) => networksClient.find(id, signal) }),

  /** The shipped templates; they change only with a new version of the program. */
  templates: () =>
    queryOptions({
      queryKey: [...NETWORKS_KEY, 'templates'],
      queryFn: ({ signal }) => networksClient.templates(signal),
      staleTime: Infinity,
    }),
};
