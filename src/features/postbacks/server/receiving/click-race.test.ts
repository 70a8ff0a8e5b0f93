import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import { newEventId } from '../../../../platform/ids.ts';
import { jobQueue, openJobs, type JobRunner } from '../../../../platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../../../../platform/server/log.ts';
import { inTransaction, openPool } from '../../../../platform/server/postgres/postgres.ts';
import { buildNetwork } from '../../../networks/server/testing.ts';
import { postbackRoutes } from '../routes.ts';
import { conversionJobs } from '../../../conversions/server/service.ts';

/** A click that is stored while the postback about it is judged. Seen red: an orphan that waits for the next click, or a minute. */

let t: TestApp;
let runner: JobRunner;

beforeAll(async () => {
  t = await testApp((_route, deps, app) => postbackRoutes(app, deps), { jobs: jobQueue });
  runner = await openJobs({ url: t.databaseUrl, log: createLog('silent') });
  for (const [name, handler] of Object.entries(conversionJobs(t.deps))) runner.register(name, handler);
  await runner.start();
});
afterAll(async () => {
  await runner.stop();
  await t.close();
});

test('a click that is stored between the look for it and the end of that judgement is matched at once', async () => {
  const network = await buildNetwork(t.deps);
  const click_id = newEventId(Date.now());
  const pool = openPool(t.databaseUrl, () => undefined, { max: 2 });
  const count = async (text: string) =>
    (await pool.query<{ n: number }>(`select count(*)::int as n ${text}`)).rows[0]!.n;
  // writing conversions waits for this lock, reading does not: the judgement has looked for its click by then
  const gate = await pool.connect();
  await gate.query('begin');
  await gate.query('lock table conversions in exclusive mode');
  const path = new URL(network.postback_url).pathname;
  const answered = t.guest('GET', `${path}?cid=${click_id}&payout=10&txid=R`);
  const held = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "conversions"%'`;
  await expect.poll(() => count(held)).toBe(1);

  // as the shipper does, and its job runs to the end while the orphan cannot be seen
  await inTransaction(t.deps.db, async (trx) => {
    const row = { click_id, ts: new Date().toISOString() };
    await trx.withTables<{ clicks: Record<string, unknown> }>().insertInto('clicks').values(row).execute();
    await jobQueue.add(trx, 'clicks_stored', {}, { key: 'clicks_stored' });
  });
  await expect.poll(() => count('from graphile_worker.jobs')).toBe(0);
  await gate.query('commit');
  gate.release();

  expect((await answered).body).toMatchObject({ ok: true, reason: 'unmatched_click' });
  const { rows } = await pool.query('select click_id, attribution from conversions');
  expect(rows).toEqual([{ click_id, attribution: 'matched' }]);
  await pool.end();
});
