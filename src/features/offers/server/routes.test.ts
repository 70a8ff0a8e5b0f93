import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { buildNetwork } from '../../networks/server/testing.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import { offersRoutes } from './routes.ts';
import { buildOffer } from './testing.ts';
import { stateOf } from '../rules.ts';
import { offersById, routableOffers } from './offer-facts.ts';

const BASE = '/api/admin/offers';
const URL_ = 'https://shop.example/tea?s={click_id}';
let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  const numbers = { clicks_7d: 9, conv_7d: 1, epc_7d: '4.44' };
  t = await testApp(
    (route, deps) => offersRoutes(route, deps, (_db, ids) => Promise.resolve(new Map(ids.map((id) => [id, numbers])))),
    { clock: () => now },
  );
});
afterAll(() => t.close());

let made = 0;
const create = async (input: Record<string, unknown> = {}) => {
  made += 1;
  const reply = await t.call('POST', BASE, { name: `Tea ${made}`, url: `${URL_}&n=${made}`, ...input });
  expect(reply.status, reply.body.message).toBe(201);
  return reply.body.data;
};
const audits = async (id: number) => {
  const rows = await t.deps.db
    .withTables<{
      audit: { id: bigint; action: string; entity: string; entity_id: string; before: unknown; after: unknown };
    }>()
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'offer')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
  return rows;
};

test('an offer of a name and a URL gets the defaults', async () => {
  const offer = await create();
  expect(await create({ category_id: null })).toMatchObject({ category_name: 'Uncategorised' });
  expect(offer).toMatchObject({
    status: 'active',
    state: 'active',
    category_name: 'Uncategorised',
    network_name: null,
    payout_type: 'cpa',
    payout_amount: '0.00',
    payout_percent: '0.00',
    payout_currency: 'USD',
    price: null,
    price_checked_at: null,
    clicks_7d: 9,
    conv_7d: 1,
    epc_7d: '4.44',
    used_in: [],
    version: 1,
  });
  expect((await t.call('GET', `${BASE}/${offer.id}`)).body.data).toEqual(offer);
});

test('every field comes back as it was sent, money to the last micro', async () => {
  const network = await buildNetwork(t.deps);
  const sent = {
    name: 'Whole',
    network_id: network.id,
    tags: ['tea', 'calm'],
    url: 'https://例え.example/{guide.slug}?s={click_id}',
    preview_url: 'https://shop.example/tea',
    status: 'paused',
    payout_type: 'hybrid',
    payout_amount: '12.345678',
    payout_percent: '7.25',
    payout_currency: 'EUR',
    payout_source: 'fixed',
    allow_rebill: false,
    count_late: false,
    attribution_window_days: 14,
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: '2026-12-31T23:00:00.000Z',
    brand: 'Calm',
    image_url: '/media/ab/tea.webp',
    price: '29.90',
    list_price: '39.90',
    price_currency: 'EUR',
    price_checked_at: '2026-02-20T08:00:00.000Z',
    coupon_code: 'TEA10',
    coupon_text: '10 % off',
    coupon_ends_at: '2026-04-01T00:00:00.000Z',
    money_back_days: 60,
    shipping_note: 'Free in the EU',
    attributes: { Bags: '40', Caffeine: 'none' },
    notes: 'ask for a raise',
  };
  expect(await create(sent)).toMatchObject({ ...sent, network_name: network.name });
});

test('what the form changes is stored, put on record, told to the pages, and raises the version', async () => {
  const offer = await create({ payout_amount: '40' });
  const before = await writesTold(t.deps.db);
  const reply = await t.call('PUT', `${BASE}/${offer.id}`, { version: 1, payout_amount: '42.50', brand: '' });
  expect(reply.body.data).toMatchObject({ payout_amount: '42.50', brand: null, version: 2, name: offer.name });
  expect(reply.body.message).toBe('Offer updated successfully!');
  expect(await writesTold(t.deps.db)).toBe(before + 1);
  expect((await audits(offer.id)).at(-1)).toMatchObject({
    action: 'update',
    before: { payout_micros: '40000000' },
    after: { payout_micros: '42500000' },
  });
});

test('a new price counts as checked now, an old one keeps its date', async () => {
  now = new Date('2026-03-02T10:00:00Z');
  const offer = await create({ price: '10.00', price_checked_at: null });
  expect(offer).toMatchObject({ price_currency: 'USD', price_checked_at: '2026-03-02T10:00:00.000Z' });
  now = new Date('2026-03-03T10:00:00Z');
  const put = async (body: Record<string, unknown>) =>
    (await t.call('PUT', `${BASE}/${offer.id}`, body)).body.data.price_checked_at;
  expect(await put({ price: '10.00', price_checked_at: offer.price_checked_at })).toBe('2026-03-02T10:00:00.000Z');
  expect(await put({ price: '11.00', price_checked_at: offer.price_checked_at })).toBe('2026-03-03T10:00:00.000Z');
  expect(await put({ price: '12.00', price_checked_at: '2026-03-01T09:00:00+01:00' })).toBe('2026-03-01T08:00:00.000Z');
});

test('saving warns of a twin, a missing click id, plain http and unknown macros, and saves', async () => {
  const network = await buildNetwork(t.deps, { click_param: null });
  await create({ name: 'First twin', network_id: network.id, url: 'http://shop.example/x/?b=2&a={ip}' });
  const reply = await t.call('POST', BASE, {
    name: 'Second twin',
    network_id: network.id,
    url: 'https://SHOP.example/x?a={ip}&b=2',
  });
  expect(reply.status).toBe(201);
  expect(reply.body.warnings.map((warning: { code: string }) => warning.code)).toEqual([
    'duplicate_url',
    'no_click_macro',
    'unknown_macro',
  ]);
  expect(reply.body.warnings[0]).toMatchObject({
    field: 'url',
    message: 'The offer "First twin" of this network has the same URL.',
  });
  const put = await t.call('PUT', `${BASE}/${reply.body.data.id}`, { url: 'http://shop.example/y?s={click_id}' });
  expect(put.body.warnings.map((warning: { code: string }) => warning.code)).toEqual(['not_https']);
});

test('the list searches, filters, sorts and pages', async () => {
  const network = await buildNetwork(t.deps);
  const category = (await t.call('POST', `${BASE}/categories`, { name: 'Listed' })).body.data;
  const base = { network_id: network.id, category_id: category.id };
  await create({ ...base, name: 'b 100% pure', payout_amount: '9', price: '5' });
  await create({ ...base, name: 'A first', payout_amount: '10', status: 'archived', brand: 'Zen' });
  const names = async (query: string) =>
    (await t.call('GET', `${BASE}?category_id=${category.id}&${query}`)).body.data.map(
      (row: { name: string }) => row.name,
    );
  expect(await names(`network_id=${network.id}`)).toEqual(['A first', 'b 100% pure']);
  expect(await names('network_id=none')).toEqual([]);
  expect(await names('search=100%25')).toEqual(['b 100% pure']);
  expect(await names('search=zen')).toEqual(['A first']);
  expect(await names('status=archived')).toEqual(['A first']);
  expect(await names('all=1')).toEqual(['b 100% pure']);
  expect((await t.call('GET', `${BASE}?all=1&limit=1`)).body).toMatchObject({ limit: 1, data: [{}] });
  expect(await names('sortBy=payout_amount&order=desc')).toEqual(['A first', 'b 100% pure']);
  expect(await names('sortBy=price&order=desc')).toEqual(['b 100% pure', 'A first']);
  const past = (await t.call('GET', `${BASE}?page=99&limit=2`)).body;
  expect(past).toMatchObject({ data: [], page: 99, limit: 2 });
  expect(past.total).toBeGreaterThanOrEqual(2);
});

test('an edit of a version that is gone shows both versions and changes nothing', async () => {
  const offer = await create();
  await t.call('PUT', `${BASE}/${offer.id}`, { version: 1, notes: 'theirs' });
  const reply = await t.call('PUT', `${BASE}/${offer.id}`, { version: 1, notes: 'mine' });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { notes: 'theirs', payout_amount: '0.00' }, yours: { notes: 'mine' } },
  });
});

test('a name is taken within its network only, and free again after a delete', async () => {
  const network = await buildNetwork(t.deps);
  const offer = await create({ name: 'Same Name' });
  const clash = await t.call('POST', BASE, { name: 'SAME name', url: URL_ });
  expect(clash.status).toBe(409);
  expect(clash.body).toMatchObject({ error: 'name_taken', errors: { name: ['is already taken in this network'] } });
  const elsewhere = await create({ name: 'Same Name', network_id: network.id });
  expect((await t.call('PUT', `${BASE}/${elsewhere.id}`, { network_id: null })).status).toBe(409);
  expect((await t.call('DELETE', `${BASE}/${offer.id}`)).body.message).toBe('Offer deleted successfully!');
  expect((await t.call('GET', `${BASE}/${offer.id}`)).status).toBe(404);
  const second = await create({ name: 'same name' });
  expect((await t.call('POST', `${BASE}/${offer.id}/restore`)).status).toBe(409);
  await t.call('DELETE', `${BASE}/${second.id}`);
  expect((await t.call('POST', `${BASE}/${offer.id}/restore`)).body.data.name).toBe('Same Name');
});

test('an offer that a review names is not deleted, and the answer says which', async () => {
  const offer = await create({ name: 'Used' });
  await t.deps.db
    .withTables<{ reviews: { offer_id: number; slug: string; title: string } }>()
    .insertInto('reviews')
    .values({ offer_id: offer.id, slug: 'used', title: 'Used for a week' })
    .execute();
  const reply = await t.call('DELETE', `${BASE}/${offer.id}`);
  expect(reply.status).toBe(409);
  expect(reply.body.message).toBe('"Used" is in use by review "Used for a week".');
});

test('a network or category that is gone is refused by its field', async () => {
  const network = await buildNetwork(t.deps);
  const offer = await create({ name: 'In the trash', network_id: network.id });
  await t.call('DELETE', `${BASE}/${offer.id}`);
  await t.deps.db
    .withTables<{ networks: { id: number; deleted_at: string } }>()
    .updateTable('networks')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', network.id)
    .execute();
  const restored = await t.call('POST', `${BASE}/${offer.id}/restore`);
  expect(restored).toMatchObject({ status: 409, body: { error: 'conflict' } });
  for (const wrong of [{ network_id: network.id }, { network_id: 987_654 }, { category_id: 987_654 }]) {
    const reply = await t.call('POST', BASE, { name: 'Nowhere', url: URL_, ...wrong });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(Object.keys(wrong));
  }
});

test('later features read facts by id and everything that can be routed', async () => {
  const network = await buildNetwork(t.deps, { click_param: 'tid', extra_params: [{ key: 'g', value: '{guide.id}' }] });
  const offer = await create({ network_id: network.id, price: '5', ends_at: '2026-03-10T00:00:00Z' });
  const gone = await create();
  await t.call('DELETE', `${BASE}/${gone.id}`);
  const facts = await offersById(t.deps.db, [offer.id, gone.id, 987_654], now);
  expect(facts.get(offer.id)).toMatchObject({ isLive: true, price: '5.00', list_price: null, payout_micros: 0n });
  expect(facts.get(gone.id)).toMatchObject({ isLive: false });
  expect(facts.size).toBe(2);
  const routable = await routableOffers(t.deps.db);
  const mine = routable.find((row) => row.id === offer.id)!;
  expect(mine.template).toBe(`${offer.url}&g={guide.id}`);
  expect(mine).toMatchObject({
    click_param: 'tid',
    append_click_id: true,
    extra_params: [{ key: 'g', value: '{guide.id}' }],
  });
  expect(stateOf(mine, new Date('2026-03-10T00:00:00Z'))).toBe('expired');
  expect(routable.map((row) => row.id)).not.toContain(gone.id);
});

test('an offer says what closes it: its paused network before its own dates', async () => {
  const network = await buildNetwork(t.deps, { status: 'paused' });
  const ends_at = '2026-03-01T00:00:00Z';
  const closedBy = async (input: Record<string, unknown>) =>
    (await t.call('GET', `${BASE}/${(await create(input)).id}`)).body.data.closed_by;
  expect(await closedBy({})).toBeNull();
  expect(await closedBy({ ends_at })).toBe('dates');
  expect(await closedBy({ ends_at, network_id: network.id })).toBe('network_paused');
});

const valid = { name: 'n', url: URL_ };

test.each([
  ['no name', { url: URL_ }, 'name'],
  ['no URL', { name: 'n' }, 'url'],
  ['a script as URL', { name: 'n', url: 'javascript:alert(1)' }, 'url'],
  ['a macro as host', { name: 'n', url: 'https://{country}.example' }, 'url'],
  ['a user in the URL', { name: 'n', url: 'https://a@shop.example' }, 'url'],
  ['a URL that is too long', { name: 'n', url: `https://shop.example/${'x'.repeat(2048)}` }, 'url'],
  ['a key that is not known', { ...valid, id: 7 }, 'id'],
  ['a derived status', { ...valid, status: 'expired' }, 'status'],
  ['money as a number', { ...valid, payout_amount: 12.5 }, 'payout_amount'],
  ['a negative payout', { ...valid, payout_amount: '-1' }, 'payout_amount'],
  ['over a hundred percent', { ...valid, payout_percent: '100.01' }, 'payout_percent'],
  ['a currency that is none', { ...valid, payout_currency: 'dollars' }, 'payout_currency'],
  ['a date without a zone', { ...valid, starts_at: '2026-01-01T00:00:00' }, 'starts_at'],
  ['a date before all time', { ...valid, starts_at: '0000-01-01T00:00:00Z' }, 'starts_at'],
  [
    'an end before the start',
    { ...valid, starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' },
    'ends_at',
  ],
  ['a picture that is none of ours', { ...valid, image_url: 'http://x.example/a.png' }, 'image_url'],
  ['too many tags', { ...valid, tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, 'tags'],
  [
    'too many attributes',
    { ...valid, attributes: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`k${i}`, 'v'])) },
    'attributes',
  ],
])('an offer with %s is refused and names the field', async (_name, body, field) => {
  const before = (await t.call('GET', BASE)).body.total;
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', BASE)).body.total).toBe(before);
});

test.each([
  ['an unknown key', 'colour=red', 'colour'],
  ['a sort column that is not offered', 'sortBy=notes', 'sortBy'],
  ['a network that is no number', 'network_id=x', 'network_id'],
])('a list query with %s is refused', async (_name, query, field) => {
  const reply = await t.call('GET', `${BASE}?${query}`);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});

test('categories are made, ordered, counted, renamed and deleted', async () => {
  const categories = async () => (await t.call('GET', `${BASE}/categories`)).body.data;
  const created = await t.call('POST', `${BASE}/categories`, {
    name: 'Sleep & Rest',
    sort_order: -1,
    color: '#00795A',
  });
  expect(created.status).toBe(201);
  const category = created.body.data;
  expect(category).toMatchObject({ slug: 'sleep-rest', is_default: false, offers_count: 0 });
  const offer = await create({ category_id: category.id });
  expect(offer.category_name).toBe('Sleep & Rest');
  expect((await categories())[0]).toMatchObject({ id: category.id, offers_count: 1 });
  const renamed = await t.call('PUT', `${BASE}/categories/${category.id}`, { version: 1, name: 'Sleep' });
  expect(renamed.body.data).toMatchObject({ name: 'Sleep', slug: 'sleep-rest', version: 2, offers_count: 1 });
  expect((await t.call('PUT', `${BASE}/categories/${category.id}`, { version: 1 })).status).toBe(409);

  const used = await t.call('DELETE', `${BASE}/categories/${category.id}`);
  expect(used).toMatchObject({ status: 409, body: { error: 'in_use', details: { count: 1 } } });
  await t.call('DELETE', `${BASE}/${offer.id}`);
  expect((await t.call('DELETE', `${BASE}/categories/${category.id}`)).status).toBe(200);
  expect((await t.call('POST', `${BASE}/${offer.id}/restore`)).body.data.category_name).toBe('Uncategorised');
});

test('the default category stays, and names and slugs of categories are taken once', async () => {
  const [first] = (await t.call('GET', `${BASE}/categories`)).body.data.filter(
    (row: { is_default: boolean }) => row.is_default,
  );
  const reply = await t.call('DELETE', `${BASE}/categories/${first.id}`);
  expect(reply).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const clash = await t.call('POST', `${BASE}/categories`, { name: 'UNCATEGORISED', slug: 'other' });
  expect(clash).toMatchObject({ status: 409, body: { error: 'name_taken' } });
  const bare = await t.call('POST', `${BASE}/categories`, { name: 'Uncategorised!' });
  expect(bare).toMatchObject({ status: 409, body: { error: 'name_taken', errors: { name: ['is already taken'] } } });
  const slug = await t.call('POST', `${BASE}/categories`, { name: 'Other', slug: 'uncategorised' });
  expect(slug).toMatchObject({ status: 409, body: { error: 'slug_taken', errors: { slug: ['is already in use'] } } });
  const { data: teapot } = (await t.call('POST', `${BASE}/categories`, { name: '🫖' })).body;
  expect(teapot.slug).toBe(`category-${teapot.id}`);
  expect((await t.call('DELETE', `${BASE}/categories/987654`)).status).toBe(404);
});

test("the advertiser's rules are kept; a forbidden word stands there once", async () => {
  const rules = { allowed_claims: 'Tastes fresh.', required_disclaimer: 'Paid partner.', brand_bidding_allowed: false };
  const offer = await buildOffer(t.deps);
  expect(offer).toMatchObject({ forbidden_words: [], required_disclaimer: null, brand_bidding_allowed: null });
  const words = [' zingy ', 'zingy', 'best ever'];
  const reply = await t.call('PUT', `${BASE}/${offer.id}`, { ...rules, forbidden_words: words });
  expect(reply.body.data).toMatchObject({ ...rules, forbidden_words: ['zingy', 'best ever'] });
  const tooMany = await t.call('PUT', `${BASE}/${offer.id}`, { forbidden_words: Array(51).fill('x') });
  expect([tooMany.status, Object.keys(tooMany.body.errors)]).toEqual([400, ['forbidden_words']]);
});
