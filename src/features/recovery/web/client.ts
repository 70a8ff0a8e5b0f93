import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { StoreStanding } from '../contract.ts';

const POLL_MS = 30_000;
/** While it is being filled up, the share that is done moves. */
const FILLING_MS = 3_000;

/** What screens ask for with `useQuery`. */
export const eventStoreQueries = {
  standing: () =>
    queryOptions({
      queryKey: ['event-store'],
      queryFn: async ({ signal }): Promise<StoreStanding> => {
        const fallback = 'Failed to fetch the state of the event store';
        return (await call<{ data: StoreStanding }>('GET', '/admin/event-store', { signal, fallback })).data;
      },
      refetchInterval: ({ state }) => (state.data?.state === 'filling' ? FILLING_MS : POLL_MS),
    }),
};
