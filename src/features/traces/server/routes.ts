import { Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { EraseBody, HeldQuery, HeldReply } from '../contract.ts';
import { eraseTraces, exportHeld } from './service.ts';

/** The data of one person. */
export function traceRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/personal-data',
    {
      access: 'admin',
      summary: 'Everything that is held about a click',
      query: HeldQuery,
      reply: HeldReply,
      asksPassword: true,
    },
    ({ query }) => exportHeld(deps, query.click_id),
  );

  route.post(
    '/api/admin/personal-data/erase',
    {
      access: 'admin',
      summary: 'Delete what ties a click to a person; the money stays',
      asksPassword: true,
      body: EraseBody,
      reply: Message,
    },
    async ({ actor, body }) => {
      await eraseTraces(deps, actor, body.click_id, body.reason);
      return { message: 'The traces of this click are deleted. The money stays counted.' };
    },
  );
}
