import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedApp, type ShippedApp } from '../../../../../tests/support/shipped-app.ts';
import { conversionDesk } from '../../../postbacks/server/testing.ts';
import { moneyRoutes } from '../../../../../tests/support/money-routes.ts';
import { sumUpHours } from '../../../events/server/hours.ts';
import { buildClick, buildRow } from '../../../events/server/testing.ts';
import { buildGuide, buildItem } from '../../../guides/server/testing.ts';
import { updateOffer } from '../../../offers/server/service.ts';
import { offerCaps } from '../../../offers/server/present.ts';
import { capPeriod } from '../../../offers/server/caps.ts';
import { offersById } from '../../../offers/server/offer-facts.ts';
import { setCapCount } from '../../../offers/server/store-caps.ts';
import { buildOffer } from '../../../offers/server/testing.ts';
import { statsRoutes } from '../routes.ts';

/** The numbers of offers by the way that conversions take: a click, postbacks of a network, the shipper, the report. */
const HOUR_MS = 3_600_000;
let t: ShippedApp;
const now = new Date('2026-03-10T12:00:00Z');
let appended = 0;
const desk = conversionDesk(() => t);

beforeAll(async () => {
  t = await shippedApp(
    (route, deps, app) => {
      statsRoutes(route, deps);
      moneyRoutes(route, deps, app);
    },
    () => now,
  );
});
afterAll(() => t.close());

/** A click in both stores. @returns its id */
async function click(offerId: number, networkId: number, hoursAgo: number): Promise<string> {
  const ts = new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString();
  const id = await desk.click({ ts, offer_id: offerId, network_id: networkId });
  const row = buildRow(buildClick({ click_id: id, ts, offer_id: offerId, network_id: networkId }));
  await t.deps.eventStore.append({ cursor: 'test', position: String((appended += 1)), table: 'events', rows: [row] });
  return id;
}
const get = async (query: string) => {
  await t.shipper.drain();
  return (await t.call('GET', `/api/admin/stats/offers?tz=UTC&days=30&${query}`)).body;
};
const seconds = (iso: string): string => String(Date.parse(iso) / 1000);

test('a conversion that moves keeps its lag, and counts once, by rows and by sums', async () => {
  const network = await desk.network();
  const offer = await buildOffer(t.deps, { name: 'Cork Mat', network_id: network.id });
  const [first, second, third] = [
    await click(offer.id, network.id, 50),
    await click(offer.id, network.id, 30),
    await click(offer.id, network.id, 20),
  ];
  const after = (hours: number) => seconds(new Date(now.getTime() - hours * HOUR_MS).toISOString());
  // two hours after its click; approved a day later, which is not when it happened
  await desk.hit(network, { click_id: first!, txid: 'a', status: 'pending', payout: '10.00', ts: after(48) });
  await desk.hit(network, { click_id: first!, txid: 'a', status: 'approved', payout: '10.00', ts: after(24) });
  // four hours after, and a lead; what was refused has no lag that counts
  await desk.hit(network, {
    click_id: second!,
    txid: 'b',
    event: 'lead',
    status: 'pending',
    payout: '4.00',
    ts: after(26),
  });
  await desk.hit(network, { click_id: third!, txid: 'c', status: 'rejected', payout: '9.00', ts: after(1) });
  const own = async () => (await get('')).data.find((row: { id: number }) => row.id === offer.id);
  const told = {
    clicks: 3,
    conversions: 2,
    leads: 1,
    sales: 1,
    approved: 1,
    pending: 1,
    rejected: 1,
    reversed: 0,
    revenue_expected: '14.00',
    aov: '7.00',
    avg_lag_seconds: 3 * 3600,
  };
  expect(await own()).toMatchObject(told);
  await sumUpHours(t.deps);
  expect(await own()).toMatchObject(told);

  // told again with an earlier time: it moves there and does not count twice
  await desk.hit(network, { click_id: first!, txid: 'a', status: 'approved', payout: '10.00', ts: after(49) });
  expect(await own()).toMatchObject({ ...told, avg_lag_seconds: 2.5 * 3600 });
  await desk.hit(network, { click_id: first!, txid: 'a', status: 'reversed', payout: '10.00', ts: after(1) });
  expect(await own()).toMatchObject({ conversions: 1, sales: 0, reversed: 1, aov: '4.00', avg_lag_seconds: 4 * 3600 });
  // a clock that runs behind makes no time before the click
  const late = await click(offer.id, network.id, 10);
  await desk.hit(network, { click_id: late, txid: 'd', status: 'approved', payout: '4.00', ts: after(12) });
  expect(await own()).toMatchObject({ conversions: 2, avg_lag_seconds: 2 * 3600 });
});

test('a line says what its offer pays, takes and is now, and where readers find it', async () => {
  const network = await desk.network();
  const other = await buildOffer(t.deps, { name: 'Overflow', network_id: network.id });
  const offer = await buildOffer(t.deps, {
    name: 'Steel Flask',
    network_id: network.id,
    payout_type: 'hybrid',
    payout_amount: '12.50',
    payout_percent: '4',
    payout_currency: 'EUR',
    cap_clicks_daily: 100,
    cap_conversions_daily: 10,
    overflow_offer_id: other.id,
  });
  const guide = await buildGuide(t.deps, { title: 'Best Flasks' });
  const second = await buildGuide(t.deps, { title: 'For Hikers' });
  const draft = await buildGuide(t.deps, { title: 'Not yet', status: 'draft' });
  for (const title of ['Ahead', 'Hidden']) await buildItem(t.deps, guide.id, { title, is_visible: title === 'Ahead' });
  await buildItem(t.deps, guide.id, { offer_id: offer.id });
  await buildItem(t.deps, second.id, { offer_id: offer.id });
  await buildItem(t.deps, draft.id, { offer_id: offer.id });
  await click(offer.id, network.id, 3);
  const facts = (await offersById(t.deps.db, [offer.id])).get(offer.id)!;
  for (const cap of offerCaps(facts, 'UTC')) {
    const period = capPeriod(cap, now).from.toISOString();
    await setCapCount(t.deps.db, { kind: cap.kind, id: cap.id, period }, cap.kind === 'offer_day' ? 30 : 7);
  }
  const own = async () => (await get('')).data.find((row: { id: number }) => row.id === offer.id);
  expect(await own()).toMatchObject({
    status: 'active',
    closed_by: null,
    link_status: 'unchecked',
    payout_amount: '12.50',
    payout_percent: '4.00',
    payout_currency: 'EUR',
    payout_type: 'hybrid',
    cap_kind: 'conversions_day',
    cap_used: 7,
    cap_limit: 10,
    cap_use: 0.7,
    rank_in_guides: 1,
    places: [
      { listicle_id: second.id, listicle: 'For Hikers', rank: 1 },
      { listicle_id: guide.id, listicle: 'Best Flasks', rank: 2 },
    ],
  });
  // in a file in the order of the screen
  const file = String(await get('format=csv&columns=clicks,payout,cap_use,rank_in_guides&search=flask'));
  expect(file.trim().split('\r\n')).toEqual([
    'id,name,clicks,payout_amount,payout_percent,payout_currency,payout_type,cap_kind,cap_used,cap_limit,cap_use,rank_in_guides,places,currency,zone',
    expect.stringMatching(
      /^\d+,Steel Flask,1,12\.50,4\.00,EUR,hybrid,conversions_day,7,10,0\.7,1,1\. For Hikers; 2\. Best Flasks,USD,UTC$/,
    ),
  ]);
  await updateOffer({ ...t.deps, count: () => Promise.resolve(new Map()) }, t.actor, offer.id, { status: 'paused' });
  expect(await own()).toMatchObject({ status: 'paused', closed_by: 'status' });
});

test('categories hold their offers, and all lines together the totals', async () => {
  const network = await desk.network();
  const mugs = await t.deps.db
    .withTables<{ offer_categories: { id: number; name: string; slug: string } }>()
    .insertInto('offer_categories')
    .values({ name: 'Mugs', slug: 'mugs' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const category_id of [mugs.id, mugs.id, null]) {
    const offer = await buildOffer(t.deps, { network_id: network.id, category_id });
    const id = await click(offer.id, network.id, 2);
    await desk.hit(network, { click_id: id, txid: `m${offer.id}`, payout: '3.00', status: 'approved' });
  }
  await t.deps.eventStore.append({
    cursor: 'nobody',
    position: '1',
    table: 'events',
    rows: [buildRow(buildClick({ ts: now.toISOString() }))],
  });
  const { data, totals } = await get('group=category&columns=uniques');
  expect(data.find((row: { id: number }) => row.id === mugs.id)).toMatchObject({
    name: 'Mugs',
    clicks: 2,
    conversions: 2,
    revenue_expected: '6.00',
    epc: '3.00',
    payout_amount: null,
    places: [],
  });
  expect(data.find((row: { id: number }) => row.id === 0)).toMatchObject({ name: 'Without category', clicks: 1 });
  const sum = data.reduce((all: number, row: { clicks: number }) => all + row.clicks, 0);
  expect([totals.clicks, totals.clicks]).toEqual([sum, (await get('group=offer')).totals.clicks]);
});

test('lines stand in the order of what they are sorted by, and a column that is none is refused', async () => {
  const network = await desk.network();
  const [idle, sold] = [
    await buildOffer(t.deps, { network_id: network.id }),
    await buildOffer(t.deps, { network_id: network.id }),
  ];
  await click(idle.id, network.id, 9);
  const ts = seconds(new Date(now.getTime() - 8 * HOUR_MS).toISOString());
  await desk.hit(network, {
    click_id: await click(sold.id, network.id, 9),
    txid: 'sold',
    status: 'approved',
    payout: '3.00',
    ts,
  });
  for (const sortBy of ['avg_lag_seconds', 'payout', 'cap_use', 'rank_in_guides', 'aov', 'leads']) {
    const { data } = await get(`sortBy=${sortBy}&order=desc`);
    const key = sortBy === 'payout' ? 'payout_amount' : sortBy;
    const values = data.map((row: Record<string, unknown>) => row[key]).filter((one: unknown) => one !== null);
    expect([sortBy, values]).toEqual([sortBy, values.toSorted((a: string, b: string) => Number(b) - Number(a))]);
    expect(data.at(-1)[key] === null || values.length === data.length).toBe(true);
  }
  expect((await t.call('GET', '/api/admin/stats/offers?columns=wings')).body.errors).toHaveProperty(['columns.0']);
  expect((await t.call('GET', '/api/admin/stats/offers?group=wings')).status).toBe(400);
});
