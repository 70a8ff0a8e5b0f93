import { IdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { LinkRuleParams, RuleChange, RuleInput, RuleOrder, RuleParams, RulesReply } from '../rule-contract.ts';
import * as rules from './rule-service.ts';

const BASE = '/api/admin/tracking-links';

/** Rules of a link. Each change answers the whole list. */
export function ruleRoutes(route: Route, deps: Deps): void {
  const reply = RulesReply;

  route.get(
    `${BASE}/:id/rules`,
    { access: 'read:commerce', summary: 'Rules of a link', params: IdParams, reply },
    async ({ params }) => ({ data: await rules.listRules(deps, params.id) }),
  );

  route.post(
    `${BASE}/:id/rules`,
    { access: 'write:commerce', summary: 'Add a rule', params: IdParams, body: RuleInput, reply, status: 201 },
    async ({ actor, params, body }) => ({
      data: await rules.addRule(deps, actor, params.id, body),
      message: 'Rule added.',
    }),
  );

  route.put(
    `${BASE}/:id/rules/order`,
    { access: 'write:commerce', summary: 'Put the rules in order', params: IdParams, body: RuleOrder, reply },
    async ({ actor, params, body }) => ({
      data: await rules.reorderRules(deps, actor, params.id, body),
      message: 'Order saved.',
    }),
  );

  route.put(
    `${BASE}/rules/:ruleId`,
    { access: 'write:commerce', summary: 'Change a rule', params: RuleParams, body: RuleChange, reply },
    async ({ actor, params, body }) => ({
      data: await rules.updateRule(deps, actor, params.ruleId, body),
      message: 'Rule saved.',
    }),
  );

  route.delete(
    `${BASE}/:id/rules/:ruleId`,
    { access: 'write:commerce', summary: 'Remove a rule and its destinations', params: LinkRuleParams, reply },
    async ({ actor, params }) => ({
      data: await rules.removeRule(deps, actor, params.id, params.ruleId),
      message: 'Rule removed.',
    }),
  );
}
