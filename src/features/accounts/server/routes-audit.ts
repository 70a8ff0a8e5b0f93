import type { Deps } from '../../../platform/server/deps.ts';
import { refuseLimit, sendCsv } from '../../../platform/server/http/csv.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { AuditPage, AuditParams, AuditQuery, UndoBody, UndoPlan, UndoReply } from '../contract-audit.ts';
import type { AccountPorts } from './ports.ts';
import { auditTable, listAudit } from './service.ts';
import { planUndo, undo } from './undo/undo.ts';

/** The record of changes, and taking them back. */
export function auditRoutes(route: Route, { ports, ...deps }: Deps & { ports: AccountPorts }): void {
  // by the clock of the records, which say when they were changed
  const scope = { db: deps.db, clock: ports.wallClock, ports: ports.undo };

  route.get(
    '/api/settings/audit',
    { access: 'admin', summary: 'Who changed what, the latest first', query: AuditQuery, reply: AuditPage },
    ({ query, reply }): unknown => {
      if (query.format !== 'csv') return listAudit(scope, query);
      refuseLimit(query);
      return sendCsv(reply, 'audit', (signal) => auditTable(deps.db, query, scope.clock(), signal));
    },
  );

  route.get(
    '/api/settings/audit/:id/undo',
    {
      access: 'admin',
      summary: 'What taking a change back would do, and what was changed since',
      params: AuditParams,
      reply: UndoPlan,
    },
    ({ params }) => planUndo(scope, BigInt(params.id)),
  );

  route.post(
    '/api/settings/audit/:id/undo',
    {
      access: 'admin',
      summary: 'Take a change back, with all that the same call changed',
      params: AuditParams,
      body: UndoBody,
      reply: UndoReply,
    },
    async ({ params, body, actor }) => {
      const done = await undo(scope, actor, BigInt(params.id), body.overwrite);
      return { message: done === 1 ? 'Taken back.' : `Taken back: ${done} records are as they were.` };
    },
  );
}
