import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { jobQueue } from '../jobs/graphile-jobs.ts';
import { copyDatabase } from './copying.ts';

let from: TestDb;
let to: TestDb;

beforeEach(async () => {
  [from, to] = [await testDb(), await testDb()];
  await from.pool.query(
    "insert into users (username, password_hash, role) values ('ada', 'x', 'admin'), ('Bö\\t\\\\N', 'y', 'editor')",
  );
  await from.pool.query('update settings set brand = $1', ['Fair “Finds”\n\\.']);
  await jobQueue.add(from.db, 'postback_out', { delivery_id: 7 });
});
afterEach(async () => {
  await from.close();
  await to.close();
});

const query = async <T>({ pool }: TestDb, text: string): Promise<T[]> => (await pool.query(text)).rows as T[];

const shape = (database: TestDb) =>
  query(
    database,
    `select conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as def, true as is_on from pg_constraint
      union all select tgrelid::regclass::text || ' ' || tgname, pg_get_triggerdef(oid), tgenabled = 'O' from pg_trigger where not tgisinternal order by 1, 2`,
  );

const people = (database: TestDb) => query(database, 'select * from users order by id');

test('every row is there as it was, with jobs, keys and triggers, and ids go on behind the last one', async () => {
  const copied = await copyDatabase(from.url, to.url);
  expect(await people(to)).toEqual(await people(from));
  expect(await people(to)).toHaveLength(2);
  expect(await query(to, 'select brand from settings')).toEqual(await query(from, 'select brand from settings'));
  const jobs = 'select task_identifier from graphile_worker.jobs';
  expect(await query(to, jobs)).toEqual([{ task_identifier: 'postback_out' }]);
  expect(await shape(to)).toEqual(await shape(from));
  expect(copied.find(({ name }) => name === 'public.users')).toEqual({ name: 'public.users', rows: 2 });
  const added = "insert into users (username, password_hash, role) values ('eve', 'z', 'admin') returning id";
  expect(await query(to, added)).toEqual(await query(from, added));
  expect(await query(to, 'select from content_changes where tx > pg_current_xact_id()')).toEqual([]);
});

test('a database with a site in it is left as it is', async () => {
  await to.pool.query("insert into users (username, password_hash, role) values ('own', 'x', 'admin')");
  await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/^There is a site in the database/);
  expect((await people(to)).map((one) => (one as { username: string }).username)).toEqual(['own']);
});

test('tables of another release are named, and nothing is changed', async () => {
  await to.pool.query('alter table offers add column later text');
  await expect(copyDatabase(from.url, to.url)).rejects.toThrow(
    /^The two databases have not the same tables: public\.offers \(/,
  );
});

test('a copy that is not the same does not count, and a broken one leaves nothing', async () => {
  await from.pool.query("update users set last_login_at = '2026-03-06 10:00:00.25Z'");
  // rounds without a word
  await to.pool.query('alter table users alter column last_login_at type timestamptz(0)');
  await expect(copyDatabase(from.url, to.url)).rejects.toThrow(
    /^public\.users is not the same after the copy \(2 rows/,
  );
  expect(await people(to)).toEqual([]);
  await to.pool.query("alter table users add constraint no_ada check (username <> 'ada')");
  const before = await shape(to);
  await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/no_ada/);
  expect([await people(to), await shape(to)]).toEqual([[], before]);
});
