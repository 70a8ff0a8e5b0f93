import { sql, type Generated } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import { localDays } from '../../../platform/time.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { matchesSearch, countOf } from '../../../platform/server/records/record-queries.ts';
import type { AuditQuery } from '../contract-audit.ts';

type Tables = {
  audit: {
    id: Generated<bigint>;
    actor_id: number | null;
    actor_name: string;
    key_name: string | null;
    action: string;
    entity: string;
    entity_id: string;
    entity_name: string | null;
    before: string | null;
    after: string | null;
    created_at: Generated<string>;
    call: string | null;
  };
};

const t = (db: Db) => db.withTables<Tables>();

export type AuditEntry = {
  actorId: number | null;
  actorName: string;
  /** Of the key by which it was done. */
  keyName: string | null;
  /** All entries of one call belong together. */
  call: string | null;
  action: string;
  entity: string;
  entityId: string;
  entityName: string | null;
  before: unknown;
  after: unknown;
};

/** What is told of a record. */
const TOLD = [
  'id',
  'actor_name',
  'key_name',
  'action',
  'entity',
  'entity_id',
  'entity_name',
  'created_at',
  sql<unknown>`before`.as('before'),
  sql<unknown>`after`.as('after'),
] as const;

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** @returns its id */
export async function insertAudit(db: Db, entry: AuditEntry): Promise<bigint> {
  const { id } = await t(db)
    .insertInto('audit')
    .values({
      actor_id: entry.actorId,
      actor_name: entry.actorName,
      key_name: entry.keyName,
      call: entry.call,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      entity_name: entry.entityName,
      before: json(entry.before),
      after: json(entry.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function filteredAudit(db: Db, q: AuditQuery) {
  let query = t(db).selectFrom('audit');
  if (q.entity) query = query.where('entity', '=', q.entity);
  if (q.entity_id) query = query.where('entity_id', '=', q.entity_id);
  if (q.actor) query = query.where('actor_name', '=', q.actor);
  if (q.action) query = query.where('action', '=', q.action);
  if (q.from) query = query.where('created_at', '>=', isDay(q.from) ? dayOf(q.from, q.tz).from.toISOString() : q.from);
  if (q.to && isDay(q.to)) query = query.where('created_at', '<', dayOf(q.to, q.tz).to.toISOString());
  else if (q.to) query = query.where('created_at', '<=', q.to);
  if (q.search) query = query.where(matchesSearch(q.search));
  return query;
}

const isDay = (text: string): boolean => text.length === 10;
const dayOf = (day: string, zone: string) => localDays(day, day, zone);

export const listAudit = (db: Db, q: AuditQuery, page: Page) =>
  filteredAudit(db, q).select(TOLD).orderBy('id', page.order).limit(page.limit).offset(page.offset).execute();

/** A piece of what a question finds, the latest first. @param before the id that the piece before ended with */
export const auditPiece = (db: Db, q: AuditQuery, before: bigint | undefined, limit: number) =>
  filteredAudit(db, q)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .select(TOLD)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Has a person signed in before, and from such a browser and country? Uses audit_entity_idx. */
export async function formerLogins(
  db: Db,
  userId: number,
  { device, country }: { device: string | null; country: string | null },
): Promise<{ hasAny: boolean; hasAlike: boolean }> {
  const alike = sql<boolean>`coalesce(bool_or(after->>'device' is not distinct from ${device}
    and after->>'country' is not distinct from ${country}), false)`;
  return t(db)
    .selectFrom('audit')
    .select([sql<boolean>`count(*) > 0`.as('hasAny'), alike.as('hasAlike')])
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(userId))
    .where('action', '=', 'login')
    .where('after', 'is not', null)
    .executeTakeFirstOrThrow();
}

/** Changes of some kinds of records, the latest first; `to` exclusive. Uses audit_created_idx. */
export const listChanges = (
  db: Db,
  { entities, from, to, limit }: { entities: readonly string[]; from: Date; to: Date; limit: number },
) =>
  t(db)
    .selectFrom('audit')
    .select(TOLD)
    .where('entity', 'in', entities)
    .where('created_at', '>=', from.toISOString())
    .where('created_at', '<', to.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const countAudit = (db: Db, q: AuditQuery): Promise<number> => countOf(filteredAudit(db, q));

/** What the records name, for filters. */
export async function listAuditWords(db: Db): Promise<{ entities: string[]; actions: string[]; actors: string[] }> {
  const wordsOf = async (column: 'entity' | 'action' | 'actor_name') => {
    const rows = await t(db)
      .selectFrom('audit')
      .select(sql<string>`${sql.ref(column)}`.as('word'))
      .distinct()
      .execute();
    return rows.map((row) => row.word).toSorted();
  };
  return { entities: await wordsOf('entity'), actions: await wordsOf('action'), actors: await wordsOf('actor_name') };
}
