import { call, type Query } from '../../../platform/web/http.ts';
import type { Losing } from '../contract.ts';
import { numbers } from '../../stats/web/client.ts';

/** Apart from the other numbers, so that only this screen fetches it. A verdict moves once a day. */
export const losingQuery = (query: Query) => ({
  ...numbers('losing-placements', query, (asked, signal): Promise<Losing> =>
    call('GET', '/admin/stats/losing-placements', {
      query: asked,
      signal,
      fallback: 'Failed to judge the placements',
    }),
  ),
  refetchInterval: false as const,
});
