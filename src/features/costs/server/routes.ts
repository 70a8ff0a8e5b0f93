import { LongIdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { seesTraces } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { CostImportBody, CostImportReply, CostInput, CostPage, CostQuery, CostReply } from '../contract.ts';
import type { BillPort } from './enter.ts';
import { isSub } from '../narrowing.ts';
import { importCosts } from './import.ts';
import { addCost, COST_COLUMNS, listCostLines, listCosts, undoCost } from './service.ts';

const COSTS = '/api/admin/costs';

type Narrowed = { param: string | null; value: string | null };
/** A sub id may tell who somebody is. */
const withoutSub = <Entry extends Narrowed>(entry: Entry): Entry =>
  isSub(entry.param) ? { ...entry, value: '(hidden)' } : entry;

/** What was paid for arrivals. */
export function costRoutes(route: Route, all: Deps, bills: BillPort): void {
  const deps = { ...all, bills };
  route.get(
    COSTS,
    { access: 'read:commerce', summary: 'What was paid for arrivals', query: CostQuery, reply: CostPage },
    async ({ actor, query, reply }): Promise<unknown> => {
      const told = <Page extends { data: Narrowed[] }>(page: Page): Page =>
        seesTraces(actor) ? page : { ...page, data: page.data.map(withoutSub) };
      if (query.format !== 'csv') return told(await listCosts(deps, query));
      return sendList(reply, deps, query, {
        name: 'costs',
        columns: COST_COLUMNS,
        list: async (inside, page) => told(await listCostLines(inside, { ...query, ...page })),
      });
    },
  );

  route.post(
    COSTS,
    {
      access: 'write:commerce',
      summary: 'Write down a cost and spread it',
      body: CostInput,
      reply: CostReply,
      status: 201,
    },
    async ({ actor, body }) => {
      const data = await addCost(deps, actor, body);
      const visits = data.visits === 1 ? '1 visit' : `${data.visits} visits`;
      const where = data.visits === 0 ? 'its first day: no arrival was found' : visits;
      return { data, message: `Cost written, spread over ${where}.` };
    },
  );

  route.post(
    `${COSTS}/import`,
    {
      access: 'write:commerce',
      summary: 'Import costs from a CSV file; a dry run unless told otherwise',
      body: CostImportBody,
      reply: CostImportReply,
      bodyLimitBytes: 3 * 1024 * 1024,
      room: 'much',
    },
    ({ actor, body }) => importCosts(deps, actor, body),
  );

  route.post(
    `${COSTS}/:id/undo`,
    { access: 'write:commerce', summary: 'Take a cost back', params: LongIdParams, reply: CostReply },
    async ({ actor, params }) => ({ data: await undoCost(deps, actor, params.id), message: 'Cost taken back.' }),
  );
}
