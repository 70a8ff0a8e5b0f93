import type { Deps } from '../../../platform/server/deps.ts';
import { Message } from '../../../platform/paging.ts';
import type { Route } from '../../../platform/server/http.ts';
import { ConversionParams } from '../manual-contract.ts';
import {
  AcceptBody,
  BatchList,
  BatchReply,
  ImportBody,
  ImportReply,
  StatementBody,
  StatementReply,
} from '../statement-contract.ts';
import { EraseBody, HeldQuery, HeldReply } from '../traces-contract.ts';
import { acceptFindings } from './accept.ts';
import { importFile, listBatches, undoBatch } from './import.ts';
import { compareStatement } from './statements.ts';
import { eraseTraces, exportHeld } from './traces.ts';

const CONVERSIONS = '/api/admin/conversions';
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** Files of networks (imports that can be taken back, statements set against our records), and the data of one person. */
export function fileRoutes(route: Route, deps: Deps): void {
  route.post(
    `${CONVERSIONS}/import`,
    {
      access: 'admin',
      summary: 'Import conversions from a CSV file; a dry run unless told otherwise',
      body: ImportBody,
      reply: ImportReply,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      room: 'much',
    },
    ({ actor, body }) => importFile(deps, actor, body),
  );

  route.get(`${CONVERSIONS}/imports`, { access: 'admin', summary: 'The last imports', reply: BatchList }, async () => {
    const data = await listBatches(deps.db);
    return { data, total: data.length };
  });

  route.post(
    `${CONVERSIONS}/imports/:id/undo`,
    { access: 'admin', summary: 'Take an import back', params: ConversionParams, reply: Message },
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

  route.get(
    '/api/admin/personal-data',
    { access: 'admin', summary: 'Everything that is held about a click', query: HeldQuery, reply: HeldReply },
    ({ query }) => exportHeld(deps, query.click_id),
  );

  route.post(
    '/api/admin/personal-data/erase',
    {
      access: 'admin',
      summary: 'Delete what ties a click to a person; the money stays',
      body: EraseBody,
      reply: Message,
    },
    async ({ actor, body }) => {
      await eraseTraces(deps, actor, body.click_id, body.reason);
      return { message: 'The traces of this click are deleted. The money stays counted.' };
    },
  );
}
