import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from './embedded-postgres.ts';

const log = pino({ level: 'silent' });
const SOURCE = join(import.meta.dirname, 'embedded-postgres.ts');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-pg-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const postmaster = (): number =>
  Number.parseInt(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process of its own that starts PostgreSQL in the folder and says so. */
async function startChild(): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(SOURCE)});
    const { pino } = await import('pino');
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(folder)}, log: pino({ level: 'silent' }) });
    console.log('url ' + url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += chunk.toString();
    const url = /url (\S+)\n/.exec(said)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the child ended early');
}

test('a cluster speaks UTF-8, keeps its password to itself and its rows through a stop', async () => {
  const first = await startPostgres({ dataDir: folder, log });
  await ask(first.url, `create table t (word text); insert into t values ('Ärzte')`);
  expect(await ask(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(statSync(join(folder, 'postgres/password')).mode & 0o777).toBe(0o600);
  await expect(ask(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await first.stop();
  await expect(ask(first.url, 'select 1')).rejects.toThrow();

  const second = await startPostgres({ dataDir: folder, log });
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select lower(word) as word from t')).toEqual([{ word: 'ärzte' }]);
  await second.stop();
});

test('after a kill -9 of its parent the running server is used again', async () => {
  const { child, url } = await startChild();
  await ask(url, 'create table t (n int); insert into t values (7)');
  const pid = postmaster();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const next = await startPostgres({ dataDir: folder, log });
  expect(postmaster()).toBe(pid);
  expect(await ask(next.url, 'select n from t')).toEqual([{ n: 7 }]);
  await next.stop();
  await expect(ask(url, 'select 1')).rejects.toThrow();
});

test('after a kill -9 of parent and server, rows that were acknowledged are there', async () => {
  const { child, url } = await startChild();
  await ask(url, 'create table t (n int)');
  await ask(url, 'insert into t values (8)');
  process.kill(postmaster(), 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const next = await startPostgres({ dataDir: folder, log });
  expect(await ask(next.url, 'select n from t')).toEqual([{ n: 8 }]);
  await next.stop();
});

test('a server that dies under a running program comes back at the same address', async () => {
  const server = await startPostgres({ dataDir: folder, log });
  await ask(server.url, 'create table t (n int); insert into t values (9)');
  process.kill(postmaster(), 'SIGKILL');
  await expect
    .poll(() => ask(server.url, 'select n from t').catch(() => 'gone'), { timeout: 20_000, interval: 200 })
    .toEqual([{ n: 9 }]);
  await server.stop();
});

test('a stale postmaster.pid whose number belongs to another process is no hindrance', async () => {
  const first = await startPostgres({ dataDir: folder, log });
  const file = join(folder, 'postgres/cluster/postmaster.pid');
  const lines = readFileSync(file, 'utf8').split('\n');
  await first.stop();
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'));
  const second = await startPostgres({ dataDir: folder, log });
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('a port that something else took is exchanged', async () => {
  const first = await startPostgres({ dataDir: folder, log });
  await first.stop();
  const port = Number(new URL(first.url).port);
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  const second = await startPostgres({ dataDir: folder, log });
  expect(new URL(second.url).port).not.toBe(String(port));
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
  squatter.close();
});

test('a data folder too deep for a socket address works', async () => {
  const deep = join(folder, 'd'.repeat(60), 'e'.repeat(60));
  mkdirSync(deep, { recursive: true, mode: 0o711 });
  const server = await startPostgres({ dataDir: deep, log });
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test.runIf(process.getuid?.() === 0)(
  'a folder that the database user may not enter is named, with what to do',
  async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    await expect(startPostgres({ dataDir: join(closed, 'data'), log })).rejects.toThrow(`chmod o+x ${closed}`);
  },
);
