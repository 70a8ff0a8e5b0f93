import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { MAX_FOUND } from '../../list-bounds.ts';
import { pageFrom } from '../../paging.ts';
import { inTransaction } from '../postgres/postgres.ts';
import { askAll, pageOfRows } from './record-queries.ts';

const ROWS = 23;

type Things = { things: { id: number; name: string | null; find_text: string } };

let database: TestDb;
const things = () => database.db.withTables<Things>().selectFrom('things');

beforeAll(async () => {
  database = await testDb();
  await sql`create table things (id int primary key, name text, find_text text not null)`.execute(database.db);
  // every name twice, and two rows without one
  await sql`insert into things select n, case when n < 22 then 'name ' || chr(97 + n / 2) end, 'thing'
    from generate_series(1, ${ROWS}::int) n`.execute(database.db);
});
afterAll(() => database.close());

const pageAt = (page: number, limit: number, order: 'asc' | 'desc', search?: string) =>
  pageOfRows(database.db, things(), (rows) => rows.select(['id', 'name']), {
    ...pageFrom({ page, limit, order }),
    by: sql`lower(name)`,
    search,
  });

test.each([
  ['asc', undefined],
  ['desc', undefined],
  ['asc', 'narrowed by words'],
  ['desc', 'narrowed by words'],
] as const)('the pages of a list hold each row once and in order: %s, %s', async (order, search) => {
  const pages = [];
  for (let page = 1; page <= 6; page += 1) pages.push(await pageAt(page, 4, order, search));
  const { rows: all } = await sql<{ id: number; name: string | null }>`
    select id, name from things order by lower(name) ${sql.raw(order === 'asc' ? 'asc nulls first' : 'desc nulls last')},
      id ${sql.raw(order)}`.execute(database.db);
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all);
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => ROWS));
});

test('a page past the end is empty and says how many there are', async () => {
  expect(await pageAt(7, 4, 'asc')).toEqual({ rows: [], total: ROWS });
  expect(await pageAt(1000, 4, 'desc')).toEqual({ rows: [], total: ROWS });
  expect(await pageAt(7, 4, 'asc', 'thing')).toEqual({ rows: [], total: ROWS });
});

test('questions are asked side by side; in a transaction one waits for the other', async () => {
  const asked: string[] = [];
  const ask = (name: string, waitMs: number) => async () => {
    asked.push(`${name} begins`);
    await sleep(waitMs);
    asked.push(`${name} ends`);
    return name;
  };
  const both = [ask('slow', 60), ask('quick', 1)] as const;
  expect(await askAll(database.db, ...both)).toEqual(['slow', 'quick']);
  expect(asked.splice(0)).toEqual(['slow begins', 'quick begins', 'quick ends', 'slow ends']);
  expect(await inTransaction(database.db, (trx) => askAll(trx, ...both))).toEqual(['slow', 'quick']);
  expect(asked).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
});

test('what was found by words is counted as far as people read, and read on from there', async () => {
  await sql`insert into things select n, 'many', 'many' from generate_series(100, ${99 + MAX_FOUND + 5}::int) n`.execute(
    database.db,
  );
  const query = things().where('name', '=', 'many');
  const ask = (page: number, search?: string) =>
    pageOfRows(database.db, query, (rows) => rows.select('id'), {
      ...pageFrom({ page, limit: 1000, order: 'asc' }),
      by: 'name',
      search,
    });
  expect((await ask(1)).total).toBe(MAX_FOUND + 5);
  expect((await ask(1, 'many')).total).toBe(MAX_FOUND);
  const last = await ask(10, 'many');
  expect([last.rows[0]?.id, last.rows.length]).toEqual([9100, 1000]);
  const newest = await pageOfRows(database.db, query, (rows) => rows.select('id'), {
    ...pageFrom({ page: 1, limit: 3, order: 'desc' }),
    by: 'name',
    search: 'many',
  });
  expect(newest.rows.map(({ id }) => id)).toEqual([10_104, 10_103, 10_102]);
  await sql`delete from things where name = 'many'`.execute(database.db);
});
