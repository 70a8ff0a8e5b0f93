import type { Db } from '../../../platform/server/postgres/postgres.ts';

type Tables = { daily_salts: { day: string; salt_sealed: string }; app_keys: { name: string; value_sealed: string } };

const t = (db: Db) => db.withTables<Tables>();

/** The sealed salts of these days (`yyyy-MM-dd`); the first instance that asks makes them. */
export async function ensureSalts(db: Db, days: string[], make: () => string): Promise<Record<string, string>> {
  await t(db)
    .insertInto('daily_salts')
    .values(days.map((day) => ({ day, salt_sealed: make() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await t(db)
    .selectFrom('daily_salts')
    .select((of) => [of.cast<string>('day', 'text').as('day'), 'salt_sealed'])
    .where('day', 'in', days)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.day, row.salt_sealed]));
}

export async function removeSaltsBefore(db: Db, day: string): Promise<void> {
  await t(db).deleteFrom('daily_salts').where('day', '<', day).execute();
}

/** The sealed key of a name; the first instance that asks makes it. */
export async function ensureKey(db: Db, name: string, make: () => string): Promise<string> {
  await t(db)
    .insertInto('app_keys')
    .values({ name, value_sealed: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await t(db).selectFrom('app_keys').select('value_sealed').where('name', '=', name).executeTakeFirstOrThrow())
    .value_sealed;
}
