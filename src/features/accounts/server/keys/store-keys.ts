import { sql, type Generated } from 'kysely';
import type { Role, Scope } from '../../../../platform/permissions.ts';
import { lacksSecondFactor } from '../store.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type Tables = {
  api_keys: {
    id: Generated<number>;
    user_id: number;
    name: string;
    token_hash: string;
    token_start: string;
    scopes: Scope[];
    created_at: Generated<string>;
    expires_at: string;
    revoked_at: string | null;
    last_used_at: string | null;
    minute: string | null;
    minute_calls: Generated<number>;
  };
  api_key_days: { key_id: number; day: string; calls: number };
  users: { id: number; username: string; role: Role; is_disabled: boolean };
};

const t = (db: Db) => db.withTables<Tables>();

const KEY = [
  'api_keys.id',
  'name',
  'token_start',
  'scopes',
  'user_id',
  'username',
  'users.role',
  'is_disabled',
  'api_keys.created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

const keys = (db: Db) => t(db).selectFrom('api_keys').innerJoin('users', 'users.id', 'user_id').select(KEY);

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** Keys of one person, or of everybody; the latest first. Uses api_keys_user_idx. */
export const listKeys = (db: Db, userId: number | undefined) => {
  const query = keys(db).orderBy('api_keys.id', 'desc');
  return (userId === undefined ? query : query.where('user_id', '=', userId)).execute();
};

export const findKey = (db: Db, id: number) => keys(db).where('api_keys.id', '=', id).executeTakeFirst();

/** Uses api_keys_token_hash_key. */
export const findKeyByHash = (db: Db, tokenHash: string, now: Date) =>
  keys(db)
    .select(lacksSecondFactor(now).as('lacks_second_factor'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

type NewKey = { userId: number; name: string; tokenHash: string; tokenStart: string; scopes: Scope[] };

export async function insertKey(db: Db, key: NewKey, at: Date, expiresAt: Date): Promise<number> {
  const row = await t(db)
    .insertInto('api_keys')
    .values({
      user_id: key.userId,
      name: key.name,
      token_hash: key.tokenHash,
      token_start: key.tokenStart,
      scopes: key.scopes,
      created_at: at.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns false when it was revoked before */
export async function revokeKey(db: Db, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await t(db)
    .updateTable('api_keys')
    .set({ revoked_at: at.toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes whatever keys a person has. */
export async function revokeKeysOf(db: Db, userId: number, at: Date): Promise<void> {
  await t(db)
    .updateTable('api_keys')
    .set({ revoked_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Puts a call on record. @returns how many the key has made in this minute, on all instances */
export async function countCall(db: Db, id: number, at: Date): Promise<number> {
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString();
  const { minute_calls: calls } = await t(db)
    .updateTable('api_keys')
    .set({
      last_used_at: sql<string>`greatest(last_used_at, ${at.toISOString()}::timestamptz)`,
      // of instances whose clocks differ the later minute counts, so that none begins the count anew
      minute: sql<string>`greatest(minute, ${minute}::timestamptz)`,
      minute_calls: sql<number>`case when minute >= ${minute}::timestamptz then minute_calls + 1 else 1 end`,
    })
    .where('id', '=', id)
    .returning('minute_calls')
    .executeTakeFirstOrThrow();
  await t(db)
    .insertInto('api_key_days')
    .values({ key_id: id, day: minute.slice(0, 10), calls: 1 })
    .onConflict((taken) => taken.columns(['key_id', 'day']).doUpdateSet({ calls: sql<number>`api_key_days.calls + 1` }))
    .execute();
  return calls;
}

/** Calls by key and day, the latest first. @param from first day */
export const listCalls = (db: Db, keyIds: readonly number[], from: string) =>
  t(db)
    .selectFrom('api_key_days')
    .select(['key_id', sql<string>`day::text`.as('day'), 'calls'])
    .where('key_id', 'in', [0, ...keyIds])
    .where('day', '>=', from)
    .orderBy('day', 'desc')
    .execute();

/** Forgets days of long ago, and keys that ended before then. */
export async function removeOldKeys(db: Db, before: Date): Promise<void> {
  const at = before.toISOString();
  await t(db).deleteFrom('api_key_days').where('day', '<', at.slice(0, 10)).execute();
  await t(db)
    .deleteFrom('api_keys')
    .where((or) => or.or([or('expires_at', '<', at), or('revoked_at', '<', at)]))
    .execute();
}
