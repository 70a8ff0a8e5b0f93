import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/web/http.ts';

const FRESH_MS = 10_000;

/** The cache of what the server said. A call that got no answer, or a 5xx, is tried once more; a refusal never. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        retryDelay: 1000,
      },
      mutations: { retry: false },
    },
  });
}
