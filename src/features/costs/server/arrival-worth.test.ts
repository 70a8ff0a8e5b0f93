import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedApp, type ShippedApp } from '../../../../tests/support/shipped-app.ts';
import { newEventId } from '../../../platform/ids.ts';
import { buildLink } from '../../links/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { tendConversions } from '../../postbacks/server/service.ts';
import { conversionDesk } from '../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../tests/support/money-routes.ts';

/** Seen red: arrivals and conversions that followed the rates although a bill had paid for them. */

let t: ShippedApp;
const now = new Date('2026-03-05T10:00:00Z');
const { network, click, hit } = conversionDesk(() => t);

beforeEach(async () => {
  t = await shippedApp(moneyRoutes, () => now);
});
afterEach(() => t.close());

/** Arrivals at `/go` whose address says what they cost, in euros. */
async function arrive(sourceId: number, micros: bigint[], given: Record<string, unknown> = {}) {
  const visits = micros.map((cost) => ({
    type: 'visit',
    visit_id: newEventId(now.getTime()),
    ts: '2026-03-04T12:34:56.000Z',
    source_id: sourceId,
    is_bot: false,
    is_internal: false,
    cost_micros: String(cost),
    cost_currency: 'EUR',
    ...given,
  }));
  await t.journal.append(JSON.stringify(visits));
  await t.shipper.drain();
}
/** What a report in dollars counts of a source's costs, by a column: their worth, and what has none by its currency. */
async function report(sourceId: number, by = "'all'"): Promise<Record<string, bigint>> {
  await t.shipper.drain();
  const rows = await t.deps.eventStore.query<{ key: string; micros: string }>(
    `select coalesce(base_currency, cost_currency) || ' ' || ${by} as key, sum(coalesce(base_micros, cost_micros)) as micros
       from events where source_id = $1 and type in ('visit', 'cost') group by 1
     having sum(coalesce(base_micros, cost_micros)) <> 0 order by 1`,
    [sourceId],
  );
  return Object.fromEntries(rows.map((row) => [row.key, BigInt(row.micros)]));
}
const rates = async (csv: string): Promise<string> =>
  (await t.call('PUT', '/api/admin/exchange-rates', { csv })).body.message;
const bill = (body: object) =>
  t.call('POST', '/api/admin/costs', { date_from: '2026-03-04', date_to: '2026-03-04', ...body });

test('what addresses say in another currency is worth what the rates of the day say, each arrival where it belongs', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  const link = await buildLink(t.deps);
  await arrive(source.id, [100_000n, 333_333n], { country: 'DE', link_id: link.id });
  await arrive(source.id, [1n, 0n], { country: 'FR' });
  await arrive(source.id, [50_000n], { country: 'US', cost_currency: 'USD' });
  await tendConversions(t.deps);
  expect(await report(source.id)).toEqual({ 'EUR all': 433_334n, 'USD all': 50_000n });

  // the rate of the day before holds until the day has its own
  expect(await rates('Date,USD\n2026-03-03,1.5')).toContain('those of 3 visits');
  expect(await report(source.id, 'country')).toEqual({
    'USD DE': 150_000n + 500_000n,
    'USD FR': 2n,
    'USD US': 50_000n,
  });
  expect(await report(source.id, 'coalesce(link_id, 0)')).toMatchObject({ [`USD ${link.id}`]: 650_000n });
  expect(await rates('Date,USD\n2026-03-03,1.5\n2026-03-04,1.2')).toContain('those of 3 visits');
  expect(await report(source.id)).toEqual({ 'USD all': 120_000n + 400_000n + 1n + 50_000n });
  // a better day stands, and a file without the currency takes nothing away
  await rates('Date,USD\n2026-03-03,9');
  await rates('Date,GBP\n2026-03-04,9');
  expect(await report(source.id)).toEqual({ 'USD all': 570_001n });

  // whoever comes while the rates are there has a worth within the next round; bots cost nobody anything
  await rates('Date,USD\n2026-03-04,1.2');
  await arrive(source.id, [100_000n], { country: 'IT' });
  await arrive(source.id, [100_000n], { is_bot: true, country: 'XX' });
  await tendConversions(t.deps);
  expect(await report(source.id, 'country')).toMatchObject({ 'USD IT': 120_000n, 'EUR XX': 100_000n });
});

test('a bill takes the worth of what it replaces back to the micro, and its undoing brings it back, by better rates if there are', async () => {
  await rates('Date,USD\n2026-03-03,1.1');
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  await arrive(source.id, [100_001n, 100_003n], { country: 'DE', utm: { utm_campaign: 'spring' } });
  await arrive(source.id, [100_007n], { country: 'FR' });
  await tendConversions(t.deps);
  const told = { 'USD DE': 110_001n + 110_003n, 'USD FR': 110_008n };
  expect(await report(source.id, 'country')).toEqual(told);
  const { body } = await bill({
    source_id: source.id,
    amount: '1',
    currency: 'USD',
    param: 'utm_campaign',
    value: 'spring',
  });
  expect(await report(source.id, 'country')).toEqual({ 'USD DE': 1_000_000n, 'USD FR': 110_008n });
  // what the bill pays for is left alone, the rest follows the rates
  await rates('Date,USD\n2026-03-04,1.3');
  expect(await report(source.id, 'country')).toEqual({ 'USD DE': 1_000_000n, 'USD FR': 130_009n });
  await t.call('POST', `/api/admin/costs/${body.data.id}/undo`);
  expect(await report(source.id, 'country')).toEqual({ ...told, 'USD FR': 130_009n });
  await tendConversions(t.deps);
  expect(await report(source.id, 'country')).toEqual({ 'USD DE': 130_001n + 130_004n, 'USD FR': 130_009n });
});

test('whoever comes after the bill of a running day was written is not in it, and follows the rates', async () => {
  await rates('Date,USD\n2026-03-05,1.5');
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  await bill({ source_id: source.id, amount: '2', currency: 'USD', date_from: '2026-03-05', date_to: '2026-03-05' });
  await arrive(source.id, [100_000n], { ts: '2026-03-05T11:00:00.000Z' });
  await tendConversions(t.deps);
  expect(await report(source.id)).toEqual({ 'USD all': 2_150_000n });
});

test('a price per conversion in another currency follows the rates, through its status, a bill and the undoing of that', async () => {
  await rates('Date,GBP\n2026-03-04,0.9');
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  const link = await buildLink(t.deps, { traffic_source_id: source.id, cost_model: 'cpa', cost_value: '4' });
  const net = await network();
  const clicked = { link_id: link.id, source_id: source.id, ts: '2026-03-04T09:00:00Z' };
  const [one, two] = [await click(clicked), await click(clicked)];
  const sold = { txid: 'A', payout: '20', ts: '2026-03-04T12:00:00Z' };
  await hit(net, { cid: one, ...sold, status: 'pending' });
  await hit(net, { cid: two, ...sold, status: 'approved' });
  expect(await report(source.id)).toEqual({ 'EUR all': 8_000_000n });
  expect(await rates('Date,USD\n2026-03-03,1.5')).toContain('2 of the costs');
  expect(await report(source.id)).toEqual({ 'USD all': 12_000_000n });
  // the status moves with what it is worth, and what is rejected costs nothing
  await hit(net, { cid: one, ...sold, status: 'approved' });
  await hit(net, { cid: two, ...sold, status: 'refunded' });
  expect(await report(source.id)).toEqual({ 'USD all': 6_000_000n });
  const three = await click(clicked);
  await hit(net, { cid: three, ...sold, status: 'approved' });
  expect(await report(source.id)).toEqual({ 'USD all': 12_000_000n });
  const { body } = await bill({ source_id: source.id, amount: '7', currency: 'USD' });
  expect(await report(source.id)).toEqual({ 'USD all': 7_000_000n });
  await rates('Date,USD\n2026-03-04,1.25');
  expect(await report(source.id)).toEqual({ 'USD all': 7_000_000n });
  await t.call('POST', `/api/admin/costs/${body.data.id}/undo`);
  await tendConversions(t.deps);
  expect(await report(source.id)).toEqual({ 'USD all': 10_000_000n });
});
