import { IdParams, Message } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { OwnColumnChange, OwnColumnInput, OwnColumnReply, OwnColumns } from '../../../reports/own-columns-contract.ts';
import {
  createOwnColumn,
  deleteOwnColumn,
  listOwnColumns,
  updateOwnColumn,
} from '../../../reports/server/own-columns.ts';

const PATH = '/api/admin/stats/columns';

/** Columns that people make for the reports, for themselves or for the team. */
export function ownColumnRoutes(route: Route, deps: Deps): void {
  route.get(
    PATH,
    { access: 'read:stats', summary: 'Own columns of reports: yours, and those of the team', reply: OwnColumns },
    async ({ actor }) => ({ data: await listOwnColumns(deps.db, actor) }),
  );
  route.post(
    PATH,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Make a column of reports out of known metrics',
      body: OwnColumnInput,
      reply: OwnColumnReply,
      status: 201,
    },
    async ({ actor, body }) => ({ data: await createOwnColumn(deps, actor, body), message: 'Column saved.' }),
  );
  route.patch(
    `${PATH}/:id`,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Change an own column',
      params: IdParams,
      body: OwnColumnChange,
      reply: OwnColumnReply,
    },
    async ({ actor, params, body }) => ({
      data: await updateOwnColumn(deps, actor, params.id, body),
      message: 'Column saved.',
    }),
  );
  route.delete(
    `${PATH}/:id`,
    {
      access: 'read:stats',
      isForPeople: true,
      summary: 'Delete an own column; views that show it show the rest',
      params: IdParams,
      reply: Message,
    },
    async ({ actor, params }) => {
      await deleteOwnColumn(deps, actor, params.id);
      return { message: 'Column deleted.' };
    },
  );
}
