import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { findByPostbackKey } from './service.ts';
import { networksRoutes } from './routes.ts';

const BASE = '/api/admin/affiliate-networks';
let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  t = await testApp(
    (route, deps) =>
      networksRoutes(route, deps, (_db, ids) =>
        Promise.resolve(new Map(ids.map((id) => [id, { offers_count: 3, conversions_30d: 2, unmatched_7d: 1 }]))),
      ),
    { clock: () => now },
  );
});
afterAll(() => t.close());

let made = 0;
const create = async (input: Record<string, unknown> = {}) => {
  made += 1;
  const reply = await t.call('POST', BASE, { name: `Net ${made}`, ...input });
  expect(reply.status).toBe(201);
  return reply.body.data;
};
const audits = (id: number) =>
  t.deps.db
    .withTables<{ audit: { id: bigint; action: string; entity: string; entity_id: string; after: unknown } }>()
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('entity', '=', 'network')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

test('a network made from a template takes its words and gives a postback URL to paste', async () => {
  const network = await create({ template_key: 'clickbank' });
  expect(network).toMatchObject({
    click_param: 'tid',
    status: 'active',
    default_status: 'approved',
    version: 1,
    offers_count: 3,
  });
  expect(network.status_map).toMatchObject({ purchase: 'approved', refund: 'reversed' });
  expect(network.postback_url).toMatch(/^https:\/\/guides\.example\/postback\/[0-9a-hjkmnp-tv-z]{32}\?click_id=\{/);
  expect((await t.call('GET', `${BASE}/${network.id}`)).body.data).toEqual(network);
});

test('what the form changes is stored, put on record, and raises the version', async () => {
  const network = await create({ hmac_secret: 'canary-secret-1', hmac_param: 'sig' });
  expect(network.has_hmac_secret).toBe(true);
  const reply = await t.call('PUT', `${BASE}/${network.id}`, {
    version: 1,
    name: 'Renamed',
    extra_params: [{ key: 'sid2', value: '{guide.id}' }],
    status_map: { Paid: 'approved', VOID: 'reversed' },
    param_aliases: { payout: ['amt'] },
    ip_allowlist: ['203.0.113.0/24'],
    min_payout: '50.00',
    notes: '',
  });
  expect(reply.body.data).toMatchObject({
    name: 'Renamed',
    version: 2,
    status_map: { paid: 'approved', void: 'reversed' },
    param_aliases: { payout: ['amt'] },
    min_payout: '50.00',
    notes: null,
    has_hmac_secret: true,
  });
  const record = await audits(network.id);
  expect(record.map((row) => row.action)).toEqual(['create', 'update']);
  expect(JSON.stringify(record)).not.toContain('canary');
});

test('the list searches, filters, sorts and pages', async () => {
  await create({ name: 'Zeta 100% Net', status: 'paused' });
  await create({ name: 'alpha net', account_id: 'ACC-77' });
  await create();
  const names = async (query: string) =>
    (await t.call('GET', `${BASE}?${query}`)).body.data.map((row: { name: string }) => row.name);
  expect(await names('search=100%25')).toEqual(['Zeta 100% Net']);
  expect(await names('search=acc-77')).toEqual(['alpha net']);
  expect(await names('status=paused')).toEqual(['Zeta 100% Net']);
  expect(await names('filter[status]=paused')).toEqual(['Zeta 100% Net']);
  expect(await names('filter%5Bstatus%5D=paused&page=1')).toEqual(['Zeta 100% Net']);
  for (const wrong of ['filter[nonsense]=1', 'filter[__proto__]=1', 'filter[status]=paused&status=active'])
    expect((await t.call('GET', `${BASE}?${wrong}`)).status).toBe(400);
  expect((await names('itemsPerPage=-1'))[0]).toBe('alpha net');
  expect((await names('itemsPerPage=all&sortDesc=true'))[0]).toBe('Zeta 100% Net');
  const past = (await t.call('GET', `${BASE}?page=99&limit=2`)).body;
  expect(past).toMatchObject({ data: [], page: 99, limit: 2 });
  expect(past.total).toBeGreaterThan(2);
});

test.each([
  ['Café Straße', 'cafe strasse'],
  ['İstanbul Ağı', 'istanbul agi'],
  ['smorrebrod', 'Smørrebrød'],
])('the search finds "%s" for "%s"', async (name, typed) => {
  const { id } = await create({ name });
  expect((await t.call('GET', `${BASE}?search=${encodeURIComponent(typed)}`)).body.data).toMatchObject([{ id }]);
});

test('an edit of a version that is gone shows both versions and changes nothing', async () => {
  const network = await create();
  await t.call('PUT', `${BASE}/${network.id}`, { version: 1, notes: 'theirs' });
  const reply = await t.call('PUT', `${BASE}/${network.id}`, { version: 1, notes: 'mine' });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { notes: 'theirs' }, yours: { notes: 'mine' } },
  });
  expect(JSON.stringify(reply.body)).not.toMatch(/_hash|_sealed/);
  expect((await t.call('PUT', `${BASE}/${network.id}`, { notes: 'without a version the last one wins' })).status).toBe(
    200,
  );
});

test('a name is taken whatever its case, and free again after a delete', async () => {
  const network = await create({ name: 'Unique Name' });
  const clash = await t.call('POST', BASE, { name: 'UNIQUE NAME' });
  expect(clash.status).toBe(409);
  expect(clash.body).toMatchObject({ error: 'name_taken', errors: { name: ['is already taken'] } });
  expect((await t.call('PUT', `${BASE}/${(await create()).id}`, { name: 'unique name' })).status).toBe(409);
  expect((await t.call('DELETE', `${BASE}/${network.id}`)).body.message).toBe('Affiliate network deleted.');
  expect((await t.call('GET', `${BASE}/${network.id}`)).status).toBe(404);
  const second = await create({ name: 'unique name' });
  expect((await t.call('POST', `${BASE}/${network.id}/restore`)).status).toBe(409);
  await t.call('DELETE', `${BASE}/${second.id}`);
  expect((await t.call('POST', `${BASE}/${network.id}/restore`)).body.data.name).toBe('Unique Name');
});

test('a network that offers name is not deleted, and the answer says which', async () => {
  const network = await create({ name: 'Used' });
  await t.deps.db
    .withTables<{
      offers: { name: string; network_id: number; category_id: number; url: string; payout_currency: string };
    }>()
    .insertInto('offers')
    .values({
      name: 'Calm Tea',
      network_id: network.id,
      category_id: 1,
      url: 'https://x.example',
      payout_currency: 'USD',
    })
    .execute();
  const reply = await t.call('DELETE', `${BASE}/${network.id}`);
  expect(reply.status).toBe(409);
  expect(reply.body.message).toBe('"Used" is in use by offer "Calm Tea".');
  expect(reply.body.details).toMatchObject({ count: 1, used_by: [{ kind: 'offer', name: 'Calm Tea' }] });
});

test('a rotated key is new at once and the old one works for 7 more days', async () => {
  const network = await create();
  const keyOf = (url: string) => /postback\/(\w+)/.exec(url)![1]!;
  const old = keyOf(network.postback_url);
  const fresh = keyOf((await t.call('POST', `${BASE}/${network.id}/rotate-key`)).body.data.postback_url);
  const find = (key: string, at: Date) => findByPostbackKey(t.deps.db, t.deps.secrets, key, at);
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
  expect(fresh).not.toBe(old);
  expect((await find(fresh, later(8)))?.id).toBe(network.id);
  expect((await find(old, later(6.9)))?.id).toBe(network.id);
  expect(await find(old, later(7.1))).toBeUndefined();
});

test('while a secret is stored, the parameter of its signature stays', async () => {
  const { id } = await create({ hmac_secret: 's3cret', hmac_param: 'sig' });
  const without = await t.call('PUT', `${BASE}/${id}`, { hmac_param: null });
  expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ['hmac_param']]);
  expect((await t.call('PUT', `${BASE}/${id}`, { hmac_param: null, hmac_secret: null })).status).toBe(200);
  expect((await t.call('PUT', `${BASE}/${id}`, { hmac_secret: 'other' })).status).toBe(400);
});

test('a dump of the database holds no secret', async () => {
  const network = await create({ hmac_secret: 'canary-secret-2', hmac_param: 'sig' });
  const rows = await t.deps.db
    .withTables<{ networks: Record<string, unknown> }>()
    .selectFrom('networks')
    .selectAll()
    .execute();
  const dump = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  expect(dump).not.toContain('canary');
  expect(dump).not.toContain(/postback\/(\w+)/.exec(network.postback_url)![1]!);
});

test.each([
  ['no name', {}, 'name'],
  ['a name of spaces', { name: '  ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
  ['a key that is not known', { name: 'n', id: 7 }, 'id'],
  ['a status that does not exist', { name: 'n', status: 'gone' }, 'status'],
  ['a script as address', { name: 'n', website_url: 'javascript:alert(1)' }, 'website_url'],
  ['a click parameter with a space', { name: 'n', click_param: 'a b' }, 'click_param'],
  [
    'too many parameters',
    { name: 'n', extra_params: Array.from({ length: 21 }, () => ({ key: 'k', value: 'v' })) },
    'extra_params',
  ],
  ['a range that is none', { name: 'n', ip_allowlist: ['10.0.0.0/99'] }, 'ip_allowlist.0'],
  ['a status word mapped to nothing known', { name: 'n', status_map: { paid: 'good' } }, 'status_map.paid'],
  ['a window of zero days', { name: 'n', attribution_window_days: 0 }, 'attribution_window_days'],
  ['money as a number', { name: 'n', min_payout: 12.5 }, 'min_payout'],
  ['a currency that is none', { name: 'n', payout_currency: 'dollars' }, 'payout_currency'],
  ['a template that is not shipped', { name: 'n', template_key: 'nope' }, 'template_key'],
  ['a secret whose signature is nowhere', { name: 'n', hmac_secret: 's3cret' }, 'hmac_param'],
])('a network with %s is refused and names the field', async (_name, body, field) => {
  const before = (await t.call('GET', BASE)).body.total;
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', BASE)).body.total).toBe(before);
});

test.each([
  ['an unknown key', 'colour=red', 'colour'],
  ['a sort column that is not offered', 'sortBy=postback_key_hash', 'sortBy'],
  ['a page of zero', 'page=0', 'page'],
  ['a limit that is no number', 'limit=many', 'limit'],
])('a list query with %s is refused', async (_name, query, field) => {
  const reply = await t.call('GET', `${BASE}?${query}`);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});

test('every template says where it comes from', async () => {
  const { data } = (await t.call('GET', `${BASE}/templates`)).body;
  expect(data.length).toBeGreaterThanOrEqual(6);
  for (const template of data) expect(template.verified_on).toMatch(/^\d{4}-\d\d-\d\d$/);
  now = new Date(now);
});
