import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';

let at: TestDb;
beforeAll(async () => {
  at = await testDb();
});
afterAll(() => at.close());

test.each(['UTC', 'Asia/Kolkata', 'America/New_York'])(
  'an instant comes with milliseconds and in UTC, however exact it is and in whatever zone the session is, such as %s',
  async (zone) => {
    const asked = [
      '2026-03-06 09:00:00',
      '2026-12-31 23:59:59.999999',
      '2026-07-01 00:00:00.1',
      '1969-12-31 05:06:07.08',
    ];
    const { rows } = await at.db.connection().execute(async (one) => {
      await sql`select set_config('timezone', ${zone}, false)`.execute(one);
      const instants = sql.join(asked.map((text) => sql`(${`${text}+00`}::timestamptz)`));
      const found = await sql<{ at: string }>`select at from (values ${instants}) t (at)`.execute(one);
      await sql`reset timezone`.execute(one);
      return found;
    });
    expect(rows.map((row) => row.at)).toEqual([
      '2026-03-06T09:00:00.000Z',
      '2026-12-31T23:59:59.999Z',
      '2026-07-01T00:00:00.100Z',
      '1969-12-31T05:06:07.080Z',
    ]);
  },
);
