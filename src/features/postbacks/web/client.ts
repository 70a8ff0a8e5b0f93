import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { PostbackLog } from '../../conversions/contract.ts';
import { DESK_KEY } from '../../conversions/web/client.ts';
import type {
  AssignBody,
  Candidates,
  Conversion,
  EachReply,
  MapStatusBody,
  Orphan,
  RematchBody,
  UnmappedStatus,
} from '../../conversions/manual-contract.ts';
import type { TrashedNetworks, UnknownAddresses } from '../unknown-contract.ts';
import type { NetworkTest } from '../contract.ts';

const BASE = '/admin/affiliate-networks';
const CONVERSIONS = '/admin/conversions';
const UNMAPPED = `${BASE}/unmapped-statuses`;
const LAST = 20;
const AGAIN_MS = 5000;

/** The calls of what networks told, one for each route. */
export const postbacksClient = {
  last: async (networkId: number, signal?: AbortSignal): Promise<PostbackLog[]> =>
    (
      await call<Paged<PostbackLog>>('GET', `${BASE}/${networkId}/postback-logs`, {
        query: { limit: LAST },
        signal,
        fallback: 'Failed to fetch postbacks',
      })
    ).data,
  test: (networkId: number): Promise<NetworkTest> =>
    call('POST', `${BASE}/${networkId}/test-postback`, { fallback: 'Failed to test the postback' }),
  orphans: (query: Query, signal?: AbortSignal): Promise<Paged<Orphan>> =>
    call('GET', `${CONVERSIONS}/orphans`, { query, signal, fallback: 'Failed to fetch orphans' }),
  rematch: (body: RematchBody): Promise<EachReply> =>
    call('POST', `${CONVERSIONS}/rematch`, { body, fallback: 'Failed to look for clicks' }),
  candidates: (id: string, signal?: AbortSignal): Promise<Candidates> =>
    call('GET', `${CONVERSIONS}/${id}/candidates`, { signal, fallback: 'Failed to fetch clicks' }),
  assign: (id: string, body: AssignBody): Promise<{ data: Conversion; message?: string }> =>
    call('POST', `${CONVERSIONS}/${id}/rematch`, { body, fallback: 'Failed to tie the conversion to the click' }),
  unmapped: (signal?: AbortSignal): Promise<{ data: UnmappedStatus[]; total: number }> =>
    call('GET', UNMAPPED, { signal, fallback: 'Failed to fetch status words' }),
  unknownAddresses: (signal?: AbortSignal): Promise<UnknownAddresses> =>
    call('GET', `${CONVERSIONS}/unknown-addresses`, { signal, fallback: 'Failed to fetch unknown addresses' }),
  trashedNetworks: (signal?: AbortSignal): Promise<TrashedNetworks> =>
    call('GET', `${CONVERSIONS}/trashed-networks`, { signal, fallback: 'Failed to fetch what waits for networks' }),
  mapStatus: (body: MapStatusBody): Promise<{ message: string; judged: number }> =>
    call('POST', UNMAPPED, { body, fallback: 'Failed to explain the status word' }),
};

/** The first word of the cache key below. */
export const NETWORK_POSTBACKS_KEY = ['network-postbacks'] as const;

export const postbackQueries = {
  /** Asked for again and again, because a person is waiting for the network's own test. */
  last: (networkId: number) =>
    queryOptions({
      queryKey: [...NETWORK_POSTBACKS_KEY, networkId],
      queryFn: ({ signal }) => postbacksClient.last(networkId, signal),
      refetchInterval: AGAIN_MS,
    }),
  orphans: (query: Query) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'orphans', query],
      queryFn: ({ signal }) => postbacksClient.orphans(query, signal),
      placeholderData: keepPreviousData,
    }),
  candidates: (id: string) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'candidates', id],
      queryFn: ({ signal }) => postbacksClient.candidates(id, signal),
    }),
  unmapped: () =>
    queryOptions({ queryKey: [...DESK_KEY, 'unmapped'], queryFn: ({ signal }) => postbacksClient.unmapped(signal) }),
  unknownAddresses: () =>
    queryOptions({
      queryKey: [...DESK_KEY, 'unknown-addresses'],
      queryFn: ({ signal }) => postbacksClient.unknownAddresses(signal),
    }),
  trashedNetworks: () =>
    queryOptions({
      queryKey: [...DESK_KEY, 'trashed-networks'],
      queryFn: ({ signal }) => postbacksClient.trashedNetworks(signal),
    }),
};
