import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../../platform/web/http.ts';
import type { ApiKey, ApiKeyBody, ApiKeysReply, MadeKey } from '../../contract-keys.ts';

const BASE = '/settings/keys';

/** The calls of keys, one for each route. */
export const keysClient = {
  list: (query: Query, signal?: AbortSignal): Promise<ApiKeysReply> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch the keys.' }),

  make: (body: ApiKeyBody): Promise<MadeKey> => call('POST', BASE, { body, fallback: 'Failed to make the key.' }),

  revoke: (id: number): Promise<{ data: ApiKey; message: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to revoke the key.' }),
};

/** The first word of every cache key below. */
export const KEYS_KEY = ['api-keys'] as const;

export const keysQueries = {
  all: (query: Query) =>
    queryOptions({
      queryKey: [...KEYS_KEY, query],
      queryFn: ({ signal }) => keysClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),
};
