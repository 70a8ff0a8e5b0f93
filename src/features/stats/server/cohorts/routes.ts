import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { asAsked } from '../as-asked.ts';
import { CohortQuery, Cohorts } from '../../cohorts/contract.ts';
import { cohorts } from './cohorts.ts';

/** What clicks of a day bring by and by. */
export function cohortRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/cohorts',
    {
      access: 'read:stats',
      summary: 'What the clicks of a day, week or month brought after 1, 7 and 30 days, and what is still to come',
      query: CohortQuery,
      reply: Cohorts,
    },
    ({ query, ...call }) => asAsked(deps, call, query, { name: 'cohorts', ask: (scope) => cohorts(scope, query) }),
  );
}
