import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { whileAsked } from '../../stats/server/as-asked.ts';
import { BudgetInput, BudgetQuery, BudgetsReply } from '../contract.ts';
import { budgetsOf, setBudget } from './service.ts';

const BASE = '/api/admin/budgets';

/** What may be spent on the sources, and what was. */
export function budgetRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    {
      access: 'read:commerce',
      summary: 'What was spent on the sources in a month, of what might be',
      query: BudgetQuery,
      reply: BudgetsReply,
    },
    ({ query, reply }) => budgetsOf(whileAsked(deps, reply), query),
  );
  route.put(
    BASE,
    {
      access: 'write:commerce',
      summary: 'Set what may be spent on a source from a month on',
      body: BudgetInput,
      reply: BudgetsReply,
    },
    ({ actor, body }) => setBudget(deps, actor, body),
  );
}
