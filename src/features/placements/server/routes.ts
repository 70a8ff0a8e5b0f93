import { z } from 'zod';
import { IdParams, Message, oneOf } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { refuseFile } from '../../../platform/server/http/access.ts';
import { sendCsv } from '../../../platform/server/http/csv.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  Losing,
  ListsQuery,
  LosingQuery,
  OfSource,
  PlacementList,
  PlacementListInput,
  PlacementRule,
  PlacementRuleInput,
} from '../contract.ts';
import { FILE_MS, until, whileAsked } from '../../stats/server/as-asked.ts';
import { keepList, listsTable, placementLists, removeList } from './lists.ts';
import { losingPlacements, losingTable } from './losing.ts';
import { placementRules, removeRule, saveRule } from './service.ts';

/** Placements of a source that lose money: which, asked every day, and told to the source. */
export function placementRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/losing-placements',
    {
      access: 'read:stats',
      summary: 'Which placements of a traffic source lose money for sure',
      query: LosingQuery,
      reply: Losing,
    },
    ({ query, reply, actor }): Promise<unknown> => {
      if (query.format !== 'csv') return losingPlacements(whileAsked(deps, reply), query);
      refuseFile(actor, actor.permissions.has('read:money'));
      return sendCsv(reply, 'losing-placements', (signal) => losingTable(until(signal, deps, FILE_MS), query));
    },
  );
  route.get(
    '/api/admin/stats/placement-rules',
    {
      access: 'read:stats',
      summary: 'What is asked of the placements of a source every day',
      query: OfSource,
      reply: z.object({ data: z.array(PlacementRule) }),
    },
    async ({ query }) => ({ data: await placementRules(deps.db, query.source_id) }),
  );
  route.post(
    '/api/admin/stats/placement-rules',
    {
      access: 'admin',
      summary: 'Ask every day which placements of a source lose',
      body: PlacementRuleInput,
      reply: oneOf(PlacementRule),
      status: 201,
    },
    async ({ actor, body }) => ({ data: await saveRule(deps, actor, body), message: 'Rule saved.' }),
  );
  route.delete(
    '/api/admin/stats/placement-rules/:id',
    { access: 'admin', summary: 'Ask no more every day', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await removeRule(deps, actor, params.id);
      return { message: 'Rule removed.' };
    },
  );
  route.get(
    '/api/admin/stats/placement-lists',
    {
      access: 'read:stats',
      summary: 'Which placements a source was told to leave out, and what that saved',
      query: ListsQuery,
      reply: z.object({ data: z.array(PlacementList) }),
    },
    async ({ query, reply, actor }): Promise<unknown> => {
      if (query.format !== 'csv') return { data: await placementLists(whileAsked(deps, reply), query) };
      refuseFile(actor, actor.permissions.has('read:money'));
      return sendCsv(reply, 'kept-lists', (signal) => listsTable(until(signal, deps, FILE_MS), query));
    },
  );
  route.post(
    '/api/admin/stats/placement-lists',
    {
      access: 'admin',
      summary: 'Keep which placements a source was told to leave out',
      body: PlacementListInput,
      reply: oneOf(PlacementList),
      status: 201,
    },
    async ({ actor, body }) => ({ data: await keepList(deps, actor, body), message: 'List kept.' }),
  );
  route.delete(
    '/api/admin/stats/placement-lists/:id',
    { access: 'admin', summary: 'Forget a list: its placements are judged again', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await removeList(deps, actor, params.id);
      return { message: 'List removed.' };
    },
  );
}
