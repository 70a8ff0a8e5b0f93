import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { OF_ONE_CLUSTER } from '../postgres/copying.ts';
import {
  beginFilling,
  dropForeignKeys,
  listSequences,
  listTables,
  queryOf,
  rowConnection,
  SAME_TEXTS,
  setSequences,
  sumOf,
  type Filling,
  type Query,
} from '../postgres/tables.ts';
import type { Manifest } from './manifest.ts';
import { readLines, type PieceWriter } from './pieces.ts';
import type { Place } from './place.ts';

type Rows = Manifest['database'];

/** Tables that migrations fill by themselves, or that mean something in one cluster only. */
export const BY_THEMSELVES: Record<string, string> = {
  ...Object.fromEntries(OF_ONE_CLUSTER.map((name) => [name, 'stands by the transactions of one cluster'])),
  'public.migration_checksums': 'written by the migrations',
  'public.kysely_migration': 'written by the migrations',
  'public.kysely_migration_lock': 'written by the migrations',
  'graphile_worker.migrations': 'written by the migrations',
};

/** A moment of the database, held until it is closed. */
export type DatabaseMoment = {
  /** What was committed before it is seen. */
  instant: string;
  query: Query;
  /** @param leftOut tables whose rows stay here, with the reason @param onTable called after each table */
  save(
    writer: PieceWriter,
    leftOut: Readonly<Record<string, string>>,
    onTable: (name: string, place: number, of: number) => void,
  ): Promise<Rows>;
  close(): Promise<void>;
};

/** Opens the moment of this call: all that was committed is in it. Read only. */
export async function openDatabaseMoment(url: string): Promise<DatabaseMoment> {
  const client = rowConnection(url, 'guidepost-backup');
  await client.connect();
  await client.query(SAME_TEXTS);
  const instant = new Date().toISOString();
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ server: string }>("select current_setting('server_version') as server");
  const query = queryOf(client);

  return {
    instant,
    query,
    async save(writer, leftOut, onTable) {
      const all = await listTables(client);
      const reasonOf = (name: string): string | undefined => BY_THEMSELVES[name] ?? leftOut[name];
      const tables: Rows['tables'] = [];
      for (const [place, table] of all.entries()) {
        if (reasonOf(table.name) === undefined) {
          const lines = writer.lines();
          for await (const bytes of client.query(copyTo(`copy (select ${table.columns} from ${table.name}) to stdout`)))
            await lines.add(bytes as Uint8Array);
          const pieces = await lines.end();
          const sum = await sumOf(client, table);
          tables.push({ ...table, rows: Number(sum.rows), digest: sum.digest, pieces });
        }
        onTable(table.name, place + 1, all.length);
      }
      return {
        server: rows[0]!.server,
        migrations: await query('select name, sha256 from migration_checksums order by name'),
        tables,
        left_out: all.flatMap(({ name }) => {
          const reason = reasonOf(name);
          return reason === undefined ? [] : [{ name, reason }];
        }),
        sequences: await listSequences(client),
      };
    },
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}

/** The rows of a backup in a database, before they count. */
export type RestoredRows = Omit<Filling, 'client'>;

/**
 * Puts the rows of a backup into a database with the very tables of then and without a site, all of it or nothing: it counts with
 * `commit`. Each table is compared by its count and by the digest of its rows.
 * @param parts `only` some tables: what their rows name need not be there then
 * @throws Error with a sentence
 */
export async function restoreRows(
  url: string,
  { database, place, only }: { database: Rows; place: Place; only?: readonly string[] },
  onTable: (name: string, at: number, of: number) => void,
): Promise<RestoredRows> {
  const tables = database.tables.filter(({ name }) => only?.includes(name) ?? true);
  return beginFilling(url, 'guidepost-restore', async ({ client, ...filling }) => {
    const here = await listTables(client);
    const other = tables.find(({ name, columns }) =>
      here.every((table) => table.name !== name || table.columns !== columns),
    );
    if (other)
      throw new Error(
        `The table ${other.name} of the backup is another one in this release: restore it with the release that wrote it.`,
      );
    const keys = await dropForeignKeys(client);
    const emptied = here.filter(({ name }) => !(name in BY_THEMSELVES) || OF_ONE_CLUSTER.includes(name));
    await client.query(`truncate ${emptied.map(({ name }) => name).join(', ')}`);
    for (const [at, { name, columns, rows, digest, pieces }] of tables.entries()) {
      // what triggers write is in the rows that come back
      await client.query(`alter table ${name} disable trigger user`);
      const text = async function* () {
        for (const piece of pieces) yield await readLines(place, piece, `the table ${name}`);
      };
      await pipeline(Readable.from(text()), client.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
      await client.query(`alter table ${name} enable trigger user`);
      const sum = await sumOf(client, { name, columns });
      if (Number(sum.rows) !== rows || sum.digest !== digest)
        throw new Error(
          `${name} is not the same after the restore (${rows} rows, ${sum.rows} there). Is the encoding of the database UTF8?`,
        );
      onTable(name, at + 1, tables.length);
    }
    for (const key of keys) await client.query(only ? `${key} not valid` : key);
    const known = new Set((await listSequences(client)).map(({ name }) => name));
    await setSequences(
      client,
      database.sequences.filter(({ name }) => known.has(name)),
    );
    return filling;
  });
}
