import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table by its quoted name, with the quoted names of the columns that are stored. */
type Table = { name: string; columns: string };
type Sum = { rows: string; digest: string };

/** The program's own tables, and those of its jobs: postbacks that wait to be sent are money. */
const SCHEMAS = "('public', 'graphile_worker')";
/** Tags of changes by the numbers of transactions, which mean nothing in another cluster; whoever starts there reads everything anew. */
const OF_ONE_CLUSTER = ['public.content_changes'];

/** What both sides must say alike. */
const SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = '10s'";

/** What became of one table. */
export type CopiedTable = { name: string; rows: number };

/**
 * Copies every row of one database into another that has the same tables and holds no site, in one transaction of each: all of one
 * moment, and all of it or nothing. Each table is compared by its count and by the digest of its rows before the copy counts.
 * @param from only read @param to of a role that owns its tables; emptied of what migrations put there
 * @param onTable called after each table
 * @throws Error with a sentence: other tables, a site there already, a table that is not the same afterwards
 */
export async function copyDatabase(
  from: string,
  to: string,
  onTable: (table: CopiedTable, place: number, of: number) => void = () => undefined,
): Promise<CopiedTable[]> {
  const [source, target] = [connection(from), connection(to)];
  try {
    await Promise.all([source.connect(), target.connect()]);
    await Promise.all([source.query(SETTINGS), target.query(SETTINGS)]);
    await source.query('begin isolation level repeatable read read only');
    await target.query('begin');
    const tables = await sameTables(source, target);
    await refuseSite(target);
    const keys = await dropForeignKeys(target);
    await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      const isKept = !OF_ONE_CLUSTER.includes(table.name);
      if (isKept) await copyTable(source, target, table);
      copied.push({ name: table.name, rows: isKept ? await compared(source, target, table) : 0 });
      onTable(copied.at(-1)!, copied.length, tables.length);
    }
    for (const key of keys) await target.query(key);
    await copySequences(source, target);
    await target.query('commit');
    await target.query('analyze');
    return copied;
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)));
  }
}

function connection(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guidepost-copy',
    connectionTimeoutMillis: 10_000,
  });
  // whatever runs on it fails by itself
  client.on('error', () => undefined);
  return client;
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname in ${SCHEMAS}
     group by 1 order by 1`);
  return rows;
}

async function sameTables(source: pg.Client, target: pg.Client): Promise<Table[]> {
  const [mine, theirs] = [await listTables(source), await listTables(target)];
  const texts = (tables: Table[]) => tables.map(({ name, columns }) => `${name} (${columns})`);
  const only =
    texts(mine).find((text) => !texts(theirs).includes(text)) ??
    texts(theirs).find((text) => !texts(mine).includes(text));
  if (only !== undefined)
    throw new Error(
      `The two databases have not the same tables: ${only} is in one of them. Start this release on the first once, and name an empty one to copy into.`,
    );
  return mine;
}

/** Tables that were made and never used hold nobody. */
async function refuseSite(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ is_taken: boolean }>('select exists (select from users) as is_taken');
  if (rows[0]!.is_taken)
    throw new Error(
      'There is a site in the database that is to be copied into: nothing was changed. Name an empty database.',
    );
}

/** @returns what makes them again */
async function dropForeignKeys(target: pg.Client): Promise<string[]> {
  const { rows } = await target.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as make
      from pg_constraint c join pg_namespace n on n.oid = c.connamespace where contype = 'f' and n.nspname in ${SCHEMAS}`);
  for (const { drop } of rows) await target.query(drop);
  return rows.map(({ make }) => make);
}

async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<void> {
  // what triggers write is in the rows that are copied
  await target.query(`alter table ${name} disable trigger user`);
  await pipeline(
    source.query(copyTo(`copy (select ${columns} from ${name}) to stdout`)),
    target.query(copyFrom(`copy ${name} (${columns}) from stdin`)),
  );
  await target.query(`alter table ${name} enable trigger user`);
}

async function compared(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const [mine, theirs] = [await sumOf(source, table), await sumOf(target, table)];
  if (mine.rows !== theirs.rows || mine.digest !== theirs.digest)
    throw new Error(
      `${table.name} is not the same after the copy (${mine.rows} rows, ${theirs.rows} there): nothing was changed. Is the encoding of the other database UTF8?`,
    );
  return Number(mine.rows);
}

/** In no order: the digests of the rows are added. */
async function sumOf(client: pg.Client, { name, columns }: Table): Promise<Sum> {
  const { rows } = await client.query<Sum>(`
    select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as digest from ${name}`);
  return rows[0]!;
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last_value: string | null; start_value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text, start_value::text from pg_sequences where schemaname in ${SCHEMAS}`,
  );
  for (const { name, last_value: last, start_value: start } of rows)
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, last ?? start, last !== null]);
}
