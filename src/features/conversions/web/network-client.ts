import { queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call } from '../../../platform/web/http.ts';
import type { NetworkTest, PostbackLog } from '../contract.ts';

const BASE = '/admin/affiliate-networks';
const LAST = 20;
const AGAIN_MS = 5000;

/** The calls of a network's postbacks, one for each route. */
export const networkPostbacksClient = {
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
};

/** The first word of the cache key below. */
export const NETWORK_POSTBACKS_KEY = ['network-postbacks'] as const;

export const networkPostbackQueries = {
  /** Asked for again and again, because a person is waiting for the network's own test. */
  last: (networkId: number) =>
    queryOptions({
      queryKey: [...NETWORK_POSTBACKS_KEY, networkId],
      queryFn: ({ signal }) => networkPostbacksClient.last(networkId, signal),
      refetchInterval: AGAIN_MS,
    }),
};
