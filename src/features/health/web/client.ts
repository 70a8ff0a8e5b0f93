import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { ServerHealth } from '../contract.ts';

export const healthClient = {
  check: async (signal?: AbortSignal): Promise<ServerHealth> => {
    const fallback = 'Failed to fetch server health';
    const reply = await call<{ data: ServerHealth }>('GET', '/admin/server-health', {
      ...(signal && { signal }),
      fallback,
    });
    return reply.data;
  },
};

const POLL_MS = 5_000;

/** What screens ask for with `useQuery`. */
export const healthQueries = {
  /** @param isPaused asks no more until told to */
  server: (isPaused: boolean) =>
    queryOptions({
      queryKey: ['health'],
      queryFn: ({ signal }) => healthClient.check(signal),
      refetchInterval: isPaused ? false : POLL_MS,
      refetchOnWindowFocus: !isPaused,
      staleTime: 0,
    }),
};
