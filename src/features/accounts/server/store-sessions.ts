import { sql, type Generated } from 'kysely';
import type { Role } from '../../../platform/permissions.ts';
import { lacksSecondFactor } from './store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

type Tables = {
  sessions: {
    id: Generated<bigint>;
    token_hash: string;
    user_id: number;
    device: string | null;
    country: string | null;
    password_at: Generated<string>;
    created_at: Generated<string>;
    last_seen_at: Generated<string>;
    expires_at: string;
  };
  users: { id: number; username: string; role: Role; is_disabled: boolean; last_seen_at: string | null };
};

const t = (db: Db) => db.withTables<Tables>();

export type NewSession = {
  tokenHash: string;
  userId: number;
  device: string | null;
  country: string | null;
  at: Date;
  expiresAt: Date;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const at = session.at.toISOString();
  await t(db)
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      device: session.device,
      country: session.country,
      password_at: at,
      created_at: at,
      last_seen_at: at,
      expires_at: session.expiresAt.toISOString(),
    })
    .execute();
}

export type SessionRow = {
  id: bigint;
  user_id: number;
  username: string;
  role: Role;
  last_seen_at: string;
  expires_at: string;
  password_at: string;
  lacks_second_factor: boolean;
};

/** The live session of an enabled user; its age is the caller's to judge. Uses sessions_pkey. */
export const findSession = (db: Db, tokenHash: string, now: Date): Promise<SessionRow | undefined> =>
  t(db)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'user_id', 'username', 'users.role', 'sessions.last_seen_at', 'expires_at', 'password_at'])
    .select(lacksSecondFactor(now).as('lacks_second_factor'))
    .where('token_hash', '=', tokenHash)
    .where('is_disabled', '=', false)
    .executeTakeFirst();

/** Uses sessions_user_idx. */
export const listSessions = (db: Db, userId: number) =>
  t(db)
    .selectFrom('sessions')
    .select(['id', 'device', 'country', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export async function touchSession(db: Db, { id, userId }: { id: bigint; userId: number }, at: Date): Promise<void> {
  const seen = { last_seen_at: at.toISOString() };
  await t(db).updateTable('sessions').set(seen).where('id', '=', id).execute();
  await t(db).updateTable('users').set(seen).where('id', '=', userId).execute();
}

/** The password was typed in it just now. */
export async function notePassword(db: Db, id: bigint, at: Date): Promise<void> {
  await t(db).updateTable('sessions').set({ password_at: at.toISOString() }).where('id', '=', id).execute();
}

export async function removeSession(db: Db, tokenHash: string): Promise<void> {
  await t(db).deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends sessions of one person. @param which one of them, or all but one. @returns how many ended */
export async function removeSessionsOf(
  db: Db,
  userId: number,
  which: { only?: bigint; except?: bigint } = {},
): Promise<number> {
  let query = t(db).deleteFrom('sessions').where('user_id', '=', userId);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '!=', which.except);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Open sessions by person. */
export async function countSessions(db: Db, now: Date, seenAfter: Date): Promise<Map<number, number>> {
  const rows = await t(db)
    .selectFrom('sessions')
    .select(['user_id', sql<number>`count(*)::int`.as('sessions')])
    .where('expires_at', '>', now.toISOString())
    .where('last_seen_at', '>', seenAfter.toISOString())
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.sessions]));
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
