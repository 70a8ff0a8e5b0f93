import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../../tests/support/db.ts';
import { testDuckDb } from '../../../../../tests/support/event-store.ts';
import { queryOf, rowConnection } from '../../../../platform/server/postgres/tables.ts';
import { BY_THEMSELVES } from '../../../../platform/server/backup/database-rows.ts';
import { writeReadme } from '../readme.ts';
import { readShapes, type TableShape } from '../store-records.ts';
import { RECORDS } from './all.ts';
import { EVENT_COLUMNS } from './events.ts';
import { LEFT_OUT } from './site.ts';

let database: TestDb;
let shapes: Map<string, TableShape>;
beforeAll(async () => {
  database = await testDb();
  const client = rowConnection(database.url, 'test');
  await client.connect();
  shapes = await readShapes(queryOf(client));
  await client.end();
});
afterAll(() => database.close());

test('each table is in an export, or left out with a reason: a new one is named in exports/server/description', () => {
  const own = Object.keys(BY_THEMSELVES).map((name) => name.replace('public.', ''));
  const named = [...RECORDS.map(({ table }) => table), ...Object.keys(LEFT_OUT)];
  expect([...shapes.keys()].filter((name) => !named.includes(name) && !own.includes(name))).toEqual([]);
  expect(named.filter((name) => !shapes.has(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test('each column is described or left out with a reason, and nothing is described that is not there', () => {
  expect(() => writeReadme(shapes)).not.toThrow();
  for (const { table, columns, leftOut = {}, opened = {} } of RECORDS) {
    const there = shapes.get(table)!.columns.map(({ name }) => opened[name] ?? name);
    expect([...Object.keys(columns), ...Object.keys(leftOut)].filter((name) => !there.includes(name))).toEqual([]);
  }
});

test('what is sealed or a hash of a secret is left out; a column that is left out can be left empty', () => {
  for (const { table, leftOut = {}, opened = {} } of RECORDS)
    for (const { name, isNullable, hasDefault } of shapes.get(table)!.columns) {
      if (name in leftOut) expect(isNullable || hasDefault, `${table}.${name}`).toBe(true);
      else if (!(name in opened)) expect(name, table).not.toMatch(/_sealed$|^totp|^password|^token/);
    }
});

test('each column of events is described', async () => {
  const store = await testDuckDb();
  const there = await store.columns('events');
  await store.close();
  expect(there.toSorted()).toEqual(Object.keys(EVENT_COLUMNS).toSorted());
});
