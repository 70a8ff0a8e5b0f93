import { sql } from 'kysely';
import type { Row } from '../../../../platform/server/kept-rows/kept-row.ts';
import type { Db, Trx } from '../../../../platform/server/postgres/postgres.ts';

/** From now on in this transaction rows read alike on both sides. */
export async function readAlike(trx: Trx): Promise<void> {
  await sql`set local timezone to 'UTC'`.execute(trx);
}

/** Whole rows, the first id first. @param values of the column */
export async function rowsBy(db: Db, table: string, column: string, values: readonly unknown[]): Promise<Row[]> {
  if (values.length === 0) return [];
  const wanted = values.every((value) => typeof value === 'number') ? sql`${values}::int[]` : sql`${values}::text[]`;
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
     where ${sql.ref(column)} = any(${wanted}) order by to_jsonb(t) -> 'id'`.execute(db);
  return rows.map(({ row }) => row);
}

/** Rows that somebody may mean by a word: an id, a slug, or a name in any case. @param columns of names */
export async function rowsCalled(db: Db, table: string, columns: readonly string[], word: string): Promise<Row[]> {
  const isCalled = sql.join(
    columns.map((column) => sql`lower(${sql.ref(column)}) = lower(${word})`),
    sql` or `,
  );
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where deleted_at is null and (${isCalled}) order by id`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** The last that were made, to choose from. */
export async function lastNames(db: Db, table: string, column: string, limit: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)} where deleted_at is null order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The columns that a row is written by. */
export async function storedColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Rows under ids of their own; what is there already, by whatever is unique, stays as it is. */
export async function addRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = (await storedColumns(db, table)).filter((name) => name !== 'id');
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(db);
}

/** Who changed a record last, and when. Uses audit_entity_idx. */
export async function lastChange(
  db: Db,
  entity: string,
  id: number,
): Promise<{ actor: string; action: string; at: string } | undefined> {
  const { rows } = await sql<{ actor: string; action: string; at: string }>`
    select actor_name as actor, action, created_at as at from audit
     where entity = ${entity} and entity_id = ${String(id)} order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function renameInTrash(db: Db, table: string, id: number, slug: string): Promise<void> {
  await sql`update ${sql.table(table)} set slug = ${slug} where id = ${id} and deleted_at is not null`.execute(db);
}
