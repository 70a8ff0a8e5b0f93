import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { ApiKey, ApiKeyBody, ApiKeysReply, MadeKey } from '../../contract-keys.ts';

const BASE = '/settings/keys';

/** The calls of keys, one for each route. */
export const keysClient = {
  list: (signal?: AbortSignal): Promise<ApiKeysReply> =>
    call('GET', BASE, { signal, fallback: 'Failed to fetch the keys.' }),

  make: (body: ApiKeyBody): Promise<MadeKey> => call('POST', BASE, { body, fallback: 'Failed to make the key.' }),

  revoke: (id: number): Promise<{ data: ApiKey; message: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to revoke the key.' }),
};

/** The first word of every cache key below. */
export const KEYS_KEY = ['api-keys'] as const;

export const keysQueries = {
  all: () => queryOptions({ queryKey: KEYS_KEY, queryFn: ({ signal }) => keysClient.list(signal) }),
};
