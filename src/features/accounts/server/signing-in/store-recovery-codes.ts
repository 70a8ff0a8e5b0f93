import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

type Tables = { recovery_codes: { user_id: number; code_hash: string } };

const t = (db: Db) => db.withTables<Tables>();

/** The codes of one person are these from now on. */
export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await t(db).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await t(db)
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Takes a code, once. @returns false when there is none such any more */
export async function takeRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await t(db)
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await t(db)
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}
