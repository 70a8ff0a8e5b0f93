import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { IMPATIENT, testDb, type TestDb } from '../../../../tests/support/db.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { guidesRoutes } from './routes.ts';
import { buildGuide, buildItem } from './testing.ts';

const BASE = '/api/admin/listicles';
let t: TestApp;
let database: TestDb;

beforeAll(async () => {
  database = await testDb({ limits: IMPATIENT });
  t = await testApp(
    (route, deps) =>
      guidesRoutes(
        route,
        deps,
        () => Promise.resolve(new Map()),
        () => '',
      ),
    { db: database.db },
  );
});
afterAll(async () => {
  await t.close();
  await database.close();
});

/** Holds a guide as another program would. @returns what lets it go */
async function hold(guideId: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from guides where id = $1 for update', [guideId]);
  return () => client.end();
}

/** When the transaction that waits for a lock began; undefined while none waits. */
const waitingSince = async (): Promise<string | undefined> =>
  (
    await database.pool.query<{ at: string }>(
      `select xact_start::text as at from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0]?.at;

test('a write that meets a lock twice is refused as busy, with a time to come back, and writes nothing', async () => {
  const guide = await buildGuide(t.deps, { title: 'Held' });
  const release = await hold(guide.id);
  const reply = await t.call('PUT', `${BASE}/${guide.id}`, { title: 'Changed' });
  await release();
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBe('2');
  expect(reply.body).toMatchObject({ error: 'unavailable', message: expect.stringContaining('Nothing was saved') });
  expect((await t.call('GET', `${BASE}/${guide.id}`)).body.data).toMatchObject({ title: 'Held', version: 1 });
});

test('a write that met a lock once is tried again by itself', async () => {
  const guide = await buildGuide(t.deps, { title: 'Held for a moment' });
  const release = await hold(guide.id);
  const writing = t.call('PUT', `${BASE}/${guide.id}`, { title: 'Changed after all' });
  await expect.poll(waitingSince, { interval: 5 }).toBeDefined();
  const first = await waitingSince();
  await expect.poll(async () => [first, undefined].includes(await waitingSince()), { interval: 5 }).toBe(false);
  await release();
  const reply = await writing;
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({ title: 'Changed after all', version: 2 });
});

test('a long write that changes content keeps no other write waiting', async () => {
  const guide = await buildGuide(t.deps);
  const before = await writesTold(t.deps.db);
  const meanwhile = await inTransaction(t.deps.db, async (trx) => {
    await contentChanged(trx);
    const reply = await t.call('PUT', `${BASE}/${guide.id}`, { title: 'Not kept waiting' });
    expect(await writesTold(t.deps.db)).toBe(before + 1);
    await contentChanged(trx);
    return reply.status;
  });
  expect(meanwhile).toBe(200);
  // once for each transaction, however often it was told
  expect(await writesTold(t.deps.db)).toBe(before + 2);
});

test('six writers at once on one guide and its products all get through', async () => {
  const guide = await buildGuide(t.deps);
  const items = await Promise.all(Array.from({ length: 6 }, () => buildItem(t.deps, guide.id)));
  const round = (n: number) =>
    Promise.all(
      items.map(async ({ id }, i) => {
        await sleep(i);
        return t.call('PUT', `${BASE}/${guide.id}/items/${id}`, { title: `Title ${n} ${i}` });
      }),
    );
  const replies = [...(await round(1)), ...(await round(2)), ...(await round(3))];
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 18 }, () => 200));
});
