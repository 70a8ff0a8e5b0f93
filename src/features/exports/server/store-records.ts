import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import {
  beginFilling,
  dropForeignKeys,
  listSequences,
  setSequences,
  type Query,
} from '../../../platform/server/postgres/tables.ts';
import type { StoreMark } from '../../../platform/server/event-store/event-store.ts';
import type { Column, TextRow } from './record-text.ts';

/** The stored columns of a table in their order, and those that name a row. */
export type TableShape = { columns: (Column & { hasDefault: boolean })[]; key: string[] };

/** The shapes of all tables by name, generated columns left away. */
export async function readShapes(query: Query): Promise<Map<string, TableShape>> {
  const rows = await query<Column & { table: string; hasDefault: boolean; isKey: boolean }>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
           a.atthasdef or a.attidentity <> '' as "hasDefault", coalesce(a.attnum = any(i.indkey), false) as "isKey"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind = 'r' order by c.relname, a.attnum`);
  const shapes = new Map<string, TableShape>();
  for (const { table, isKey, ...column } of rows) {
    const shape = shapes.get(table) ?? { columns: [], key: [] };
    shapes.set(table, shape);
    shape.columns.push(column);
    if (isKey) shape.key.push(column.name);
  }
  return shapes;
}

const AT_ONCE = 1000;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The rows of a table by its key, the same in every database. */
export async function* readRows(query: Query, table: string, { columns, key }: TableShape): AsyncGenerator<TextRow[]> {
  const texts = columns.map(({ name }) => `${quoted(name)}::text as ${quoted(name)}`);
  const isText = new Set(columns.filter(({ type }) => type === 'text').map(({ name }) => name));
  const order = key.map((name) => `t.${quoted(name)}${isText.has(name) ? ' collate "C"' : ''}`);
  await query(
    `declare records no scroll cursor for select ${texts.join(', ')} from ${quoted(table)} t order by ${order.join(', ')}`,
  );
  for (;;) {
    const rows = await query<TextRow>(`fetch ${AT_ONCE} from records`);
    if (rows.length === 0) break;
    yield rows;
  }
  await query('close records');
}

const sequenceOf = (table: string): string => `public.${table}_id_seq`;

/** By table the last id that was given; none before the first. */
export async function readLastIds(query: Query): Promise<Map<string, string>> {
  const rows = await query<{ name: string; last: string }>(
    `select regexp_replace(sequencename, '_id_seq$', '') as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and sequencename like '%\\_id\\_seq' and last_value is not null`,
  );
  return new Map(rows.map(({ name, last }) => [name, last]));
}

/** The secrets that this site has and its files have not, each in words. */
export async function readSecretsToEnter(query: Query): Promise<string[]> {
  const rows = await query<{ words: string }>(`
    select 'the signature secret of the network ' || name as words from networks where hmac_secret_sealed is not null and deleted_at is null
    union all select 'the postback address of the traffic source ' || name from sources where postback_url_sealed is not null and deleted_at is null
    union all select 'the address of the scheduled file of costs ' || name from cost_feeds where url_sealed is not null and deleted_at is null
    union all select 'the webhook of alerts' from settings where alert_webhook_url <> ''
    union all select 'the password of ' || username from users where password_hash is not null
    union all select 'the second factor of ' || username from users where totp_since is not null
    union all select 'the API key ' || name from api_keys where revoked_at is null and expires_at > now()
    order by 1`);
  return rows.map(({ words }) => words);
}

/** The records of an export in a database without a site, before they count. */
export type ImportedRecords = {
  query: Query;
  take(table: string, columns: readonly string[], lines: AsyncIterable<string>): Promise<void>;
  /** All rows are there: what they refer to must be too. @throws the database's error for what is not */
  join(lastIds: ReadonlyMap<string, string>): Promise<void>;
  /** @param mark of the event store that was filled meanwhile */
  commit(mark: StoreMark): Promise<void>;
  /** Nothing of it stays, unless it was committed. */
  close(): Promise<void>;
};

/** Opens the one transaction of an import. @param tables whose seeds go @throws Error when there is a site */
export async function openImport(url: string, tables: readonly string[]): Promise<ImportedRecords> {
  return beginFilling(url, 'guidepost-import', async ({ client, query, commit, close }) => {
    const keys = await dropForeignKeys(client);
    await client.query(`truncate ${tables.map(quoted).join(', ')}`);
    // what triggers write is in the rows that come back, or derived from them at the end
    for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
    return {
      query,
      async take(table, columns, lines) {
        const into = `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`;
        await pipeline(Readable.from(lines), client.query(copyFrom(into)));
      },
      async join(lastIds) {
        for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
        for (const key of keys) await client.query(key);
        const sequences = await listSequences(client);
        for (const sequence of sequences) {
          const table = tables.find((one) => sequenceOf(one) === sequence.name);
          if (table === undefined) continue;
          const [row] = await query<{ last: string | null }>(
            `select greatest(max(id), $1::bigint)::text as last from ${quoted(table)}`,
            [lastIds.get(table) ?? null],
          );
          await setSequences(client, [{ ...sequence, last: row!.last }]);
        }
        await client.query('insert into guide_item_words (item_id, words) select item_id, words from shown_item_words');
        await client.query(
          `select note_title_words(array(select title from guides union select title from reviews union select name from offers
             union select title from guide_items where title is not null))`,
        );
      },
      async commit({ id, token }) {
        // the first start takes this store for the one that it always had
        await client.query(
          'insert into event_store_mark (store_id, token, done, total) values ($1, $2::bigint, 0, 0)',
          [id, token],
        );
        await commit();
      },
      close,
    };
  });
}
