import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http.ts';
import { LostLead, LostReply } from '../lost-contract.ts';
import * as lost from './lost-slugs.ts';

const BASE = '/api/admin/tracking-links/util/lost-slugs';

/** Addresses of links that there are not. */
export function lostRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    { access: 'admin', summary: 'Slugs that visitors asked for and that lead nowhere', reply: LostReply },
    async () => ({ data: await lost.listLostSlugs(deps) }),
  );

  route.post(
    `${BASE}/:id/lead`,
    { access: 'admin', summary: 'Make a lost slug lead to a link', params: IdParams, body: LostLead, reply: Message },
    async ({ actor, params, body }) => ({ message: await lost.leadLostSlug(deps, actor, params.id, body.link_id) }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'admin', summary: 'Forget a lost slug', params: IdParams, reply: Message },
    async ({ params }) => {
      await lost.forgetLostSlug(deps, params.id);
      return { message: 'Forgotten. It is listed again when somebody comes by it.' };
    },
  );
}
