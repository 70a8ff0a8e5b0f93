import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { listen } from '../../../platform/server/http/listener.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createSharedVisitors, VISITORS_CHANNEL } from './shared-visitors.ts';

const log = createLog('silent');
let database: TestDb;
const open: { stop(): Promise<void> }[] = [];

beforeAll(async () => void (database = await testDb()));
afterAll(() => database.close());
afterEach(async () => void (await Promise.all(open.splice(0).map((one) => one.stop()))));

async function instance(id: string, living: () => number) {
  const shared = createSharedVisitors({ db: database.db, id, living });
  const listener = listen(database.url, log, { [VISITORS_CHANNEL]: shared.hear });
  open.push(listener);
  await listener.ready;
  return shared;
}

const visitor = (n: number): string => n.toString(16).padStart(16, '0');

test('who came by a link on one instance is known on the others, and by that link alone', async () => {
  const [a, b, c] = [await instance('a', () => 3), await instance('b', () => 3), await instance('c', () => 3)];
  expect(b.returning.has(7, visitor(1))).toBe(false);
  a.returning.note(7, visitor(1));
  await a.tell();
  await expect.poll(() => [b, c].map((one) => one.returning.has(7, visitor(1)))).toEqual([true, true]);
  expect(b.returning.has(8, visitor(1))).toBe(false);
  expect(b.returning.has(7, undefined)).toBeUndefined();
  // heard is not noted: nobody tells it on
  expect(b.returning.takeFresh()).toEqual([]);
});

test('one that starts, or lost its connection, is told all that others know', async () => {
  let living = 1;
  const a = await instance('a', () => living);
  const many = 30_000;
  for (let n = 0; n < many; n += 1) a.returning.note(2_000_000_000, visitor(n));
  await a.tell();
  const b = await instance('b', () => living);
  // the signs of life have not told of it yet
  await b.tell();
  await expect
    .poll(async () => {
      await a.tell();
      return [0, many - 1].map((n) => b.returning.has(2_000_000_000, visitor(n)));
    })
    .toEqual([true, true]);
  expect(b.returning.all()).toHaveLength(many);
  living = 2;
  b.returning.note(1, visitor(1));
  await b.tell();
  await expect.poll(() => a.returning.has(1, visitor(1))).toBe(true);
});

test('what could not be told is told once the database answers again', async () => {
  const a = await instance('a', () => 2);
  const b = await instance('b', () => 2);
  await a.tell();
  a.returning.note(7, visitor(9));
  await database.pool.query('alter function pg_catalog.pg_notify(text, text) rename to pg_notify_away');
  await expect(a.tell()).rejects.toThrow();
  await database.pool.query('alter function pg_catalog.pg_notify_away(text, text) rename to pg_notify');
  await a.tell();
  await expect.poll(() => b.returning.has(7, visitor(9))).toBe(true);
});

test('one that runs alone tells nothing', async () => {
  const heard: string[] = [];
  const listener = listen(database.url, log, { [VISITORS_CHANNEL]: (one) => void (one && heard.push(one)) });
  open.push(listener);
  await listener.ready;
  const a = await instance('a', () => 1);
  a.returning.note(7, visitor(1));
  await a.tell();
  await a.tell();
  await database.pool.query(`select pg_notify('${VISITORS_CHANNEL}', 'last')`);
  await expect.poll(() => heard.at(-1)).toBe('last');
  expect(heard.slice(0, -1)).toEqual([JSON.stringify({ from: 'a', asks: true })]);
});
