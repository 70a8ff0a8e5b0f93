import type { Deps } from '../../../platform/server/deps.ts';
import { sendCsv } from '../../../platform/server/http/csv.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { FILE_MS, until, whileAsked } from '../../stats/server/as-asked.ts';
import { BudgetInput, BudgetQuery, BudgetsReply } from '../contract.ts';
import { budgetsOf, budgetsTable, setBudget } from './service.ts';

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
    ({ query, reply }): Promise<unknown> =>
      query.format === 'csv'
        ? sendCsv(reply, 'budgets', (signal) => budgetsTable(until(signal, deps, FILE_MS), query))
        : budgetsOf(whileAsked(deps, reply), query),
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
