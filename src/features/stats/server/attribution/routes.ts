import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { asAsked } from '../as-asked.ts';
import { Attribution, AttributionQuery } from '../../attribution/contract.ts';
import { attribution } from './attribution.ts';

/** Which arrival of a day a conversion is put down to. */
export function attributionRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/attribution',
    {
      access: 'read:stats',
      summary: 'Conversions by last click, first touch and equal shares of the arrivals on the day of the click',
      query: AttributionQuery,
      reply: Attribution,
    },
    ({ query, ...call }) =>
      asAsked(deps, call, query, { name: 'attribution', ask: (scope) => attribution(scope, query) }),
  );
}
