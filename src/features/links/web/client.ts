import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BulkChangesReply, Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import { firstFound } from '../../../platform/web/first-found.ts';
import type { LinkBulk } from '../list-contract.ts';
import type {
  DestinationChange,
  DestinationInput,
  DestinationsReply,
  GuideChoices,
  Link,
  LinkChange,
  LinkChoices,
  LinkInput,
} from '../contract.ts';

const BASE = '/admin/tracking-links';

type One = { data: Link; message?: string };

/** The calls of tracking links, one for each route; those of destinations answer the whole list of the link. */
export const linksClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Link>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch tracking links' }),

  find: async (id: number, signal?: AbortSignal): Promise<Link> =>
    (await call<One>('GET', `${BASE}/${id}`, { signal, fallback: 'Failed to fetch tracking link' })).data,

  create: (body: LinkInput): Promise<One> => call('POST', BASE, { body, fallback: 'Failed to create tracking link' }),

  update: (id: number, body: LinkChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to update tracking link' }),

  changeMany: (body: LinkBulk): Promise<BulkChangesReply> =>
    call('POST', `${BASE}/bulk`, { body, fallback: 'Failed to change the tracking links' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete tracking link' }),

  restore: (id: number): Promise<One> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore tracking link' }),

  destinations: (id: number, signal?: AbortSignal): Promise<DestinationsReply> =>
    call('GET', `${BASE}/${id}/destinations`, { signal, fallback: 'Failed to fetch destinations' }),

  addDestination: (id: number, body: DestinationInput): Promise<DestinationsReply> =>
    call('POST', `${BASE}/${id}/destinations`, { body, fallback: 'Failed to add destination' }),

  updateDestination: (destinationId: number, body: DestinationChange): Promise<DestinationsReply> =>
    call('PUT', `${BASE}/destinations/${destinationId}`, { body, fallback: 'Failed to update destination' }),

  removeDestination: (id: number, destinationId: number): Promise<DestinationsReply> =>
    call('DELETE', `${BASE}/${id}/destinations/${destinationId}`, { fallback: 'Failed to remove destination' }),

  setWeights: (id: number, weights: Record<string, number>): Promise<DestinationsReply> =>
    call('PUT', `${BASE}/${id}/destinations/weights`, {
      body: { weights },
      fallback: 'Failed to update destination',
    }),

  names: (query: Query, signal?: AbortSignal): Promise<LinkChoices> =>
    call('GET', `${BASE}/util/names`, { query, signal, fallback: 'Failed to fetch tracking links' }),

  availableGuides: async (search: string, signal?: AbortSignal): Promise<GuideChoices['data']> => {
    const fallback = 'Failed to fetch available listicles';
    const query = { search };
    return (await call<GuideChoices>('GET', `${BASE}/util/available-listicles`, { query, signal, fallback })).data;
  },

  /** The numbers of one link. @param reply the shape, which the reports know */
  stats: <T>(id: number, query: Query, reply: { parse: (value: unknown) => T }, signal?: AbortSignal): Promise<T> =>
    call('GET', `${BASE}/${id}/stats`, { query, reply, signal, fallback: 'Failed to fetch stats' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const LINKS_KEY = ['links'] as const;

/** What screens ask for with `useQuery`. */
export const linkQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'list', query],
      queryFn: ({ signal }) => linksClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** The first few that hold the text, for a picker. */
  search: (search: string) =>
    firstFound([...LINKS_KEY, 'search', search], (_few, signal) => linksClient.names({ search }, signal)),

  one: (id: number) =>
    queryOptions({ queryKey: [...LINKS_KEY, 'one', id], queryFn: ({ signal }) => linksClient.find(id, signal) }),

  /** Guides that a destination can lead to. */
  guides: (search: string) =>
    queryOptions({
      queryKey: ['guides', 'targets', search],
      queryFn: ({ signal }) => linksClient.availableGuides(search, signal),
      placeholderData: keepPreviousData,
    }),

  destinations: (id: number) =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'destinations', id],
      queryFn: async ({ signal }) => (await linksClient.destinations(id, signal)).data,
    }),
};
