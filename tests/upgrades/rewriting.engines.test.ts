import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRewriting } from '../../src/platform/server/backup/rewriting.ts';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import { migrate } from '../../src/platform/server/postgres/migrations.ts';
import { emptyDb } from '../support/db.ts';
import { runScript } from '../support/script.ts';
import { listDumps, PASSPHRASE } from './dumps.ts';

/**
 * What a migration does to the rows of a kept site is looked at, whatever its words are: one that changes a value that was there, or takes
 * one away, begins with `-- rewrites`. Seen red with an `update` inside of a `do` block, and a `drop column` made of two texts.
 */

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const log = pino({ level: 'silent' });
/** By table and column, its kind and the sum of all its values. */
type Look = Map<string, string>;
type Store = { landed(): Promise<string[]>; look(): Promise<Look>; land(folder: string): Promise<unknown> };

let folder: string;
let url: string;
let dataDir: string;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-rewriting-'));
  const database = await emptyDb();
  closers.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => database.close(),
  );
  url = database.url;
  dataDir = join(folder, 'site');
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await runScript('restore.ts', [listDumps()[0]!.place], env)).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** One file after the other. @returns those that changed what was there, and what */
async function findRewriting({ landed, look, land }: Store, files: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const landing = mkdtempSync(join(folder, 'landing-'));
  const known = new Set(await landed());
  const [old, pending] = [
    files.filter((file) => known.has(basename(file))),
    files.filter((file) => !known.has(basename(file))),
  ];
  for (const file of old) cpSync(file, join(landing, basename(file)));
  let before = await look();
  for (const file of pending) {
    cpSync(file, join(landing, basename(file)));
    await land(landing);
    const after = await look();
    const changed = [...before].filter(([key, value]) => after.get(key) !== value).map(([key]) => key);
    if (changed.length > 0) found.set(basename(file), changed);
    before = after;
  }
  return found;
}

const filesOf = (store: string): string[] =>
  readdirSync(join(MIGRATIONS, store))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => join(MIGRATIONS, store, name));

/** @returns a file that no release has, behind all others */
function put(name: string, text: string): string {
  const own = join(folder, 'own');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, name), text);
  return join(own, name);
}

const unmarked = (found: Map<string, string[]>, files: readonly string[]): string[] =>
  files
    .map((file) => basename(file))
    .filter((name, at) => found.has(name) && !isRewriting(readFileSync(files[at]!, 'utf8')));

describe('PostgreSQL', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url });
    await client.connect();
    closers.push(() => client.end());
  });
  const ask = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[];
  const store: Store = {
    async landed() {
      const rows = await ask<{ name: string }>('select name from migration_checksums');
      return rows.map(({ name }) => `${name}.sql`);
    },
    async look() {
      const columns = await ask<{ table: string; column: string; type: string }>(
        `select table_name as table, column_name as column, data_type as type from information_schema.columns
          join information_schema.tables using (table_schema, table_name)
          where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name <> 'migration_checksums'
            and not starts_with(table_name, 'kysely_')`,
      );
      const looked: Look = new Map();
      for (const [table, of] of Map.groupBy(columns, (one) => one.table)) {
        const sums = of.map(
          ({ column }) =>
            `md5(coalesce(string_agg(coalesce("${column}"::text, '-'), '|' order by "${column}"::text), '')) as "${column}"`,
        );
        const [row] = await ask<Record<string, string>>(`select ${sums.join(', ')} from "${table}"`);
        for (const { column, type } of of) looked.set(`${table}.${column}`, `${type} ${row![column]}`);
      }
      return looked;
    },
    land: (landing) => migrate(url, landing, log),
  };

  test('no file that came after the oldest kept site rewrites its rows without saying so', async () => {
    const files = filesOf('postgres');
    expect(unmarked(await findRewriting(store, files), files)).toEqual([]);
  });

  test('one that hides what it does is found', async () => {
    const files = [
      put('9997_guides_added.sql', "alter table guides add column x text not null default 'a';"),
      put('9998_guides_hidden.sql', `do $$ begin execute 'up' || 'date guides set title = upper(title)'; end $$;`),
      put('9999_guides_gone.sql', `do $$ begin execute 'alter table guides dr' || 'op excerpt cascade'; end $$;`),
    ];
    const all = [...filesOf('postgres'), ...files];
    const found = await findRewriting(store, all);
    expect(found.get('9998_guides_hidden.sql')).toContain('guides.title');
    expect(found.get('9999_guides_gone.sql')).toContain('guides.excerpt');
    expect(unmarked(found, all)).toEqual(['9998_guides_hidden.sql', '9999_guides_gone.sql']);
  });
});

describe('DuckDB', () => {
  const open = (migrationsDir: string) =>
    createDuckDbStore({ path: join(dataDir, 'events.duckdb'), migrationsDir, log });
  const store: Store = {
    async landed() {
      const events = open(join(MIGRATIONS, 'columnar'));
      const rows = await events.query<{ name: string }>('select name from landed').finally(() => events.close());
      return rows.map(({ name }) => name);
    },
    async look() {
      const events = open(join(MIGRATIONS, 'columnar'));
      try {
        const columns = await events.query<{ name: string; type: string }>(
          `select column_name as name, data_type as type from information_schema.columns where table_schema = 'main' and table_name = 'events'`,
        );
        const sums = columns.map(
          ({ name }) =>
            `md5(coalesce(string_agg(coalesce(${name}::varchar, '-'), '|' order by ${name}::varchar), '')) as ${name}`,
        );
        const [row] = await events.query<Record<string, string>>(`select ${sums.join(', ')} from events`);
        return new Map(columns.map(({ name, type }) => [`events.${name}`, `${type} ${row![name]}`]));
      } finally {
        await events.close();
      }
    },
    async land(landing) {
      const events = open(landing);
      await events.migrate().finally(() => events.close());
    },
  };

  test('no file that came after the oldest kept site rewrites its events without saying so', async () => {
    const files = filesOf('columnar');
    expect(unmarked(await findRewriting(store, files), files)).toEqual([]);
    const own = [...files, put('9999_events_rewritten.sql', "update events set device = 'none';")];
    expect(unmarked(await findRewriting(store, own), own)).toEqual(['9999_events_rewritten.sql']);
  });
});
