import { sql, type Generated } from 'kysely';
import type { Db } from '../postgres/postgres.ts';
import type { Kept, Row } from './kept-row.ts';

type Tables = {
  kept_rows: {
    id: Generated<bigint>;
    kept_as: string;
    on_table: string;
    key: string | null;
    before: Row | null;
    after: Row | null;
    created_at: Generated<string>;
  };
};

const t = (db: Db) => db.withTables<Tables>();

/** Tables of one row have no ids. */
const keyOf = (table: string): string => (['settings', 'exchange_rates'].includes(table) ? 'only_row' : 'id');

/** What some transactions changed, the first first. Uses kept_rows_kept_as_idx. */
export const listKept = (db: Db, keptAs: readonly string[]): Promise<Kept[]> =>
  keptAs.length === 0
    ? Promise.resolve([])
    : t(db)
        .selectFrom('kept_rows')
        .select(['on_table as table', 'key', 'before', 'after'])
        .where('kept_as', 'in', keptAs)
        .orderBy('id')
        .execute();

/** Which of some transactions changed rows that are kept. Uses kept_rows_kept_as_idx. */
export async function findKept(db: Db, keptAs: readonly string[]): Promise<Set<string>> {
  if (keptAs.length === 0) return new Set();
  const rows = await t(db)
    .selectFrom('kept_rows')
    .select('kept_as')
    .distinct()
    .where('kept_as', 'in', keptAs)
    .execute();
  return new Set(rows.map((row) => row.kept_as));
}

/** By table the columns of which is kept what was before a change. */
export async function listKeptColumns(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; args: string }>`
    select tgrelid::regclass::text as table, encode(tgargs, 'escape') as args from pg_trigger where tgname = 'keep_rows_update'`.execute(
    db,
  );
  // the key, then the columns, each ended by a zero
  return new Map(rows.map(({ table, args }) => [table, args.split('\\000')[1]!.split(',')]));
}

/** Holds rows until the transaction ends. @returns them by their keys, in the form in which they are kept */
export async function lockRows(db: Db, table: string, keys: readonly string[]): Promise<Map<string, Row>> {
  const key = keyOf(table);
  await sql`set local timezone to 'UTC'`.execute(db);
  const which = key === 'id' ? sql`id = any(${keys.map(Number)}::int[])` : sql`true`;
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where ${which} order by 1 for update`.execute(db);
  return new Map(rows.map(({ row }) => [String(row[key]), row]));
}

/** A kept part of a row as the columns of its table take it. */
export async function columnsOf(db: Db, table: string, part: Row): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${sql.join(Object.keys(part).map((name) => sql.ref(name)))}
      from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(part)}::jsonb)`.execute(db);
  const columns = Object.entries(rows[0]!);
  return Object.fromEntries(
    // what a column of JSON holds is given to it as text
    columns.map(([name, value]) => [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]),
  );
}

/** Puts a row that is gone back under its id. @throws what its constraints refuse */
export async function insertAgain(db: Db, table: string, id: string, part: Row): Promise<void> {
  const names = ['id', ...Object.keys(part)].map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(names)} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify({ ...part, id: Number(id) })}::jsonb)`.execute(
    db,
  );
}

/** @throws what foreign keys refuse */
export async function remove(db: Db, table: string, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${Number(id)}`.execute(db);
}

/** What the rest of a transaction changes is not kept. */
export async function keepNothing(db: Db): Promise<void> {
  await sql`select set_config('guidepost.keeps_rows', 'off', true)`.execute(db);
}

/** Uses kept_rows_created_idx. */
export async function removeKept(db: Db, before: Date): Promise<void> {
  await t(db).deleteFrom('kept_rows').where('created_at', '<', before.toISOString()).execute();
}
