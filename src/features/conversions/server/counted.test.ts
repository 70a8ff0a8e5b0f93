import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { COUNTED_SQL, isCounted } from '../counted.ts';

let database: TestDb;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

test('a query counts what the program counts, and nothing else', async () => {
  const { rows } = await sql<Parameters<typeof isCounted>[0] & { counted: boolean }>`
    select *, ${sql.raw(COUNTED_SQL)} as counted
      from (values ('matched'), ('late'), ('manual'), ('orphan')) a(attribution)
     cross join (values (true), (false)) b(is_test)
     cross join (values (null), ('2026-03-01T00:00:00.000Z')) c(voided_at)
     cross join (values (null), ('rebill'), ('late')) d(not_counted)`.execute(database.db);
  expect(rows).toHaveLength(48);
  expect(rows.filter(({ counted }) => counted).map(({ attribution }) => attribution)).toEqual([
    'matched',
    'late',
    'manual',
  ]);
  for (const row of rows) expect([row, row.counted]).toEqual([row, isCounted(row)]);
});
