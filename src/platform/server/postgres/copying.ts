import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import {
  dropForeignKeys,
  listSequences,
  listTables,
  refuseSite,
  rowConnection,
  SAME_TEXTS,
  setSequences,
  sumOf,
  type Table,
} from './tables.ts';

/** Tags of changes by the numbers of transactions, which mean nothing in another cluster; whoever starts there reads everything anew. */
export const OF_ONE_CLUSTER = ['public.content_changes'];

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
  const [source, target] = [from, to].map((url) => rowConnection(url, 'guidepost-copy')) as [pg.Client, pg.Client];
  try {
    await Promise.all([source.connect(), target.connect()]);
    await Promise.all([source.query(SAME_TEXTS), target.query(SAME_TEXTS)]);
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
    await setSequences(target, await listSequences(source));
    await target.query('commit');
    await target.query('analyze');
    return copied;
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => undefined)));
  }
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
