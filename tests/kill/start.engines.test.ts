import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { testDb } from '../support/db.ts';
import { endPostgres } from '../support/end-postgres.ts';
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts';

/** A start that cannot go on says in one sentence why, and what to do. Seen red: two minutes of silence, or a driver's words. */

const ROOT = join(import.meta.dirname, '../..');
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-start-'));
  closers.push(async () => {
    await endPostgres(join(folder, 'postgres', 'cluster'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  return folder;
}

function start(folder: string, env: Record<string, string> = {}, flags: readonly string[] = []) {
  const said: string[] = [];
  const child = spawn(process.execPath, [...flags, ...PROGRAM], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      ...PROGRAM_ENV,
      LOG_LEVEL: 'warn',
      JOURNAL_RESERVE_MB: '1',
      SAMPLE: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => said.push(text));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  closers.push(() => kill(child));
  return { child, ended, said: () => said.join('') };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function heard({ said }: { said(): string }, words: RegExp): Promise<void> {
  for (const until = Date.now() + 60_000; !words.test(said()); await sleep(50))
    if (Date.now() > until) throw new Error(`It never said ${words}:\n${said()}`);
}

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    onSocket(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A message of PostgreSQL's protocol 3.0: its letter, its length, its body. */
function message(letter: string, ...parts: (number | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(5, letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Lets everybody in and answers each question with one text. */
function answerAlways(text: string): (socket: Socket) => void {
  const ready = message('Z', 'I');
  const column = message('T', '\0\x01server_version_num\0', 0, '\0\0', 25, '\0\0', -1, '\0\0');
  const row = message('D', '\0\x01', text.length, text);
  return (socket) => {
    let isIn = false;
    socket.on('data', (chunk) => {
      if (!isIn) {
        isIn = true;
        socket.write(Buffer.concat([message('R', 0), ready]));
      } else if (chunk.toString('latin1').startsWith('Q'))
        socket.write(Buffer.concat([column, row, message('C', 'SHOW\0'), ready]));
    });
  };
}

test('a database that takes calls and never answers ends the first start with the way to mend it', async () => {
  const port = await listen(() => undefined);
  const program = start(dataFolder(), { DATABASE_URL: `postgres://ann:secret@127.0.0.1:${port}/guides` });
  expect(await program.ended).toBe(1);
  expect(program.said()).toContain(
    `Guidepost cannot start: 127.0.0.1:${port}/guides does not answer: see whether a firewall lies between, or correct DATABASE_URL.`,
  );
  expect(program.said()).not.toContain('secret');
});

test('a PostgreSQL that is too old is named with its version and the one that is needed', async () => {
  const port = await listen(answerAlways('140019'));
  const program = start(dataFolder(), { DATABASE_URL: `postgres://ann:secret@127.0.0.1:${port}/guides` });
  expect(await program.ended).toBe(1);
  expect(program.said()).toContain(
    `Guidepost cannot start: PostgreSQL at 127.0.0.1:${port}/guides is version 14; 15 or later is needed: upgrade it, or name another one in DATABASE_URL.`,
  );
});

test('a database whose tables somebody holds is told while it is waited for, and the start goes on by itself', async () => {
  const database = await testDb();
  closers.push(() => database.close());
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  closers.push(() => holder.end());
  await holder.query('begin; lock table migration_checksums');
  const program = start(dataFolder(), { DATABASE_URL: database.url });
  await heard(program, /answered, but its tables are not up to date yet: another Guidepost may be at it/);
  await holder.query('rollback');
  await heard(program, /listening on/);
});

test('a cluster of another PostgreSQL is left as it is, and the start says which release or dump is needed', async () => {
  const folder = dataFolder();
  const cluster = join(folder, 'postgres', 'cluster');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '14\n');
  const program = start(folder);
  expect(await program.ended).toBe(1);
  expect(program.said()).toContain(
    'The data folder holds a database of PostgreSQL 14, and this release brings PostgreSQL 18: start the release that made it, or dump it with PostgreSQL 14 and load it into an empty data folder.',
  );
  expect(readFileSync(join(cluster, 'PG_VERSION'), 'utf8')).toBe('14\n');
});

test('a PostgreSQL of our own that hangs is told at once instead of two minutes of silence', async () => {
  const folder = dataFolder();
  const first = start(folder);
  await heard(first, /listening on/);
  await kill(first.child);
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  expect(existsSync(file)).toBe(true);
  const postmaster = Number.parseInt(readFileSync(file, 'utf8'), 10);
  process.kill(postmaster, 'SIGSTOP');
  closers.push(() => process.kill(postmaster, 'SIGCONT'));
  const second = start(folder);
  await heard(second, /The PostgreSQL of the data folder does not answer yet\. .* is in .*postgres\.log/);
  process.kill(postmaster, 'SIGCONT');
  await heard(second, /listening on/);
});

// seen: one that stayed for ever after its last word, and kept its folder from every later start
test('a start that is refused ends, even where threads of the runtime wait for memory', async () => {
  const folder = dataFolder();
  start(folder);
  await heard({ said: () => (existsSync(join(folder, 'lock')) ? 'held' : '') }, /held/);
  // with these threads wait at the end of every second process; without, hardly ever
  const flags = ['--stress-concurrent-allocation', '--no-incremental-marking'];
  for (let tries = 0; tries < 8; tries++) {
    const refused = start(folder, {}, flags);
    expect(await Promise.race([refused.ended, sleep(60_000, 'it stays')])).toBe(1);
    expect(refused.said()).toMatch(/^Guidepost cannot start: Another Guidepost \(process \d+\) uses the data folder/);
  }
});
