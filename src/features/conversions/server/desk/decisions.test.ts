import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../../tests/support/app.ts';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import { buildOffer } from '../../../offers/server/testing.ts';
import { buildSource } from '../../../sources/server/testing.ts';
import type { OutgoingJob } from '../queue-postback.ts';
import { refoldStored } from '../settling/refold.ts';
import { sendPostback } from '../../../deliveries/server/send.ts';
import { conversionDesk } from '../../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';

let t: TestApp;
let queued: OutgoingJob[] = [];
let sent: string[] = [];
const now = new Date('2026-03-06T10:00:00Z');
const jobs: Jobs = {
  add(_db, name, payload) {
    if (name === 'postback_out') queued.push(payload as OutgoingJob);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now, jobs });
});
afterAll(() => t.close());
beforeEach(() => {
  queued = [];
  sent = [];
});

const { rows, network, click, hit } = conversionDesk(() => t);
const conversions = async (clickKey: string) =>
  (await rows('conversions'))
    .filter((row) => row['click_key'] === clickKey && row['voided_at'] === null)
    .toSorted((a, b) => Number(a['id'] - b['id']));
const shown = async (clickKey: string) =>
  (await conversions(clickKey)).map((row) =>
    [
      row['event_type'],
      row['txid'],
      row['status'],
      Number(row['payout_micros']) / 1e6,
      row['is_at_risk'] && 'at risk',
      row['not_counted'],
    ]
      .filter((part) => part !== null && part !== false)
      .join(' '),
  );
const expected = async (clickKey: string) => {
  let sum = 0;
  for (const { payload } of await rows('event_outbox'))
    if (payload.click_id === clickKey && ['pending', 'approved'].includes(payload.status as string))
      sum += Number(payload.delta_micros) / 1e6;
  return sum;
};
const get = async (path: string) => (await t.call('GET', `/api/admin/conversions/${path}`)).body;
const source = () =>
  buildSource(t.deps, {
    postback_enabled: true,
    postback_url: 'https://pb.example/?c={external_id}&s={status}',
    postback_statuses: ['approved', 'reversed'],
  });
/** Tells the source what is queued. */
const tell = async () => {
  const outgoing = {
    send: ({ url }: { url: string }) => {
      sent.push(new URL(url).searchParams.get('s')!);
      return Promise.resolve({ kind: 'answer', status: 200, body: '', durationMs: 1 } as const);
    },
  };
  for (const job of queued.splice(0)) await sendPostback({ ...t.deps, outgoing } as never, job);
};

test('an approval and a rejection without times are no money, and listed until the approval is accepted', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', status: 'approved' });
  expect((await hit(net, { cid: id, status: 'rejected' })).body).toMatchObject({ result: 'updated', id: body.id });
  expect(await shown(id)).toEqual(['sale reversed 10']);
  expect(await expected(id)).toBe(0);
  const list = await get('contrary');
  expect(list).toMatchObject({
    total: 1,
    data: [
      {
        id: body.id,
        said: [
          { status: 'approved', payout: '10.00' },
          { status: 'rejected', payout: null },
        ],
      },
    ],
  });
  const accepted = await t.call('PATCH', `/api/admin/conversions/${body.id}`, { status: 'approved', reason: 'Asked' });
  expect(accepted.body.data).toMatchObject({ status: 'approved', payout: '10.00', is_contrary: false });
  expect((await get('contrary')).total).toBe(0);
  expect(await expected(id)).toBe(10);
});

test('a lead that is taken back leaves the sale alone, in whatever order they come', async () => {
  const net = await network();
  const messages: Record<string, string>[] = [
    { payout: '50', event: 'sale' },
    { event: 'lead', status: 'reversed' },
    { payout: '2', event: 'lead' },
  ];
  for (const order of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 1, 0],
  ]) {
    const id = await click();
    for (const at of order) await hit(net, { cid: id, ...messages[at]! });
    expect((await shown(id)).toSorted()).toEqual(['lead reversed 2', 'sale approved 50']);
    expect(await expected(id)).toBe(50);
  }
});

test('a refund that took the lead moves to the sale when that comes, and the history says so', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '2', event: 'lead' });
  await hit(net, { cid: id, status: 'refund' });
  expect(await shown(id)).toEqual(['lead reversed 2']);
  await hit(net, { cid: id, payout: '50', event: 'sale', txid: 'S' });
  expect(await shown(id)).toEqual(['lead approved 2', 'sale S reversed 50']);
  expect(await expected(id)).toBe(2);
  const history = (await rows('conversion_events')).filter((row) => String(row['conversion_id']) === body.id);
  expect(history.map((row) => row['kind'])).toEqual(['recorded', 'updated', 'moved']);
});

test('a refund with a transaction of its own waits for its sale, which takes its row', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '-50', status: 'refund', txid: 'R' });
  expect(await shown(id)).toEqual(['sale R reversed 50']);
  expect((await hit(net, { cid: id, payout: '49', txid: 'S' })).body).toMatchObject({ id: body.id, result: 'updated' });
  expect(await shown(id)).toEqual(['sale S reversed 49']);
  expect(await expected(id)).toBe(0);
});

test('a refund of one of two sales changes nothing, is listed with what is at risk, and counts where it is put', async () => {
  const net = await network();
  const id = await click();
  for (const [txid, payout] of [
    ['A', '50'],
    ['B', '60'],
  ] as const)
    await hit(net, { cid: id, txid, payout });
  const refund = await hit(net, { cid: id, status: 'refund', txid: 'R' });
  expect(refund.body).toMatchObject({ ok: true, reason: 'ambiguous_target' });
  expect((await hit(net, { cid: id, status: 'refund', txid: 'R' })).body).toMatchObject({ result: 'duplicate' });
  expect(await shown(id)).toEqual(['sale A approved 50 at risk', 'sale B approved 60 at risk']);
  expect(await expected(id)).toBe(110);
  const list = await get('ambiguous');
  expect(list).toMatchObject({ total: 1, at_risk: [{ currency: 'USD', amount: '60.00' }] });
  const [message] = list.data;
  expect(message.candidates.map((one: { txid: string; payout: string }) => [one.txid, one.payout])).toEqual([
    ['A', '50.00'],
    ['B', '60.00'],
  ]);
  const place = (body: object) => t.call('POST', `/api/admin/conversions/ambiguous/${message.id}`, body);
  expect((await place({ conversion_id: '999999', reason: 'x' })).body.errors).toHaveProperty('conversion_id');
  expect((await place({ conversion_id: message.candidates[0].conversion_id })).body.errors).toHaveProperty('reason');
  expect((await place({ conversion_id: message.candidates[0].conversion_id, reason: 'Statement' })).status).toBe(200);
  expect(await shown(id)).toEqual(['sale A reversed 50', 'sale B approved 60']);
  expect(await expected(id)).toBe(60);
  expect((await place({ conversion_id: null, reason: 'x' })).status).toBe(409);
  await hit(net, { cid: id, txid: 'C', payout: '7' });
  expect(await shown(id)).toEqual(['sale A reversed 50', 'sale B approved 60', 'sale C approved 7']);
});

test('where transactions share a row, a refund without a known one is put on one of them, or set aside', async () => {
  const net = await network({ duplicate_mode: 'add_payout' });
  for (const [choice, sum] of [
    ['B', 50],
    [null, 110],
  ] as const) {
    const id = await click();
    for (const [txid, payout] of [
      ['A', '50'],
      ['B', '60'],
    ] as const)
      await hit(net, { cid: id, txid, payout });
    await hit(net, { cid: id, status: 'refund', txid: 'R' });
    expect(await shown(id)).toEqual(['sale approved 110 at risk']);
    const [message] = (await get('ambiguous')).data;
    const conversion_id = choice === null ? null : message.candidates[0].conversion_id;
    const body = { conversion_id, ...(choice !== null && { txid: choice }), reason: 'Asked' };
    expect((await t.call('POST', `/api/admin/conversions/ambiguous/${message.id}`, body)).status).toBe(200);
    expect(await shown(id)).toEqual([`sale approved ${sum}`]);
    expect(await expected(id)).toBe(sum);
  }
  expect((await get('ambiguous')).total).toBe(0);
});

test('an offer that counts one sale: another is shown, in no sum, not told; one displaced later is told once as reversed', async () => {
  const net = await network();
  const offer = await buildOffer(t.deps, { allow_rebill: false, payout_source: 'postback' });
  const id = await click({ offer_id: offer.id, source_id: (await source()).id, external_id: 'x1' });
  const say = (txid: string, payout: string, ts: string) => hit(net, { cid: id, txid, payout, ts });
  expect((await say('A', '50', '2026-03-06T09:00:00Z')).body).toMatchObject({ reason: 'recorded' });
  await tell();
  expect((await say('B', '60', '2026-03-06T09:30:00Z')).body).toMatchObject({
    result: 'recorded',
    reason: 'not_counted',
  });
  expect(await shown(id)).toEqual(['sale A approved 50', 'sale B approved 60 rebill']);
  expect(await expected(id)).toBe(50);
  await tell();
  expect(sent).toEqual(['approved']);
  await say('C', '70', '2026-03-06T08:00:00Z');
  expect(await shown(id)).toEqual(['sale A approved 50 rebill', 'sale B approved 60 rebill', 'sale C approved 70']);
  expect(await expected(id)).toBe(70);
  await tell();
  expect(sent.toSorted()).toEqual(['approved', 'approved', 'reversed']);
  // even when it is taken back, none of the others counts, and nobody hears of them
  await hit(net, { cid: id, txid: 'C', status: 'refund' });
  await hit(net, { cid: id, txid: 'A', status: 'refund' });
  expect(await expected(id)).toBe(0);
  await tell();
  expect(sent.toSorted()).toEqual(['approved', 'approved', 'reversed', 'reversed']);
  const own = new Set((await conversions(id)).map((row) => String(row['id'])));
  const logs = (await rows('postback_logs')).filter((row) => own.has(String(row['conversion_id'])));
  expect(logs.filter((row) => row['reason_code'] === 'never_told')).toEqual([]);
});

test('what is displaced before its source was told of it is never told', async () => {
  const net = await network();
  const offer = await buildOffer(t.deps, { allow_rebill: false, payout_source: 'postback' });
  const id = await click({ offer_id: offer.id, source_id: (await source()).id, external_id: 'x2' });
  await hit(net, { cid: id, txid: 'B', payout: '50' });
  await hit(net, { cid: id, txid: 'A', payout: '60' });
  await tell();
  expect(sent).toEqual(['approved']);
});

test('a source that was told of a conversion of an import hears once that it was taken back', async () => {
  const net = await network();
  const id = await click({ source_id: (await source()).id, external_id: 'x3' });
  const csv = `txid,click_id,payout,status\nA,${id},20,approved`;
  const call = (path: string, body?: object) => t.call('POST', `/api/admin/conversions/${path}`, body);
  const { batch_id } = (await call('import', { network_id: net.id, csv, dry_run: false, file_name: 'march.csv' })).body;
  await tell();
  expect(sent).toEqual(['approved']);
  expect((await call(`imports/${batch_id}/undo`)).status).toBe(200);
  expect([await shown(id), await expected(id)]).toEqual([[], 0]);
  await tell();
  expect(sent).toEqual(['approved', 'reversed']);
});

test('a statement that lacks what our own rules do not count is no claim', async () => {
  const net = await network();
  const offer = await buildOffer(t.deps, { allow_rebill: false, payout_source: 'postback' });
  const id = await click({ offer_id: offer.id });
  await hit(net, { cid: id, txid: 'A', payout: '50', ts: '2026-03-06T09:00:00Z' });
  await hit(net, { cid: id, txid: 'B', payout: '60', ts: '2026-03-06T09:30:00Z' });
  const csv = 'Transaction ID,Amount,Status,Date\nA,50.00,approved,2026-03-06';
  const { body } = await t.call('POST', '/api/admin/conversions/reconcile', { network_id: net.id, csv });
  expect(body).toMatchObject({ counts: { matched: 1, missing: 0 }, missing_sum: [] });
});

test('an offer that does not count late ones shows them in no sum', async () => {
  const net = await network({ attribution_window_days: 1 });
  const offer = await buildOffer(t.deps, { count_late: false, payout_source: 'postback' });
  const long = '2026-03-01T10:00:00Z';
  const id = await click({ offer_id: offer.id, ts: long });
  expect((await hit(net, { cid: id, payout: '6' })).body).toMatchObject({ result: 'recorded', reason: 'not_counted' });
  expect(await shown(id)).toEqual(['sale approved 6 late']);
  expect(await expected(id)).toBe(0);
  // its own time lies within the window
  await hit(net, { cid: id, payout: '6', ts: '2026-03-01T12:00:00Z' });
  expect(await shown(id)).toEqual(['sale approved 6']);
  expect(await expected(id)).toBe(6);
});

test("an offer's own window goes before its network's, as it was when the click was matched", async () => {
  const net = await network({ attribution_window_days: 10 });
  const offer = await buildOffer(t.deps, { attribution_window_days: 2, count_late: false, payout_source: 'postback' });
  const id = await click({ offer_id: offer.id, ts: '2026-03-01T10:00:00Z' });
  await hit(net, { cid: id, payout: '6', ts: '2026-03-04T10:00:00Z' });
  expect(await shown(id)).toEqual(['sale approved 6 late']);
  expect(await expected(id)).toBe(0);
  const offers = t.deps.db.withTables<{ offers: { id: number; attribution_window_days: number | null } }>();
  await offers.updateTable('offers').set({ attribution_window_days: null }).where('id', '=', offer.id).execute();
  // what was agreed for a click holds for all that is told of it
  await hit(net, { cid: id, txid: 'B', payout: '7', ts: '2026-03-05T10:00:00Z' });
  expect(await shown(id)).toContain('sale B approved 7 late');
  const next = await click({ offer_id: offer.id, ts: '2026-03-01T10:00:00Z' });
  await hit(net, { cid: next, payout: '6', ts: '2026-03-04T10:00:00Z' });
  expect(await shown(next)).toEqual(['sale approved 6']);
});

test('in mode ignore the first message stands, and what is against the money folds', async () => {
  const net = await network({ duplicate_mode: 'ignore' });
  const id = await click();
  await hit(net, { cid: id, payout: '10', status: 'pending' });
  expect((await hit(net, { cid: id, payout: '12', status: 'approved' })).body).toMatchObject({ result: 'duplicate' });
  expect(await shown(id)).toEqual(['sale pending 10']);
  await hit(net, { cid: id, status: 'rejected' });
  expect(await shown(id)).toEqual(['sale rejected 10']);
});

test('what is stored is folded anew once: sums follow, each change is listed with both, nobody is told', async () => {
  const net = await network();
  const id = await click({ source_id: (await source()).id, external_id: 'x3' });
  const { body } = await hit(net, { cid: id, payout: '10', status: 'approved' });
  await hit(net, { cid: id, payout: '2', event: 'lead' });
  await hit(net, { cid: id, event: 'lead', status: 'reversed' });
  const row = (await conversions(id))[0]!;
  // as older rules left it: the lead's reversal is a line of the sale, and was not read by its event
  type Loose = Record<string, Record<string, unknown>>;
  const loose = t.deps.db.withTables<Loose>();
  await loose
    .updateTable('conversion_events')
    .set({ conversion_id: row['id'], said_event: null })
    .where('said_status', '=', 'reversed')
    .where('said_event', '=', 'lead')
    .execute();
  await loose.updateTable('conversions').set({ status: 'reversed' }).where('id', '=', row['id']).execute();
  await loose
    .updateTable('conversions')
    .set({ status: 'approved' })
    .where('click_key', '=', id)
    .where('event_type', '=', 'lead')
    .execute();
  await loose.updateTable('conversion_refold').set({ last_id: 0, done_at: null }).execute();
  await loose.deleteFrom('event_outbox').execute();
  queued = [];
  expect(await refoldStored(t.deps, 1)).toBeGreaterThan(0);
  while ((await get('refolded')).is_done === false) await refoldStored(t.deps, 100);
  expect(await shown(id)).toEqual(['sale approved 10', 'lead reversed 2']);
  expect(await expected(id)).toBe(8);
  expect(queued).toEqual([]);
  const list = await get('refolded');
  const own = list.data.filter((one: { click_key: string }) => one.click_key === id);
  expect(
    own.toSorted((a: { event_type: string }, b: { event_type: string }) => a.event_type.localeCompare(b.event_type)),
  ).toMatchObject([
    { event_type: 'lead', old_status: 'approved', new_status: 'reversed', old_sum: '2.00', new_sum: '0.00' },
    {
      conversion_id: body.id,
      event_type: 'sale',
      old_status: 'reversed',
      new_status: 'approved',
      old_sum: '0.00',
      new_sum: '10.00',
    },
  ]);
  expect((await rows('alerts')).map((row) => row['kind'])).toContain('conversions_refolded');
  expect(await refoldStored(t.deps)).toBe(0);
});
