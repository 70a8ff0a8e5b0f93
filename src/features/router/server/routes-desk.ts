import { SimulateInput, SimulateReply } from '../../links/rule-contract.ts';
import type { ClickCaps } from './click-caps.ts';
import type { Routing } from './redirecting/routing-tables.ts';
import { simulate } from './redirecting/simulate.ts';
import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { LostLead, LostReply } from '../lost-contract.ts';
import * as lost from './lost-slugs.ts';

const BASE = '/api/admin/tracking-links/util/lost-slugs';

/** Addresses of links that there are not. */
export function lostRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    { access: 'read:commerce', summary: 'Slugs that visitors asked for and that lead nowhere', reply: LostReply },
    async () => ({ data: await lost.listLostSlugs(deps) }),
  );

  route.post(
    `${BASE}/:id/lead`,
    {
      access: 'write:commerce',
      summary: 'Make a lost slug lead to a link',
      params: IdParams,
      body: LostLead,
      reply: Message,
    },
    async ({ actor, params, body }) => ({ message: await lost.leadLostSlug(deps, actor, params.id, body.link_id) }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:commerce', summary: 'Forget a lost slug', params: IdParams, reply: Message },
    async ({ params }) => {
      await lost.forgetLostSlug(deps, params.id);
      return { message: 'Forgotten. It is listed again when somebody comes by it.' };
    },
  );
}

/** Where visitors would go, and why. */
export function simulatorRoutes(
  route: Route,
  deps: Deps,
  router: { caps: ClickCaps; routing: () => Promise<Routing> },
): void {
  route.post(
    '/api/admin/tracking-links/:id/simulate',
    {
      access: 'read:commerce',
      summary: 'Where visitors would go, and why',
      params: IdParams,
      body: SimulateInput,
      reply: SimulateReply,
    },
    async ({ params, body }) => ({ data: await simulate({ ...deps, ...router }, params.id, body) }),
  );
}
