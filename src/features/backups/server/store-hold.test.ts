import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';
import { newEventId } from '../../../platform/ids.ts';
import { jobQueue } from '../../../platform/server/jobs/graphile-jobs.ts';
import { tendConversions } from '../../postbacks/server/service.ts';
import { conversionDesk } from '../../postbacks/server/testing.ts';
import { sendPostback } from '../../deliveries/server/send.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { countPostbacks, listPostbacks } from './store-hold.ts';

let t: TestApp;
/** The queue writes down its own time, which is later: whatever is in it was queued after the restore. */
let now = new Date('2026-03-06T10:00:00Z');
const RESTORED = '2026-03-06T12:00:00Z';

beforeAll(async () => {
  const outgoing = {
    send: () => Promise.resolve({ kind: 'failed' as const, reason: 'timeout', durationMs: 1 }),
    close: () => Promise.resolve(),
  };
  t = await testApp(moneyRoutes, { clock: () => now, jobs: jobQueue, outgoing });
});
afterAll(() => t.close());

const { network, click, hit } = conversionDesk(() => t);

test('a message that lay in the backup unjudged may have been told by the site that was lost; new ones were not', async () => {
  const source = await buildSource(
    t.deps,
    { name: 'Ads', postback_enabled: true, postback_url: 'https://ads.example/pb?t={txid}' },
    ['ads.example'],
  );
  const net = await network();
  const id = await click({ source_id: source.id, external_id: 'x1' });
  const waiting = async () => (await countPostbacks(t.deps.db, RESTORED)).map(({ before, since }) => [before, since]);
  // it had arrived, and is judged after the restore
  await hit(net, { cid: id, payout: '10', txid: 'A' });
  expect(await waiting()).toEqual([[1, 0]]);
  now = new Date('2026-03-06T13:00:00Z');
  await hit(net, { cid: id, payout: '10', txid: 'B' });
  expect(await waiting()).toEqual([[1, 1]]);
  // one whose click came later has no message of its own
  const late = newEventId(now.getTime());
  await hit(net, { cid: late, payout: '10', txid: 'C' });
  await click({ click_id: late, source_id: source.id, external_id: 'x2' });
  expect((await tendConversions(t.deps)).matched).toBe(1);
  expect(await waiting()).toEqual([[1, 2]]);
  expect(await listPostbacks(t.deps.db, RESTORED, 10)).toHaveLength(1);
});

test('a job whose attempt is noted already, when the instant fell between the two, is not counted as one that waits', async () => {
  const counted = async () =>
    (await countPostbacks(t.deps.db, RESTORED)).reduce((sum, { before, since }) => sum + before + since, 0);
  const before = await counted();
  const [{ payload } = { payload: undefined }] = await listPostbacks(t.deps.db, RESTORED, 10);
  await sendPostback(t.deps, payload!);
  // the next attempt waits in its place, and both are in the queue
  expect(await counted()).toBe(before);
  expect((await listPostbacks(t.deps.db, RESTORED, 10)).map((job) => job.payload.attempt)).toEqual([2]);
});
