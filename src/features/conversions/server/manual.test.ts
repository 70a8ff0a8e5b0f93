import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { newEventId } from '../../../platform/ids.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { tendConversions } from '../../postbacks/server/service.ts';
import { conversionDesk } from '../../postbacks/server/testing.ts';
import { replaceRates } from '../../rates/server/service.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

let t: TestApp;
let now = new Date('2026-03-06T10:00:00Z');

beforeAll(async () => {
  t = await testApp(moneyRoutes, { clock: () => now });
});
afterAll(() => t.close());

const { rows, network, click, hit } = conversionDesk(() => t);
const sums = async (id: string) => {
  const found: Record<string, string> = {};
  for (const { payload } of await rows('event_outbox')) {
    if (payload.conversion_id !== id) continue;
    for (const [key, micros] of [
      [`${payload.status} ${payload.currency}`, payload.delta_micros],
      [`${payload.status} base ${payload.base_currency}`, payload.base_micros],
    ]) {
      if (micros === undefined) continue;
      found[key] = String(BigInt(found[key] ?? 0) + BigInt(micros));
      if (found[key] === '0') delete found[key];
    }
  }
  return found;
};
const patch = (id: string, body: object) => t.call('PATCH', `/api/admin/conversions/${id}`, body);

beforeEach(() => sql`delete from exchange_rates`.execute(t.deps.db));

test('a decision moves status and money, stands above what came before, and says why', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'A', status: 'pending', ts: '1772700000' });
  const changed = await patch(body.id, { status: 'approved', payout: '12.5', reason: 'Agreed on the phone' });
  expect(changed.body.data).toMatchObject({ status: 'approved', payout: '12.50', payout_currency: 'USD' });
  expect(await sums(body.id)).toEqual({ 'approved USD': '12500000' });
  await hit(net, { cid: id, payout: '10', txid: 'A', status: 'pending', ts: '1772700000' });
  expect((await t.call('GET', `/api/admin/conversions/${body.id}`)).body.data).toMatchObject({ payout: '12.50' });
  expect(
    (await rows('conversion_events')).filter((row) => String(row['conversion_id']) === body.id).at(1),
  ).toMatchObject({
    kind: 'manual',
    note: 'Agreed on the phone',
    old_payout_micros: 10_000_000n,
    new_payout_micros: 12_500_000n,
  });
  expect((await rows('audit')).find((row) => row['action'] === 'decide')).toMatchObject({ entity: 'conversion' });
});

test('only a decision brings back what was reversed', async () => {
  const net = await network();
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'R', status: 'chargeback' });
  await hit(net, { cid: id, payout: '10', txid: 'R', status: 'approved' });
  expect((await patch(body.id, { status: 'approved', reason: 'Dispute won' })).body.data).toMatchObject({
    status: 'approved',
    payout: '10.00',
  });
});

test('a decision about several transactions of one row sets their sum, above a fixed payout too', async () => {
  const net = await network({ duplicate_mode: 'add_payout' });
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'A' });
  await hit(net, { cid: id, payout: '5', txid: 'B' });
  expect((await patch(body.id, { payout: '14', reason: 'Statement' })).body.data).toMatchObject({ payout: '14.00' });
  const offer = await buildOffer(t.deps, { payout_source: 'fixed', payout_amount: '30.00' });
  const fixed = await hit(await network(), { cid: await click({ offer_id: offer.id }), payout: '1' });
  expect((await patch(fixed.body.id, { payout: '31', reason: 'Bonus' })).body.data).toMatchObject({ payout: '31.00' });
});

test.each(['ignore', 'add_payout', 'update', 'add'] as const)(
  'a row whose only word is a rejection is decided on without an amount, and back (mode %s)',
  async (mode) => {
    const net = await network({ duplicate_mode: mode });
    for (const txid of ['A', undefined]) {
      const said = { cid: await click(), payout: '10', ...(txid && { txid }), status: 'rejected' };
      const { body } = await hit(net, said);
      for (const status of ['approved', 'rejected', 'pending', 'reversed']) {
        const reply = await patch(body.id, { status, reason: 'Agreed on the phone' });
        expect(reply.body.data).toMatchObject({ id: body.id, status, payout: '10.00' });
      }
      expect(await sums(body.id)).toEqual({ 'reversed USD': '10000000' });
    }
  },
);

test('what became of a rejection that was decided on is not lost when the network approves another transaction', async () => {
  const net = await network({ duplicate_mode: 'add_payout' });
  const id = await click();
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'A', status: 'rejected' });
  await patch(body.id, { status: 'approved', reason: 'Agreed on the phone' });
  await hit(net, { cid: id, payout: '3', event: 'lead', txid: 'B', status: 'approved' });
  expect((await t.call('GET', `/api/admin/conversions/${body.id}`)).body.data).toMatchObject({
    status: 'approved',
    payout: '10.00',
  });
});

test('a conversion in which no message stands any more is decided on with an amount only, and says so', async () => {
  const net = await network();
  const csv = `Order ID,SubID,Status,Commission\nX-1,${await click()},approved,4`;
  const file = { network_id: net.id, csv, dry_run: false, file_name: 'a.csv' };
  const { batch_id: batch } = (await t.call('POST', '/api/admin/conversions/import', file)).body;
  const row = (await rows('conversions')).at(-1)!;
  expect((await t.call('POST', `/api/admin/conversions/imports/${batch}/undo`, {})).status).toBe(200);
  const refused = await patch(String(row['id']), { status: 'rejected', reason: 'x' });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Decide with an amount')]);
  expect((await patch(String(row['id']), { status: 'approved', payout: '4', reason: 'x' })).status).toBe(200);
});

test('a decision without a reason, without a change or on an old version is refused by name', async () => {
  const net = await network();
  const { body } = await hit(net, { cid: await click(), payout: '10' });
  expect((await patch(body.id, { status: 'rejected' })).body.errors).toHaveProperty('reason');
  expect((await patch(body.id, { reason: 'x' })).body.errors).toHaveProperty('status');
  expect((await patch(body.id, { payout: '-1', reason: 'x' })).body.errors).toHaveProperty('payout');
  expect((await patch(body.id, { status: 'rejected', reason: 'x', version: 7 })).body.error).toBe('version_conflict');
  expect((await patch('9'.repeat(18), { status: 'rejected', reason: 'x' })).status).toBe(404);
  expect((await patch('9'.repeat(19), { status: 'rejected', reason: 'x' })).status).toBe(400);
});

test('one status for many: each is judged by itself', async () => {
  const net = await network();
  const ids = [];
  for (const txid of ['A', 'B']) ids.push((await hit(net, { cid: await click(), txid, payout: '1' })).body.id);
  const asked = { ids: [...ids, '999999999'], status: 'rejected', reason: 'Fraud' };
  const bulk = (more = {}) => t.call('POST', '/api/admin/conversions/bulk-status', { ...asked, ...more });
  const before = await sums(ids[0]);
  const foreseen = (await bulk({ dry_run: true })).body;
  expect(foreseen.message).toBe('2 of 3 would change, 1 refused.');
  expect(await sums(ids[0])).toEqual(before);
  const { body } = await bulk();
  expect(body.data).toEqual(foreseen.data);
  expect(body.data.map((one: { ok: boolean }) => one.ok)).toEqual([true, true, false]);
  expect(body.data[0].changes).toEqual([{ what: 'Status', before: 'approved', after: 'rejected' }]);
  expect(body.message).toBe('2 of 3 changed, 1 refused.');
  expect(await sums(ids[0])).toEqual({ 'rejected USD': '1000000' });
  expect((await bulk()).body.message).toBe('0 of 3 changed, 2 are so already, 1 refused.');
});

test('orphans are listed with what was said, matched again by hand however old, or tied to a click that is named', async () => {
  const net = await network();
  const late = newEventId(now.getTime());
  const { body } = await hit(net, { cid: late, payout: '3', txid: 'O1', geo: 'DE' });
  const cut = await click({ network_id: net.id });
  // of the same moment, and alike a little further
  for (const _ of [1, 2, 3])
    await click({ network_id: net.id, click_id: newEventId(0).replace(/^.{14}/, cut.slice(0, 14)) });
  const other = (await hit(net, { cid: cut.slice(0, 20), payout: '4', txid: 'O2' })).body;
  now = new Date(now.getTime() + 100 * 3_600_000);
  const list = await t.call('GET', `/api/admin/conversions/orphans?network_id=${net.id}`);
  expect(list.body).toMatchObject({ total: 2, data: [{ id: other.id }, { id: body.id, is_watched: false }] });
  expect(list.body.data[1].params).toContainEqual(['geo', 'DE']);
  expect(await sums(body.id)).toEqual({});

  await click({ click_id: late });
  expect((await tendConversions(t.deps)).matched).toBe(0);
  const again = await t.call('POST', '/api/admin/conversions/rematch', { ids: [body.id, other.id] });
  expect(again.body).toMatchObject({
    message: '1 of 2 orphans matched.',
    data: [
      { id: body.id, ok: true },
      { id: other.id, ok: false },
    ],
  });
  expect(await sums(body.id)).toEqual({ 'approved USD': '3000000' });

  const offered = await t.call('GET', `/api/admin/conversions/${other.id}/candidates`);
  expect(offered.body.data[0]).toMatchObject({ click_id: cut });
  const assign = (click_id: string) =>
    t.call('POST', `/api/admin/conversions/${other.id}/rematch`, { click_id, reason: 'The network cut the id' });
  expect((await assign('nobody')).body.errors).toHaveProperty('click_id');
  expect((await assign(cut)).body.data).toMatchObject({ attribution: 'manual', click_id: cut });
  expect((await assign(cut)).status).toBe(409);
  expect(await sums(other.id)).toEqual({ 'approved USD': '4000000' });
});

test('a status word that nobody has explained is listed, and counts once it is', async () => {
  const net = await network();
  const id = await click();
  for (const txid of ['A', 'B']) await hit(net, { cid: id, txid, payout: '2', status: 'Gutgeschrieben' });
  // what another network means by the word is not known by that
  const other = await network();
  await hit(other, { cid: await click(), txid: 'C', payout: '2', status: 'Gutgeschrieben' });
  const list = () => t.call('GET', `/api/admin/affiliate-networks/unmapped-statuses?network_id=${net.id}`);
  expect((await list()).body).toMatchObject({ total: 1, data: [{ word: 'gutgeschrieben', count: 2, click_id: id }] });
  const map = { network_id: net.id, word: 'gutgeschrieben', status: 'approved' };
  expect((await t.call('POST', '/api/admin/affiliate-networks/unmapped-statuses', map)).body).toMatchObject({
    judged: 2,
  });
  expect((await list()).body.total).toBe(0);
  expect((await rows('conversions')).filter((row) => row['network_id'] === net.id)).toMatchObject([
    { status: 'approved', payout_micros: 2_000_000n },
    { status: 'approved', payout_micros: 2_000_000n },
  ]);
});

test('a picture in the browser counts too, and is a picture whatever comes of it', async () => {
  const net = await network();
  const id = await click();
  const reply = await t.app.inject({ url: `${net.pixel}?click_id=${id}&payout=7&txid=P` });
  expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload.subarray(0, 6).toString()]).toEqual([
    200,
    'image/gif',
    'GIF89a',
  ]);
  expect((await rows('conversions')).find((row) => row['click_id'] === id)).toMatchObject({
    origin: 'pixel',
    payout_micros: 7_000_000n,
  });
  const none = await t.app.inject({ url: net.pixel });
  expect([none.statusCode, none.headers['x-reason'], none.rawPayload.length]).toEqual([
    400,
    'missing_click_id',
    reply.rawPayload.length,
  ]);
  expect((await t.app.inject({ url: '/pixel/nobody.gif?click_id=1' })).statusCode).toBe(401);
  const [log] = (await rows('postback_logs')).filter((row) => row['url_masked'].startsWith('/pixel/'));
  expect(log!['url_masked']).toBe(`/pixel/***?click_id=${id}&payout=7&txid=P`);
});

test('a network that wants an answer of its own gets it, as plain text, only when the message was taken', async () => {
  const net = await network();
  const id = await click();
  const reply = await hit(net, { cid: id, return: 'OK' });
  expect([reply.status, reply.headers['content-type'], reply.body]).toEqual([200, 'text/plain; charset=utf-8', 'OK']);
  expect((await hit(net, { cid: id, return: '<script>' })).body).toMatchObject({ ok: true });
  expect((await hit(net, { return: 'OK' })).body).toMatchObject({ error: 'missing_click_id' });
});

test('what is refused is found by its click id too', async () => {
  const net = await network({ ip_allowlist: ['203.0.113.9'] });
  const id = await click();
  expect((await hit(net, { cid: id, payout: '1' })).status).toBe(403);
  expect((await rows('postback_logs')).find((row) => row['click_id'] === id)).toMatchObject({
    reason_code: 'ip_not_allowed',
  });
});

test('a foreign amount is worth what the rate of its day says; without a rate it stays apart until there is one', async () => {
  const net = await network({ payout_currency: 'EUR' });
  const id = await click();
  const at = String(Date.parse('2026-03-06T12:00:00Z') / 1000);
  const { body } = await hit(net, { cid: id, payout: '10', txid: 'E', status: 'pending', ts: at });
  const shown = async () => (await t.call('GET', `/api/admin/conversions/${body.id}`)).body.data;
  expect(await shown()).toMatchObject({ payout: '10.00', payout_currency: 'EUR', payout_base: null });
  const rates = (csv: string) => t.call('PUT', '/api/admin/exchange-rates', { csv });
  expect((await rates('Date,USD\n2026-03-06,1,0800\n2026')).body.errors['csv'][0]).toContain('Line 3');
  expect((await rates('Date,USD\n2026-03-05,1.0700')).body.data).toMatchObject({
    last_day: '2026-03-05',
    unconverted: 0,
  });
  expect(await shown()).toMatchObject({ payout_base: '10.70', fx_date: '2026-03-05' });
  // by another instance, which has not come to this conversion: the day's own rate is better than the day's before
  await replaceRates(t.deps, t.actor, 'Date,USD\n2026-03-06,1.0800\n');
  await tendConversions(t.deps);
  expect(await shown()).toMatchObject({
    payout_base: '10.80',
    base_currency: 'USD',
    fx_rate: '1.08',
    fx_date: '2026-03-06',
  });
  await hit(net, { cid: id, payout: '10', txid: 'E', status: 'approved', ts: at });
  await hit(net, { cid: id, payout: '-10', txid: 'E', status: 'refund' });
  expect(await sums(body.id)).toEqual({ 'reversed EUR': '10000000', 'reversed base USD': '10800000' });
});

test('what a link says that a conversion costs is worth the rate of its day, also when that comes later or better', async () => {
  const [net, source] = [await network(), await buildSource(t.deps, { cost_currency: 'GBP' })];
  const link = await buildLink(t.deps, { traffic_source_id: source.id, cost_model: 'cpa', cost_value: '4' });
  const at = String(Date.parse('2026-03-06T12:00:00Z') / 1000);
  const { body } = await hit(net, {
    cid: await click({ link_id: link.id, source_id: source.id }),
    payout: '10',
    txid: 'P',
    ts: at,
  });
  const worth = async () => {
    const row = (await rows('conversions')).find((one) => String(one.id) === body.id);
    return [row.cost_base_micros, row.cost_base_currency, row.cost_fx_day];
  };
  const rates = (csv: string) => t.call('PUT', '/api/admin/exchange-rates', { csv });
  expect(await worth()).toEqual([null, null, null]);
  await rates('Date,USD,GBP\n2026-03-05,1.0800,0.9000');
  expect(await worth()).toEqual([4_800_000n, 'USD', '2026-03-05']);
  await rates('Date,USD,GBP\n2026-03-06,1.0800,0.8000');
  expect(await worth()).toEqual([5_400_000n, 'USD', '2026-03-06']);
});
