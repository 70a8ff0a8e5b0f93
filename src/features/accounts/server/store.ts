import { sql, type Generated } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import { localDays, type Range } from '../../../platform/time.ts';
import { fold } from '../../../platform/text/fold.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { matchesSearch, countOf } from '../../../platform/server/records/record-queries.ts';
import type { AuditQuery } from '../contract-audit.ts';

type Tables = {
  users: {
    id: Generated<number>;
    username: string;
    password_hash: string;
    role: Generated<'admin'>;
    is_disabled: Generated<boolean>;
    last_login_at: string | null;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  sessions: {
    token_hash: string;
    user_id: number;
    created_at: Generated<string>;
    last_seen_at: Generated<string>;
    expires_at: string;
  };
  login_failures: { bucket: string; failed_at: string };
  audit: {
    id: Generated<bigint>;
    actor_id: number | null;
    actor_name: string;
    action: string;
    entity: string;
    entity_id: string;
    entity_name: string | null;
    before: string | null;
    after: string | null;
    created_at: Generated<string>;
  };
};

const t = (db: Db) => db.withTables<Tables>();

export type UserRow = { id: number; username: string; password_hash: string; role: 'admin'; is_disabled: boolean };

const USER = ['id', 'username', 'password_hash', 'role', 'is_disabled'] as const;

export const findUserByName = (db: Db, username: string): Promise<UserRow | undefined> =>
  t(db)
    .selectFrom('users')
    .select(USER)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await t(db).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

/** @returns undefined when the name folds like one that is taken, so two instances that start at once make one administrator. */
export async function insertUser(db: Db, username: string, passwordHash: string): Promise<UserRow | undefined> {
  const alike = sql<boolean>`folded(username) = ${fold(username)}`;
  if (await t(db).selectFrom('users').select('id').where(alike).executeTakeFirst()) return undefined;
  return t(db)
    .insertInto('users')
    .values({ username, password_hash: passwordHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER)
    .executeTakeFirst();
}

export async function noteLogin(db: Db, userId: number, at: Date): Promise<void> {
  await t(db).updateTable('users').set({ last_login_at: at.toISOString() }).where('id', '=', userId).execute();
}

export async function insertSession(
  db: Db,
  session: { tokenHash: string; userId: number; at: Date; expiresAt: Date },
): Promise<void> {
  await t(db)
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.at.toISOString(),
      last_seen_at: session.at.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    })
    .execute();
}

export type SessionRow = { user_id: number; username: string; role: 'admin'; last_seen_at: string; expires_at: string };

/** The live session of an enabled user; its age is the caller's to judge. Uses sessions_pkey. */
export const findSession = (db: Db, tokenHash: string): Promise<SessionRow | undefined> =>
  t(db)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['user_id', 'username', 'role', 'last_seen_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('is_disabled', '=', false)
    .executeTakeFirst();

export async function touchSession(db: Db, tokenHash: string, at: Date): Promise<void> {
  await t(db)
    .updateTable('sessions')
    .set({ last_seen_at: at.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function removeSession(db: Db, tokenHash: string): Promise<void> {
  await t(db).deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends what is over anyway. @param idleBefore sessions not seen since then */
export async function removeEndedSessions(db: Db, now: Date, idleBefore: Date): Promise<void> {
  await t(db)
    .deleteFrom('sessions')
    .where((or) => or.or([or('expires_at', '<', now.toISOString()), or('last_seen_at', '<', idleBefore.toISOString())]))
    .execute();
}

/** Sessions that were seen later than `ahead` count as seen `now`, and end at `end` at the latest. */
export async function pullBackSessions(
  db: Db,
  { now, ahead, end }: Record<'now' | 'ahead' | 'end', Date>,
): Promise<void> {
  await t(db)
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString(), expires_at: sql`least(expires_at, ${end.toISOString()}::timestamptz)` })
    .where('last_seen_at', '>', ahead.toISOString())
    .execute();
}

/** Failures per bucket in a time. Uses login_failures_bucket_idx. */
export async function countFailures(db: Db, buckets: string[], { from, to }: Range): Promise<Map<string, number>> {
  const rows = await t(db)
    .selectFrom('login_failures')
    .select(['bucket', sql<number>`count(*)::int`.as('failures')])
    .where('bucket', 'in', buckets)
    .where('failed_at', '>', from.toISOString())
    .where('failed_at', '<', to.toISOString())
    .groupBy('bucket')
    .execute();
  return new Map(rows.map((row) => [row.bucket, row.failures]));
}

export async function insertFailures(db: Db, buckets: string[], at: Date): Promise<void> {
  await t(db)
    .insertInto('login_failures')
    .values(buckets.map((bucket) => ({ bucket, failed_at: at.toISOString() })))
    .execute();
}

export async function removeFailures(db: Db, buckets: string[], before: Date): Promise<void> {
  await t(db)
    .deleteFrom('login_failures')
    .where((or) => or.or([or('bucket', 'in', buckets), or('failed_at', '<', before.toISOString())]))
    .execute();
}

/** Also those that a clock ahead of its time left in the future. */
export async function removeFailuresOutside(db: Db, { from, to }: Range): Promise<void> {
  await t(db)
    .deleteFrom('login_failures')
    .where((or) => or.or([or('failed_at', '<', from.toISOString()), or('failed_at', '>=', to.toISOString())]))
    .execute();
}

export type AuditEntry = {
  actorId: number | null;
  actorName: string;
  action: string;
  entity: string;
  entityId: string;
  entityName: string | null;
  before: unknown;
  after: unknown;
};

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export async function insertAudit(db: Db, entry: AuditEntry): Promise<void> {
  await t(db)
    .insertInto('audit')
    .values({
      actor_id: entry.actorId,
      actor_name: entry.actorName,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      entity_name: entry.entityName,
      before: json(entry.before),
      after: json(entry.after),
    })
    .execute();
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
  filteredAudit(db, q)
    .select(['id', 'actor_name', 'action', 'entity', 'entity_id', 'entity_name', 'created_at'])
    .select([sql<unknown>`before`.as('before'), sql<unknown>`after`.as('after')])
    .orderBy('id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** Changes of some kinds of records, the latest first; `to` exclusive. Uses audit_created_idx. */
export const listChanges = (
  db: Db,
  { entities, from, to, limit }: { entities: readonly string[]; from: Date; to: Date; limit: number },
) =>
  t(db)
    .selectFrom('audit')
    .select(['id', 'actor_name', 'action', 'entity', 'entity_id', 'entity_name', 'created_at'])
    .select([sql<unknown>`before`.as('before'), sql<unknown>`after`.as('after')])
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
