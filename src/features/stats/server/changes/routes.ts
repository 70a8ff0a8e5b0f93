import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { Changes, ChangesQuery } from '../../changes/contract.ts';
import { asAsked } from '../as-asked.ts';
import { refuseSubs } from '../builder/refuse-subs.ts';
import { changes } from './changes.ts';

/** Where a change of a figure comes from. */
export function changeRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/changes',
    {
      access: 'read:stats',
      summary: 'What the change of a figure comes from: the lines that moved most, cut by cut',
      query: ChangesQuery,
      reply: Changes,
    },
    ({ query, ...call }) => {
      refuseSubs(call.actor, query);
      return asAsked(deps, call, query, { name: 'changes', ask: (scope) => changes(scope, query) });
    },
  );
}
