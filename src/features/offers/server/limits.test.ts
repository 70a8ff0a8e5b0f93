import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { offersRoutes } from './routes.ts';
import { offersById } from './offer-facts.ts';
import { payoutFor } from './payouts.ts';
import { buildOffer } from './testing.ts';

const BASE = '/api/admin/offers';
let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp((route, deps) => offersRoutes(route, deps, () => Promise.resolve(new Map())), { clock: () => now });
});
afterAll(() => t.close());

const put = (id: number, body: Record<string, unknown>) => t.call('PUT', `${BASE}/${id}`, body);

test('limits come back as they were sent: codes in capitals, sorted, each once', async () => {
  const other = await buildOffer(t.deps);
  const offer = await buildOffer(t.deps);
  const sent = {
    payouts_by_country: { de: '52.5', AT: '50' },
    countries_allowed: ['de', 'AT', 'DE'],
    devices_allowed: ['tablet', 'mobile'],
    cap_clicks_daily: 100,
    cap_conversions_daily: 5,
    cap_total: 10_000,
    cap_timezone: 'America/New_York',
    overflow_offer_id: other.id,
  };
  const reply = await put(offer.id, sent);
  expect(reply.status, reply.body.message).toBe(200);
  expect(reply.body.data).toMatchObject({
    ...sent,
    payouts_by_country: { AT: '50.00', DE: '52.50' },
    countries_allowed: ['AT', 'DE'],
    countries_blocked: [],
    devices_allowed: ['mobile', 'tablet'],
  });
  expect((await t.call('GET', `${BASE}/${other.id}`)).body.data.used_in).toEqual([
    { kind: 'offer', id: offer.id, name: offer.name },
  ]);
  expect((await t.call('DELETE', `${BASE}/${other.id}`)).body).toMatchObject({ error: 'in_use' });
});

test.each([
  ['a cap that nobody takes over from', { cap_total: 5 }, 'overflow_offer_id', /is needed with a cap/],
  ['an overflow that is not there', { overflow_offer_id: 999_999 }, 'overflow_offer_id', /is not there/],
  [
    'countries allowed and blocked',
    { countries_allowed: ['DE'], countries_blocked: ['AT'] },
    'countries_blocked',
    /.+/,
  ],
  ['a country that is no code', { countries_blocked: ['Germany'] }, 'countries_blocked.0', /two letters/],
  ['a payout of a country that is no code', { payouts_by_country: { Germany: '1' } }, 'payouts_by_country', /.+/],
  ['a payout below nothing', { payouts_by_country: { DE: '-1' } }, 'payouts_by_country.DE', /amount/],
  ['a device nobody has', { devices_allowed: ['fridge'] }, 'devices_allowed.0', /.+/],
  ['a zone that is none', { cap_timezone: 'Berlin time' }, 'cap_timezone', /zone/],
  ['a cap below nothing', { cap_clicks_daily: -1 }, 'cap_clicks_daily', /.+/],
])('%s is refused by name', async (_name, body, field, text) => {
  const offer = await buildOffer(t.deps);
  const reply = await put(offer.id, body);
  expect(reply.status).toBe(400);
  expect(Object.entries(reply.body.errors).find(([name]) => name.startsWith(field))?.[1]).toEqual([
    expect.stringMatching(text),
  ]);
});

test('overflow offers never lead in a circle', async () => {
  const [a, b, c] = [await buildOffer(t.deps), await buildOffer(t.deps), await buildOffer(t.deps)];
  expect((await put(a.id, { overflow_offer_id: a.id })).body.errors.overflow_offer_id).toEqual([
    'must be another offer',
  ]);
  expect((await put(a.id, { overflow_offer_id: b.id })).status).toBe(200);
  expect((await put(b.id, { overflow_offer_id: c.id })).status).toBe(200);
  const reply = await put(c.id, { overflow_offer_id: a.id });
  expect(reply.body).toMatchObject({ errors: { overflow_offer_id: ['leads back to this offer'] } });
});

test('the overflow cannot be taken away while a cap stands', async () => {
  const offer = await buildOffer(t.deps, { cap_total: 5, overflow_offer_id: (await buildOffer(t.deps)).id });
  expect((await put(offer.id, { overflow_offer_id: null })).status).toBe(400);
  expect((await put(offer.id, { overflow_offer_id: null, cap_total: 0 })).status).toBe(200);
});

test('the list finds the offers that take a country', async () => {
  const open = await buildOffer(t.deps, { name: 'Atlas open', brand: 'Geo' });
  const only = await buildOffer(t.deps, { name: 'Borders only', brand: 'Geo', countries_allowed: ['DE', 'AT'] });
  const but = await buildOffer(t.deps, { name: 'Coast but', brand: 'Geo', countries_blocked: ['DE'] });
  const ids = async (country: string) =>
    (await t.call('GET', `${BASE}?search=Geo&country=${country}`)).body.data.map((offer: { id: number }) => offer.id);
  expect(await ids('de')).toEqual([open.id, only.id]);
  expect(await ids('AT')).toEqual([open.id, only.id, but.id]);
  expect(await ids('US')).toEqual([open.id, but.id]);
});

test('what an offer paid is kept with its time, and only what changes it', async () => {
  now = new Date('2026-03-01T10:00:00Z');
  const offer = await buildOffer(t.deps, { payout_amount: '40.00' });
  now = new Date('2026-03-02T10:00:00Z');
  await put(offer.id, { notes: 'nothing about money' });
  await put(offer.id, { payouts_by_country: { DE: '52.00' } });
  now = new Date('2026-03-03T10:00:00Z');
  await put(offer.id, { payout_amount: '45.00' });
  const history = (await t.call('GET', `${BASE}/${offer.id}/payouts`)).body.data;
  expect(history).toMatchObject([
    { changed_at: '2026-03-03T10:00:00.000Z', payout_amount: '45.00', payouts_by_country: { DE: '52.00' } },
    { changed_at: '2026-03-02T10:00:00.000Z', payout_amount: '40.00', payouts_by_country: { DE: '52.00' } },
    { changed_at: '2026-03-01T10:00:00.000Z', payout_amount: '40.00', payouts_by_country: {} },
  ]);
  expect((await t.call('GET', `${BASE}/999999/payouts`)).status).toBe(404);
});

test('a visitor of a country with a payout of its own is worth that', async () => {
  const { id } = await buildOffer(t.deps, { payout_amount: '40', payouts_by_country: { DE: '52.00' } });
  const offer = (await offersById(t.deps.db, [id])).get(id)!;
  expect(payoutFor(offer, 'DE')).toBe(52_000_000n);
  expect(payoutFor(offer, 'US')).toBe(40_000_000n);
  expect(payoutFor(offer, null)).toBe(40_000_000n);
});

test('an offer whose clicks are given out is capped until its next day begins, wherever that is', async () => {
  now = new Date('2026-03-05T03:00:00Z');
  const spare = await buildOffer(t.deps);
  const capped = { overflow_offer_id: spare.id, cap_timezone: 'America/New_York' };
  const daily = await buildOffer(t.deps, { ...capped, cap_clicks_daily: 10 });
  const whole = await buildOffer(t.deps, { ...capped, cap_total: 10 });
  const count = (kind: string, id: number, period: string, granted: number) =>
    t.deps.db
      .withTables<{ cap_counters: { kind: string; subject_id: number; period: string; granted: number } }>()
      .insertInto('cap_counters')
      .values({ kind, subject_id: id, period, granted })
      .execute();
  const states = async () =>
    Promise.all([daily, whole, spare].map(async ({ id }) => (await t.call('GET', `${BASE}/${id}`)).body.data.state));
  // in New York it is still the 4th
  await count('offer_day', daily.id, '2026-03-04T05:00:00.000Z', 10);
  await count('offer_total', whole.id, '', 9);
  expect(await states()).toEqual(['capped', 'active', 'active']);
  await t.deps.db
    .withTables<{ cap_counters: { subject_id: number; granted: number } }>()
    .updateTable('cap_counters')
    .set({ granted: 10 })
    .where('subject_id', '=', whole.id)
    .execute();
  now = new Date('2026-03-05T05:00:00Z');
  expect(await states()).toEqual(['active', 'capped', 'active']);
});
