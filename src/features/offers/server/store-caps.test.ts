import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '../../../../tests/support/db.ts';
import { claimLease } from './store-caps.ts';

let database: TestDb;

beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

/** Seen red: without `for update` in `claimLease`. */
test('however many instances ask at once, what they are given together is what there is, and no more', async () => {
  let id = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 8, maxLength: 24 }),
      async (limit, wants) => {
        id += 1;
        const key = { kind: 'offer_day', id, period: '2026-03-02T00:00:00.000Z' } as const;
        const asked = { limit, used: 0, position: '0:0' };
        // the counter is there, as in the middle of a day
        const first = await claimLease(database.db, key, 'before', { ...asked, wanted: 1 });
        const given = await Promise.all(
          wants.map((wanted, nth) => claimLease(database.db, key, `instance ${nth}`, { ...asked, wanted })),
        );
        const total = wants.reduce((sum, one) => sum + one, 1);
        expect(given.reduce((sum, one) => sum + one, first)).toBe(Math.min(limit, total));
      },
    ),
    { numRuns: 15 },
  );
});
