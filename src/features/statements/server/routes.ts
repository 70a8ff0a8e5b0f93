import type { Deps } from '../../../platform/server/deps.ts';
import { LongIdParams, Message } from '../../../platform/paging.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  AcceptBody,
  BatchList,
  BatchReply,
  ImportBody,
  ImportReply,
  StatementBody,
  StatementReply,
} from '../contract.ts';
import { acceptFindings } from './accept.ts';
import { importFile, listBatches, undoBatch } from './import.ts';
import { compareStatement } from './compare.ts';

const CONVERSIONS = '/api/admin/conversions';
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** Files of networks: imports that can be taken back, and statements set against our records. */
export function statementRoutes(route: Route, deps: Deps): void {
  route.post(
    `${CONVERSIONS}/import`,
    {
      access: 'write:conversions',
      summary: 'Import conversions from a CSV file; a dry run unless told otherwise',
      body: ImportBody,
      reply: ImportReply,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      room: 'much',
    },
    ({ actor, body }) => importFile(deps, actor, body),
  );

  route.get(
    `${CONVERSIONS}/imports`,
    { access: 'read:commerce', summary: 'The last imports', reply: BatchList },
    async () => {
      const data = await listBatches(deps.db);
      return { data, total: data.length };
    },
  );

  route.post(
    `${CONVERSIONS}/imports/:id/undo`,
    { access: 'write:conversions', summary: 'Take an import back', params: LongIdParams, reply: Message },
    async ({ actor, params }) => {
      const changed = await undoBatch(deps, actor, params.id);
      return { message: `Import taken back. ${changed} ${changed === 1 ? 'conversion' : 'conversions'} changed.` };
    },
  );

  route.post(
    `${CONVERSIONS}/reconcile`,
    {
      access: 'admin',
      summary: "Set a network's statement against our records; nothing is written",
      body: StatementBody,
      reply: StatementReply,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      room: 'none',
    },
    ({ body }) => compareStatement(deps, body),
  );

  route.post(
    `${CONVERSIONS}/reconcile/accept`,
    {
      access: 'admin',
      summary: 'Take findings of a statement over as the network has them; a dry run unless told otherwise',
      body: AcceptBody,
      reply: BatchReply,
      bodyLimitBytes: BODY_LIMIT_BYTES,
    },
    ({ actor, body }) => acceptFindings(deps, actor, body),
  );
}
