import { createClient } from '@clickhouse/client';
import { spawn } from 'node:child_process';
import { hash, randomBytes, randomInt } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import { findClickHouse, sharedClickHouse } from '../support/clickhouse.ts';
import { emptyDb, testDb } from '../support/db.ts';
import { printFigures, sampleSize } from '../support/figures.ts';
import { runScript } from '../support/script.ts';
import { listDumps, PASSPHRASE } from './dumps.ts';

/**
 * P24: a process that brings the oldest kept site up is killed -9 anywhere, again and again; the next one ends it, in the very tables and
 * rows of one that was never interrupted. Beyond what is pending there, files of the test write all rows anew, so that there is always
 * something in the middle of which to be killed.
 */
const ROUNDS = sampleSize('ROUNDS', 2);
const SRC = join(import.meta.dirname, '../../src/platform/server');
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const log = pino({ level: 'silent' });

const REWRITES: Record<'postgres' | 'columnar' | 'clickhouse', Record<string, string>> = {
  postgres: {
    '9001_test_column.sql': `alter table visits add column test_at timestamptz; update visits set test_at = ts;
      create index visits_test_idx on visits (test_at); select pg_sleep(0.05);`,
    '9002_test_rows.sql': `create table test_rows as select n, md5(n::text) as text from generate_series(1, 50000) n;
      update test_rows set text = text || '!'; alter table test_rows add primary key (n);`,
    '9003_test_again.sql': `update test_rows set text = md5(text); select pg_sleep(0.05); alter table test_rows rename column text to said;`,
  },
  columnar: {
    '9001_test_column.sql': `alter table events add column test_n integer; update events set test_n = hash(ts) % 1000;`,
    '9002_test_rows.sql': `create table test_rows as select n, md5(n::varchar) as text from range(300000) r(n); update test_rows set text = md5(text);`,
    '9003_test_again.sql': `update test_rows set text = md5(text); alter table test_rows rename column text to said;`,
  },
  clickhouse: {
    '9001_test_rows.sql': `create table if not exists test_rows (n UInt32, text String) engine = MergeTree order by n;
      truncate table test_rows;
      insert into test_rows select number, toString(number) from numbers(300000);`,
    '9002_test_column.sql': `alter table test_rows add column if not exists said String default upper(text);
      alter table test_rows materialize column said settings mutations_sync = 1;`,
    '9003_test_again.sql': `alter table test_rows modify column text String default '';
      optimize table test_rows final;`,
  },
};

let folder: string;
const closers: (() => unknown)[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-killed-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

function filesOf(store: keyof typeof REWRITES): string {
  const dir = join(folder, store);
  cpSync(join(MIGRATIONS, store), dir, { recursive: true });
  for (const [name, text] of Object.entries(REWRITES[store])) writeFileSync(join(dir, name), text);
  return dir;
}

/** Runs a program that says when it begins. @param afterMs undefined: to its end @returns how long it took, and whether it was killed */
async function migrating(program: string, afterMs?: number): Promise<{ tookMs: number; wasKilled: boolean }> {
  const begin = `process.stdout.write('begins\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program.replace('BEGIN;', begin)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const beganAt = performance.now();
  if (afterMs !== undefined) {
    await Promise.race([sleep(afterMs), ended]);
    child.kill('SIGKILL');
  }
  const [code, signal] = (await ended) as [number | null, string | null];
  expect(signal === 'SIGKILL' || code === 0).toBe(true);
  return { tookMs: performance.now() - beganAt, wasKilled: signal === 'SIGKILL' };
}

type Site = { program: string; look(): Promise<unknown>; close(): Promise<void> };

async function killed(store: string, open: () => Promise<Site>): Promise<void> {
  const whole = await open();
  const { tookMs } = await migrating(whole.program);
  const expected = await whole.look();
  await whole.close();
  let kills = 0;
  for (let round = 0; kills < ROUNDS && round < ROUNDS * 3; round += 1) {
    const site = await open();
    // a second is killed in what the first left
    for (let nth = 0; nth < 2; nth += 1)
      if ((await migrating(site.program, randomInt(Math.ceil(tookMs)))).wasKilled) kills += 1;
    await migrating(site.program);
    expect(await site.look()).toEqual(expected);
    await site.close();
  }
  printFigures(`P24, ${store}: kills of a migration, each ended by the next in the same tables and rows`, { kills });
  expect(kills).toBeGreaterThanOrEqual(ROUNDS);
}

/** The oldest kept site: its database, and the file of its events. */
let base: { url: string; path: string };
beforeAll(async () => {
  const database = await emptyDb();
  closers.push(() => database.close());
  const dataDir = join(folder, 'site');
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await runScript('restore.ts', [listDumps()[0]!.place], env)).toMatchObject({ code: 0, err: '' });
  base = { url: database.url, path: join(dataDir, 'events.duckdb') };
});

async function onServer(database: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(base.url), { pathname: `/${database}` }).href,
  });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const LOOK = `select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable) as text
    from information_schema.columns where table_schema = 'public'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'landed', name, sha256 from migration_checksums
  union all select 'rows', 'visits', md5(string_agg(v::text, '|' order by visit_id)) from visits v
  union all select 'rows', 'test_rows', md5(string_agg(r::text, '|' order by n)) from test_rows r order by 1, 2`;

test(`PostgreSQL, ${ROUNDS} kills`, async () => {
  const dir = filesOf('postgres');
  await killed('PostgreSQL', async () => {
    const name = `killed_${randomBytes(6).toString('hex')}`;
    await onServer('postgres', `create database ${name} template ${new URL(base.url).pathname.slice(1)}`);
    const url = Object.assign(new URL(base.url), { pathname: `/${name}` }).href;
    return {
      program: `const { migrate } = await import(${JSON.stringify(join(SRC, 'postgres/migrations.ts'))});
        BEGIN; await migrate(${JSON.stringify(url)}, ${JSON.stringify(dir)}, { info() {}, warn() {}, error() {} });`,
      look: () => onServer(name, LOOK),
      close: async () => void (await onServer('postgres', `drop database ${name} with (force)`)),
    };
  });
});

test(`DuckDB, ${ROUNDS} kills`, async () => {
  const dir = filesOf('columnar');
  let nth = 0;
  await killed('DuckDB', async () => {
    const own = join(folder, `duck-${(nth += 1)}`);
    mkdirSync(own);
    const path = join(own, 'events.duckdb');
    cpSync(base.path, path);
    return {
      program: `const { createDuckDbStore } = await import(${JSON.stringify(join(SRC, 'event-store/duckdb/store.ts'))});
        const log = { info() {}, warn() {}, error() {}, debug() {}, fatal() {} };
        const store = createDuckDbStore({ path: ${JSON.stringify(path)}, migrationsDir: ${JSON.stringify(dir)}, log });
        BEGIN; await store.migrate(); await store.close();`,
      async look() {
        const store = createDuckDbStore({ path, migrationsDir: dir, log });
        const found = [];
        for (const question of [
          `select table_schema, table_name, column_name, data_type from information_schema.columns order by all`,
          `select name, sha256 from landed order by name`,
          `select count(*) as rows, md5(string_agg(said, '' order by n)) as sum from test_rows`,
          `select count(*) as rows, sum(test_n) as sum from events`,
        ])
          found.push(await store.query(question, [], { timeoutMs: 60_000 }));
        await store.close();
        return found;
      },
      close: () => Promise.resolve(rmSync(own, { recursive: true })),
    };
  });
});

const missing = findClickHouse();
test.skipIf(missing !== undefined)(`ClickHouse, ${ROUNDS} kills`, async () => {
  const dir = filesOf('clickhouse');
  const { url: server } = await sharedClickHouse();
  const client = createClient({ url: server });
  closers.push(() => client.close());
  const postgres = await testDb();
  closers.push(() => postgres.close());
  await killed('ClickHouse', async () => {
    const name = `k_${hash('sha256', randomBytes(9)).slice(0, 12)}`;
    await client.command({ query: `create database ${name}` });
    return {
      program: `const { createClickHouseStore } = await import(${JSON.stringify(join(SRC, 'event-store/clickhouse/store.ts'))});
        const { openDb, openPool } = await import(${JSON.stringify(join(SRC, 'postgres/postgres.ts'))});
        const log = { info() {}, warn() {}, error() {}, debug() {}, fatal() {} };
        const db = openDb(openPool(${JSON.stringify(postgres.url)}, () => {}));
        const store = createClickHouseStore({ url: ${JSON.stringify(`${server}/${name}`)}, migrationsDir: ${JSON.stringify(dir)}, db, log });
        BEGIN; await store.migrate(); process.exit(0);`,
      async look() {
        const found = [];
        for (const query of [
          `select table, name, type, default_expression from system.columns where database = '${name}' order by table, position`,
          `select distinct name, sha256 from ${name}.landed order by name`,
          `select count() as rows, sum(cityHash64(n, text, said)) as sum from ${name}.test_rows`,
        ])
          found.push(await (await client.query({ query, format: 'JSONEachRow' })).json());
        return found;
      },
      close: async () => void (await client.command({ query: `drop database ${name}` })),
    };
  });
});
