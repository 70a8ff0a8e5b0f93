import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { Realtime } from '../../realtime-contract.ts';

/** What just happened is looked at for what comes next. */
const REFRESH_MS = 5000;

/** The last minutes, asked for again and again, but not while the tab is hidden. Apart from the other calls: no screen need fetch it at once. */
export const realtimeQuery = queryOptions({
  queryKey: ['stats', 'realtime'],
  queryFn: ({ signal }): Promise<Realtime> =>
    call('GET', '/admin/stats/realtime', { signal, fallback: 'Failed to fetch the last minutes' }),
  refetchInterval: REFRESH_MS,
});
