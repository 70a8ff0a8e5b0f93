import { paged, pageFrom } from '../../../platform/paging.ts';
import type { CsvTable } from '../../../platform/server/http/csv.ts';
import { type Permission, permissionsOf } from '../../../platform/permissions.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { fileDay, type Range } from '../../../platform/time.ts';
import type { AuditPage, AuditQuery } from '../contract-audit.ts';
import { findUser } from './store.ts';
import * as store from './store-audit.ts';
import { undoStates, type UndoScope } from './undo/undo.ts';

/** Is somebody still here, and may still do this? */
export async function isStillOpenTo(db: Db, userId: number, permission: Permission): Promise<boolean> {
  const user = await findUser(db, userId);
  return user !== undefined && !user.is_disabled && permissionsOf(user.role).includes(permission);
}

/** Who does what; without an actor it is the program itself. */
export type Act<Action extends string = string> = { actor: Actor | undefined; action: Action };

/** What a record was and what it is, as far as the audit may tell. */
export type BeforeAfter = { before?: unknown; after?: unknown };

type Change = BeforeAfter & {
  action: string;
  entity: string;
  id: number | bigint | string;
  name?: string | null;
};

/** Who is named by the record; without an id it is nobody who can sign in. */
export type Author = { id: number | null; username: string; keyName?: string; call?: string } & Pick<Actor, 'recorded'>;

/** Puts a change on record; call it in the transaction of the change. Secrets must be left out of `before` and `after` by the caller. */
export async function recordAudit(db: Db, actor: Author | undefined, change: Change): Promise<void> {
  const id = await store.insertAudit(db, {
    actorId: actor?.id ?? null,
    actorName: actor?.username ?? 'system',
    keyName: actor?.keyName ?? null,
    call: actor?.call ?? null,
    action: change.action,
    entity: change.entity,
    entityId: String(change.id),
    entityName: change.name ?? null,
    before: change.before,
    after: change.after,
  });
  if (actor) actor.recorded = { id: String(id), entity: change.entity, action: change.action };
}

/** The same for the records of one kind. @param nameOf what the audit calls a record by */
export const auditOf =
  <Row extends { id: number }>(entity: string, nameOf: (row: Row) => string) =>
  (
    db: Db,
    { actor, action }: { actor: Author | undefined; action: string },
    row: Row,
    what: BeforeAfter = {},
  ): Promise<void> =>
    recordAudit(db, actor, { action, entity, id: row.id, name: nameOf(row), ...what });

/** The same for somebody who can sign in. */
export const auditUser = auditOf<{ id: number; username: string }>('user', ({ username }) => username);

/** The record of changes, the latest first unless asked otherwise. */
export async function listAudit(scope: UndoScope, query: AuditQuery): Promise<AuditPage> {
  const { db } = scope;
  const page = pageFrom(query, 25, 'desc');
  const rows = await store.listAudit(db, query, page);
  const states = await undoStates(scope, rows);
  const data = rows.map(({ id, actor_name: actor, key_name: key, ...row }) => ({
    ...row,
    id: String(id),
    actor,
    key,
    undo: states.get(id)!,
  }));
  return { ...paged(data, await store.countAudit(db, query), page), ...(await store.listAuditWords(db)) };
}

const PIECE = 1000;

/** The days that were asked for, as they stand in the name of the file; else the one on which it is made. */
function auditDays({ from, to, tz }: AuditQuery, now: Date): string {
  const until = to?.slice(0, 10) ?? fileDay(now, tz);
  if (from === undefined) return to === undefined ? until : `to-${until}`;
  return `${from.slice(0, 10)}-to-${until}`;
}

/**
 * All that a question finds, the latest first, as a table; what a record was and is stands in it as JSON.
 * @param now names the file where no days are asked for
 */
export function auditTable(db: Db, query: AuditQuery, now: Date, signal: AbortSignal): CsvTable {
  const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value));
  async function* rows(): CsvTable['rows'] {
    let last: bigint | undefined;
    while (!signal.aborted) {
      const piece = await store.auditPiece(db, query, last, PIECE);
      yield piece.map((row) => [
        row.created_at,
        row.actor_name,
        row.key_name ?? '',
        row.action,
        row.entity,
        row.entity_id,
        row.entity_name ?? '',
        json(row.before),
        json(row.after),
      ]);
      last = piece.at(-1)?.id;
      if (piece.length < PIECE) return;
    }
    // a part must not pass for the whole
    throw signal.reason;
  }
  return {
    days: auditDays(query, now),
    head: ['created_at', 'actor', 'key', 'action', 'entity', 'entity_id', 'entity_name', 'before', 'after'],
    rows: rows(),
  };
}

/** Changes of some kinds of records, the latest first, at most `limit`; `to` exclusive. */
export const changesOf = (db: Db, wanted: Range & { entities: readonly string[]; limit: number }) =>
  store.listChanges(db, wanted);
