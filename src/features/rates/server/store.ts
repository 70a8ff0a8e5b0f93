import { sql, type Generated } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

type Tables = {
  exchange_rates: { only_row: Generated<boolean>; version: Generated<string>; csv: string; replaced_at: string };
};

const t = (db: Db) => db.withTables<Tables>();

/** @property csv null when the version is the one that the caller knows */
export type RatesRow = { version: string; csv: string | null };

/** The rates as they are now, by one statement. @param known the version whose text is not needed. @returns undefined when there are none */
export const findRates = (db: Db, known?: string): Promise<RatesRow | undefined> =>
  t(db)
    .selectFrom('exchange_rates')
    .select([
      'version',
      sql<string | null>`case when version is distinct from ${known ?? null}::uuid then csv end`.as('csv'),
    ])
    .executeTakeFirst();

/** Puts a text in the place of what is there. @returns its version */
export async function replaceRates(db: Db, csv: string, now: Date): Promise<string> {
  const row = { csv, replaced_at: now.toISOString() };
  const { version } = await t(db)
    .insertInto('exchange_rates')
    .values(row)
    .onConflict((taken) => taken.column('only_row').doUpdateSet({ ...row, version: sql`gen_random_uuid()` }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Stores the first text. @returns false when there is one: it stays */
export async function insertRates(db: Db, csv: string, now: Date): Promise<boolean> {
  const stored = await t(db)
    .insertInto('exchange_rates')
    .values({ csv, replaced_at: now.toISOString() })
    .onConflict((taken) => taken.doNothing())
    .returning('version')
    .executeTakeFirst();
  return stored !== undefined;
}
