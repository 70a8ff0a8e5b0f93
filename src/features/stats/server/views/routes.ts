import { z } from 'zod';
import { IdParams, Message, oneOf } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { SavedView, SavedViewInput } from '../../report-contract.ts';
import { listViews, pinView, removeView, saveView, unpinView } from './views.ts';

const PATH = '/api/admin/stats/views';

/** Reports that were given a name: the team's, and in whose drawer they stand. */
export function savedViewRoutes(route: Route, deps: Deps): void {
  route.get(
    PATH,
    { access: 'read:stats', summary: 'Reports that were saved', reply: z.object({ data: z.array(SavedView) }) },
    async ({ actor }) => ({ data: await listViews(deps.db, actor) }),
  );
  route.post(
    PATH,
    {
      access: 'admin',
      summary: 'Save a report under a name',
      body: SavedViewInput,
      reply: oneOf(SavedView),
      status: 201,
    },
    async ({ actor, body }) => ({ data: await saveView(deps, actor, body), message: 'View saved.' }),
  );
  route.delete(
    `${PATH}/:id`,
    { access: 'admin', summary: 'Forget a saved report', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await removeView(deps, actor, params.id);
      return { message: 'View removed.' };
    },
  );
  route.put(
    `${PATH}/:id/pin`,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Have a saved report in your own drawer',
      params: IdParams,
      reply: Message,
    },
    async ({ actor, params }) => {
      await pinView(deps, actor, params.id);
      return { message: 'The view is in your drawer.' };
    },
  );
  route.delete(
    `${PATH}/:id/pin`,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Take a saved report out of your own drawer',
      params: IdParams,
      reply: Message,
    },
    async ({ actor, params }) => {
      await unpinView(deps, actor, params.id);
      return { message: 'The view is out of your drawer.' };
    },
  );
}
