import pg from 'pg';

/** A table by its quoted name, with the quoted names of the columns that are stored. */
export type Table = { name: string; columns: string };
/** Of the rows of a table in no order: the same in every PostgreSQL that is supported. */
export type TableSum = { rows: string; digest: string };
/** A counter of ids: the last that was given, null before the first. */
export type Sequence = { name: string; last: string | null; start: string };

/** The program's own tables, and those of its jobs: postbacks that wait to be sent are money. */
const SCHEMAS = "('public', 'graphile_worker')";

/** What both sides of a copy must say alike. */
export const SAME_TEXTS =
  "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = '10s'; set guidepost.keeps_rows = 'off'";

/** @param what names it among the sessions of the server */
export function rowConnection(url: string, what: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: what,
    connectionTimeoutMillis: 10_000,
  });
  // whatever runs on it fails by itself
  client.on('error', () => undefined);
  return client;
}

/** Rows of a statement. */
export type Query = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

type Asked = { query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<pg.QueryResult<Row>> };

export const queryOf =
  (client: Asked): Query =>
  async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    (await client.query<Row>(sql, values)).rows;

/** What fills a database without a site. */
export type Filling = {
  client: pg.Client;
  query: Query;
  commit(): Promise<void>;
  /** Nothing of it stays, unless it was committed. */
  close(): Promise<void>;
};

/**
 * Opens the one transaction in which a database is filled, and does the first of the work in it.
 * @param what names it among the sessions of the server @throws Error when there is a site; the transaction is gone then
 */
export async function beginFilling<T>(url: string, what: string, work: (filling: Filling) => Promise<T>): Promise<T> {
  const client = rowConnection(url, what);
  const close = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query(SAME_TEXTS);
    await client.query('begin');
    await refuseSite(client);
    return await work({
      client,
      query: queryOf(client),
      async commit() {
        await client.query('commit');
        await client.query('analyze');
      },
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname in ${SCHEMAS}
     group by 1 order by 1`);
  return rows;
}

/** Tables that were made and never used hold nobody. */
export async function refuseSite(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ is_taken: boolean }>('select exists (select from users) as is_taken');
  if (rows[0]!.is_taken)
    throw new Error(
      'There is a site in the database that is to be copied into: nothing was changed. Name an empty database.',
    );
}

/** Foreign keys go, so that no order of tables matters. @returns the statements that make them again */
export async function dropForeignKeys(target: pg.Client): Promise<string[]> {
  const { rows } = await target.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as make
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace where contype = 'f' and n.nspname in ${SCHEMAS}`);
  for (const { drop } of rows) await target.query(drop);
  return rows.map(({ make }) => make);
}

/** In no order: the digests of the rows are added. */
export async function sumOf(client: pg.Client, { name, columns }: Table): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(`
    select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as digest from ${name}`);
  return rows[0]!;
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last, start_value::text as start
       from pg_sequences where schemaname in ${SCHEMAS} order by 1`,
  );
  return rows;
}

export async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last, start } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last ?? start, last !== null]);
}
