import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDb, testDb } from '../../../../tests/support/db.ts';
import { sampleSize } from '../../../../tests/support/figures.ts';
import { migrate } from './migrations.ts';

const log = pino({ level: 'silent' });
let folder: string;
let db: { url: string; close(): Promise<void> };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-migrations-'));
  db = await emptyDb();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await db.close();
});

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

async function ask(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('files land once, in the order of their numbers, many statements each', async () => {
  put('0002_b.sql', 'insert into a values (1); insert into a values (2);');
  put('0001_a.sql', 'create table a (n int); -- a comment; with a semicolon');
  expect(await migrate(db.url, folder, log)).toEqual(['0001_a', '0002_b']);
  expect(await migrate(db.url, folder, log)).toEqual([]);
  expect(await ask('select n from a order by n')).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a failing file leaves nothing of itself, keeps what landed before it, and lands once mended', async () => {
  put('0001_a.sql', 'create table a (n int);');
  put('0002_b.sql', 'insert into a values (1); insert into nowhere values (1);');
  await expect(migrate(db.url, folder, log)).rejects.toThrow(/migration 0002_b failed: .*nowhere/);
  expect(await ask('select n from a')).toEqual([]);
  put('0002_b.sql', 'insert into a values (1);');
  expect(await migrate(db.url, folder, log)).toEqual(['0002_b']);
});

test('a landed file that was edited is refused, whatever its line ends', async () => {
  put('0001_a.sql', 'create table a (\n n int);');
  await migrate(db.url, folder, log);
  put('0001_a.sql', 'create table a (\r\n n int);');
  await migrate(db.url, folder, log);
  put('0001_a.sql', 'create table a (\n n bigint);');
  await expect(migrate(db.url, folder, log)).rejects.toThrow('The migration 0001_a was changed after it landed');
});

test('a database of a newer release is refused', async () => {
  put('0001_a.sql', 'create table a (n int);');
  put('0002_b.sql', 'create table b (n int);');
  await migrate(db.url, folder, log);
  rmSync(join(folder, '0002_b.sql'));
  await expect(migrate(db.url, folder, log)).rejects.toThrow('0002_b, which this release does not know');
});

test('before rows of a site are rewritten one of several is asked, and what he refuses lands nothing', async () => {
  put('0001_a.sql', 'create table users (n int); insert into users values (1);');
  await migrate(db.url, folder, log);
  put('0002_b.sql', 'alter table users add column text text;');
  let asked = 0;
  const take = async (): Promise<void> => {
    // nothing of this run has landed
    expect(await ask('select text from users').catch(() => 'none')).toEqual([{ text: null }]);
    asked += 1;
  };
  await migrate(db.url, folder, log, { take });
  expect(asked).toBe(0);
  put('0003_c.sql', '-- rewrites\nupdate users set n = n + 1;');
  const refusing = { take: () => Promise.reject(new Error('no room')) };
  await expect(migrate(db.url, folder, log, refusing)).rejects.toThrow('no room');
  expect(await ask('select n from users')).toEqual([{ n: 1 }]);
  await Promise.all([1, 2, 3].map(() => migrate(db.url, folder, log, { take })));
  expect(asked).toBe(1);
  expect(await ask('select n from users')).toEqual([{ n: 2 }]);
  // another store has something to land
  await migrate(db.url, folder, log, { take, isDueElsewhere: () => Promise.resolve(true) });
  expect(asked).toBe(2);
});

test('where nobody can sign in yet nothing is saved', async () => {
  put('0001_a.sql', '-- rewrites\ncreate table users (n int);');
  await migrate(db.url, folder, log, { take: () => Promise.reject(new Error('asked')) });
  put('0002_b.sql', '-- rewrites\nupdate users set n = 1;');
  expect(await migrate(db.url, folder, log, { take: () => Promise.reject(new Error('asked')) })).toEqual(['0002_b']);
});

test('two processes at once land every file exactly once', async () => {
  put('0001_a.sql', 'create table a (n int);');
  for (let n = 2; n <= 6; n++) put(`000${n}_row.sql`, `select pg_sleep(0.02); insert into a values (${n});`);
  const landed = await Promise.all([
    migrate(db.url, folder, log),
    migrate(db.url, folder, log),
    migrate(db.url, folder, log),
  ]);
  expect(landed.flat().toSorted()).toEqual(['0001_a', '0002_row', '0003_row', '0004_row', '0005_row', '0006_row']);
  expect(await ask('select n from a order by n')).toEqual([2, 3, 4, 5, 6].map((n) => ({ n })));
});

test('a file waits for a table that others hold, and nobody who comes after it waits as long', async () => {
  put('0001_a.sql', 'create table a (n int);');
  await migrate(db.url, folder, log);
  const [holder, reader] = [new pg.Client({ connectionString: db.url }), new pg.Client({ connectionString: db.url })];
  await Promise.all([holder.connect(), reader.connect()]);
  try {
    await holder.query('begin; select n from a');
    put('0002_b.sql', 'alter table a add column m int;');
    const landing = migrate(db.url, folder, log);
    const waits = "select 1 from pg_locks where relation = 'a'::regclass and not granted";
    await vi.waitFor(async () => expect((await ask(waits)).length).toBe(1), { timeout: 10_000 });
    // behind the file, which waits for somebody who does not end
    expect((await reader.query('select n from a')).rows).toEqual([]);
    await holder.query('commit');
    expect(await landing).toEqual(['0002_b']);
    expect(await ask('select m from a')).toEqual([]);
  } finally {
    await Promise.all([holder.end(), reader.end()]);
  }
});

test('a run whose connection is cut in the middle of a file is continued by the next', async () => {
  put('0001_a.sql', 'create table a (n int);');
  put('0002_b.sql', 'insert into a values (1); select pg_terminate_backend(pg_backend_pid());');
  await expect(migrate(db.url, folder, log)).rejects.toThrow('0002_b');
  put('0002_b.sql', 'insert into a values (2);');
  expect(await migrate(db.url, folder, log)).toEqual(['0002_b']);
  expect(await ask('select n from a')).toEqual([{ n: 2 }]);
});

test('the migrations of this release build the template of every test', async () => {
  const built = await testDb();
  const { rows } = await built.pool.query('select name from migration_checksums');
  await built.close();
  expect(rows.length).toBeGreaterThan(0);
});

const RELEASE = join(import.meta.dirname, '../../../../migrations/postgres');

/** Everything that the files make, in words that two databases share. */
const SCHEMA = `
  select 'column' as kind, table_name || '.' || column_name as name, concat_ws(' ', data_type, is_nullable, column_default) as text
    from information_schema.columns where table_schema = 'public'
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and probin is null
  order by 1, 2, 3`;

/** Each release has more files: a small sample is killed after some of them. */
const FILES_PER_KILL = sampleSize('MIGRATION_FILES_PER_KILL', 20, 1);

/** A process that migrates and is killed -9 once further files have landed and the next is under way. @returns whether it was, before it was through */
async function migrateAndKill(): Promise<boolean> {
  const program = `
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrations.ts'))});
    let landed = 0;
    const info = () => ++landed === ${FILES_PER_KILL} && setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    await migrate(${JSON.stringify(db.url)}, ${JSON.stringify(RELEASE)}, { info, warn() {}, error() {} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal === 'SIGKILL';
}

test(
  'a release whose process is killed again and again ends in the same schema as an uninterrupted one',
  {
    // a process for each file
    timeout: 180_000,
  },
  async () => {
    const files = readdirSync(RELEASE).length;
    let kills = 0;
    while (kills <= files && (await migrateAndKill())) kills++;
    expect(kills).toBeGreaterThan(1);
    expect(kills).toBeLessThanOrEqual(files);
    const interrupted = await ask(SCHEMA);
    const other = await emptyDb();
    await migrate(other.url, RELEASE, log);
    await db.close();
    db = other;
    expect(interrupted).toEqual(await ask(SCHEMA));
  },
);
