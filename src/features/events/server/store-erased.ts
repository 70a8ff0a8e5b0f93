import { hash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

/** How a key begins that stands for the id of a click that was erased. */
export const ERASED = 'erased:';

export const erasedTables = (db: Db) => db.withTables<{ erased_clicks: { key: string; erased_at: string } }>();

/** What stands for a click id that was erased: known again when the network says it once more, and led back to it by nobody. */
export const erasedKey = (clickKey: string): string => `${ERASED}${hash('sha256', `erased ${clickKey}`).slice(0, 40)}`;

/** The key under which each click is known: its id, or what stands for it once it was erased. Uses erased_clicks_pkey. */
export async function listKeysOfClicks(db: Db, clickKeys: readonly string[]): Promise<Map<string, string>> {
  const erasedKeys = new Map(clickKeys.map((key) => [key, erasedKey(key)]));
  const found = await erasedTables(db)
    .selectFrom('erased_clicks')
    .select('key')
    .where(sql<SqlBool>`key = any(${[...erasedKeys.values()]}::text[])`)
    .execute();
  const stored = new Set(found.map(({ key }) => key));
  return new Map(clickKeys.map((key) => [key, stored.has(erasedKeys.get(key)!) ? erasedKeys.get(key)! : key]));
}
