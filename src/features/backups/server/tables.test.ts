import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { rowConnection, listTables } from '../../../platform/server/postgres/tables.ts';
import { migrateJobs } from '../../../platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../../../platform/server/log.ts';
import { BY_THEMSELVES } from '../../../platform/server/backup/database-rows.ts';
import { LEFT_OUT, SAVED } from './tables.ts';

let database: TestDb;
beforeAll(async () => {
  database = await testDb();
  await migrateJobs(database.url, createLog('silent'));
});
afterAll(() => database.close());

test('each table is in a backup, or left out with a reason: a new one is named in tables.ts', async () => {
  const client = rowConnection(database.url, 'test');
  await client.connect();
  const found = (await listTables(client)).map(({ name }) => name);
  await client.end();
  const named = [...SAVED, ...Object.keys(LEFT_OUT), ...Object.keys(BY_THEMSELVES)];
  expect(found.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !found.includes(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
