import { call, type Query } from '../../../../platform/web/http.ts';
import type { Cohorts } from '../../cohorts/contract.ts';
import { numbers } from '../client.ts';

/** Apart from the other numbers, so that only this screen fetches it. Days that are over change slowly: it is not asked again by itself. */
export const cohortsQuery = (query: Query) => ({
  ...numbers('cohorts', query, (asked, signal): Promise<Cohorts> =>
    call('GET', '/admin/stats/cohorts', { query: asked, signal, fallback: 'Failed to fetch cohorts' }),
  ),
  refetchInterval: false as const,
});
