import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { openJobs, type JobRunner } from './graphile-jobs.ts';
import { inTransaction } from '../postgres/postgres.ts';

const log = pino({ level: 'silent' });
let db: TestDb;
let jobs: JobRunner;
let seen: unknown[];

beforeEach(async () => {
  db = await testDb();
  seen = [];
  jobs = await openJobs({ url: db.url, log });
  jobs.register('note', (payload) => Promise.resolve(void seen.push(payload)));
});
afterEach(async () => {
  await jobs.stop();
  await db.close();
});

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(db.db);
  return rows[0]?.n ?? -1;
};

test('a job runs with its payload', async () => {
  await jobs.start();
  await jobs.add(db.db, 'note', { id: 1, text: 'Grüße' });
  await expect.poll(() => seen).toEqual([{ id: 1, text: 'Grüße' }]);
});

test('a job that fails is one line of the log, its trace behind the error', async () => {
  const lines: string[] = [];
  const own = await openJobs({
    url: db.url,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  own.register('fail', () => Promise.reject(new Error('no such thing')));
  await own.start();
  try {
    await own.add(db.db, 'fail', {}, { maxAttempts: 1 });
    await expect.poll(() => lines.filter((line) => line.includes('no such thing')).length).toBe(1);
    const told = lines
      .map((line) => JSON.parse(line) as { msg: string; err?: { stack: string } })
      .find(({ msg }) => msg.includes('no such thing'))!;
    expect(told.msg).toMatch(/^Failed task .* with error 'no such thing'$/);
    expect(told.err?.stack).toContain('graphile-jobs.test.ts');
  } finally {
    await own.stop();
  }
});

test('a job exists if and only if the transaction of its caller commits', async () => {
  const broken = inTransaction(db.db, async (trx) => {
    await jobs.add(trx, 'note', { id: 1 });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  await expect.poll(waiting).toBe(0);
  await inTransaction(db.db, (trx) => jobs.add(trx, 'note', { id: 2 }));
  await expect.poll(waiting).toBe(1);
});

test('a job with a key replaces the one that waits', async () => {
  const runAt = new Date(Date.now() + 3_600_000);
  await jobs.add(db.db, 'note', { id: 1 }, { key: 'k', runAt });
  await jobs.add(db.db, 'note', { id: 2 }, { key: 'k' });
  await jobs.start();
  await expect.poll(() => seen).toEqual([{ id: 2 }]);
  await expect.poll(waiting).toBe(0);
});

test('a job whose key is that of one being taken at this moment is added all the same', async () => {
  await jobs.add(db.db, 'note', { id: 1 }, { key: 'k' });
  const runner = await db.pool.connect();
  await runner.query('begin');
  await runner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'runner'`);
  const added = jobs.add(db.db, 'note', { id: 2 }, { key: 'k' });
  const held = async () =>
    (
      await db.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%add_job%'`,
      )
    ).rows;
  await expect.poll(held).toHaveLength(1);
  await runner.query('commit');
  runner.release();
  await added;
  const free = await db.pool.query('select payload from graphile_worker._private_jobs where is_available');
  expect(free.rows).toEqual([{ payload: { id: 2 } }]);
});

test('a job for later waits, and so does one whose name nobody registered', async () => {
  await jobs.add(db.db, 'note', { id: 1 }, { runAt: new Date(Date.now() + 3_600_000) });
  await jobs.add(db.db, 'unheard-of', {});
  await jobs.add(db.db, 'note', { id: 2 });
  await jobs.start();
  await expect.poll(() => seen).toEqual([{ id: 2 }]);
  await expect.poll(waiting).toBe(2);
});

test('jobs of one queue run one after the other, in order', async () => {
  let running = 0;
  let most = 0;
  jobs.register('slow', async (payload) => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 20));
    running--;
    seen.push((payload as { n: number }).n);
  });
  for (let n = 1; n <= 4; n++) await jobs.add(db.db, 'slow', { n }, { queue: 'q' });
  await jobs.start();
  await expect.poll(() => seen).toEqual([1, 2, 3, 4]);
  expect(most).toBe(1);
});

test('a job that throws is kept with its reason and tried again later', async () => {
  jobs.register('bad', () => Promise.reject(new Error('not today')));
  await jobs.add(db.db, 'bad', {});
  await jobs.start();
  const last = async () =>
    (
      await sql<{
        attempts: number;
        last_error: string | null;
      }>`select attempts, last_error from graphile_worker.jobs`.execute(db.db)
    ).rows[0];
  await expect.poll(async () => (await last())?.last_error ?? '').toContain('not today');
  expect(await last()).toMatchObject({ attempts: 1 });
});

test('the runner goes on after the database cut all its connections', async () => {
  await jobs.start();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'guidepost-jobs' and datname = current_database()`.execute(
    db.db,
  );
  await jobs.add(db.db, 'note', { id: 3 });
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([{ id: 3 }]);
});

test('a job whose process was killed is taken up at once by the next start', async () => {
  const program = `
    const { openJobs } = await import(${JSON.stringify(join(import.meta.dirname, 'graphile-jobs.ts'))});
    const { pino } = await import('pino');
    const jobs = await openJobs({ url: ${JSON.stringify(db.url)}, log: pino({ level: 'silent' }) });
    jobs.register('note', () => new Promise(() => console.log('started')));
    await jobs.start();`;
  await jobs.add(db.db, 'note', { id: 4 });
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const held = async () =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and application_name = 'guidepost-jobs' and wait_event = 'ClientRead' and state = 'idle' and query like '%advisory_lock%'`.execute(
        db.db,
      )
    ).rows.length;
  await expect.poll(held).toBe(0);
  await jobs.start();
  await expect.poll(() => seen).toEqual([{ id: 4 }]);
});

test('jobs of a runner that lives are left alone', async () => {
  let release = (): void => undefined;
  let starts = 0;
  const other = await openJobs({ url: db.url, log });
  other.register('long', () => new Promise<void>((done) => (starts++, (release = done))));
  jobs.register('long', () => Promise.resolve(void starts++));
  await jobs.add(db.db, 'long', {});
  await other.start();
  await expect.poll(() => starts).toBe(1);
  await jobs.start();
  await jobs.add(db.db, 'note', { id: 5 });
  await expect.poll(() => seen).toEqual([{ id: 5 }]);
  expect(starts).toBe(1);
  release();
  await other.stop();
  await expect.poll(waiting).toBe(0);
});

test('stopping waits for the job that runs', async () => {
  jobs.register('slow', async () => {
    seen.push('begun');
    await new Promise((done) => setTimeout(done, 100));
    seen.push('done');
  });
  await jobs.start();
  await jobs.add(db.db, 'slow', {});
  await expect.poll(() => seen).toEqual(['begun']);
  await jobs.stop();
  expect(seen).toEqual(['begun', 'done']);
  jobs = await openJobs({ url: db.url, log });
});
