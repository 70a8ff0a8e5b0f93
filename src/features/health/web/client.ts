import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { ServerHealth } from '../contract.ts';

const PATH = '/admin/server-health';

export const healthClient = {
  check: async (instance?: number, signal?: AbortSignal): Promise<ServerHealth> => {
    const fallback = 'Failed to fetch server health';
    const reply = await call<{ data: ServerHealth }>(
      'GET',
      instance === undefined ? PATH : `${PATH}?instance=${instance}`,
      {
        ...(signal && { signal }),
        fallback,
      },
    );
    return reply.data;
  },
};

const POLL_MS = 5_000;

/** What screens ask for with `useQuery`. */
export const healthQueries = {
  /**
   * @param isPaused asks no more until told to
   * @param instance whose own checks; default is the one that answers
   */
  server: (isPaused: boolean, instance?: number) =>
    queryOptions({
      queryKey: ['health', instance ?? 'answering'],
      queryFn: ({ signal }) => healthClient.check(instance, signal),
      refetchInterval: isPaused ? false : POLL_MS,
      refetchOnWindowFocus: !isPaused,
      // the picker stays where it is while another one is asked
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
};
