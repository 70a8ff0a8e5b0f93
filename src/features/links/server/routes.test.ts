import { afterAll, beforeAll, expect, test } from 'vitest';
import { writesTold } from '../../../../tests/support/changes.ts';
import { linkRoutes } from '../../../../tests/support/link-routes.ts';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { buildSource } from '../../sources/server/testing.ts';
import { routableLinks } from '../../router/server/routable.ts';
import { LINK_STATES, linkState } from '../shares.ts';
import { destinationNames } from './service.ts';
import { buildDestination, buildLink } from './testing.ts';

const BASE = '/api/admin/tracking-links';
let t: TestApp;
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  const numbers = {
    visits_30d: 40,
    uniques_30d: 36,
    bots_30d: 4,
    last_visit_at: '2026-03-01T10:00:00.000Z',
    clicks_30d: 20,
    ctr_30d: 0.5,
    conversions_30d: 2,
    revenue_30d: '81.50',
    epc_30d: '4.08',
    cost_30d: '20.00',
    roi_30d: 3.075,
    left_out_30d: 0,
  };
  t = await testApp(
    (route, deps) =>
      linkRoutes(route, deps, {
        count: (_db, ids) => Promise.resolve(new Map(ids.map((id) => [id, numbers]))),
        countPages: (_db, type, ids) =>
          Promise.resolve(
            new Map(ids.map((id) => [id, { views_30d: type === 'review' ? 3 : 7, epc_30d: '0.840000' }])),
          ),
      }),
    { clock: () => now },
  );
});
afterAll(() => t.close());

type Body = Record<string, unknown>;
let made = 0;
const create = async (input: Body = {}) => {
  made += 1;
  const reply = await t.call('POST', BASE, { name: `Link ${made}`, ...input });
  expect(reply.body.errors).toBeUndefined();
  expect(reply.status).toBe(201);
  return reply.body.data;
};
/** A row of an earlier feature, as the database sees it. */
const insert = async (table: string, row: Body): Promise<number> => {
  const { id } = await t.deps.db
    .withTables<Record<string, Body & { id: number }>>()
    .insertInto(table)
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id as number;
};
const guide = (title: string, status = 'published') => insert('guides', { title, status });
const offer = (name: string, given: Body = {}) =>
  insert('offers', { name, category_id: 1, url: 'https://o.example', payout_currency: 'USD', ...given });
const change = (table: string, id: number, values: Body) =>
  t.deps.db
    .withTables<Record<string, Body & { id: number }>>()
    .updateTable(table)
    .set(values as never)
    .where('id', '=', id)
    .execute();
const revision = () => writesTold(t.deps.db);
const audits = async (entity: string, id: number) =>
  (
    await t.deps.db
      .withTables<{ audit: { action: string; entity: string; entity_id: string; created_at: string } }>()
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', entity)
      .where('entity_id', '=', String(id))
      .orderBy('created_at')
      .execute()
  ).map((row) => row.action);

const auditedNames = async (ids: number[]) =>
  (
    await t.deps.db
      .withTables<{ audit: { id: string; entity: string; entity_id: string; entity_name: string } }>()
      .selectFrom('audit')
      .select('entity_name')
      .where('entity', '=', 'destination')
      .where('entity_id', 'in', ids.map(String))
      .orderBy('id')
      .execute()
  ).map((row) => row.entity_name);

test('a link needs only a name and makes up the rest', async () => {
  const link = await create({ name: 'Taboola sleep' });
  expect(link).toMatchObject({
    name: 'Taboola sleep',
    status: 'active',
    state: 'active',
    redirect_type: 302,
    forward_params: 'all',
    param_conflict: 'incoming_wins',
    sticky: 'none',
    fallback_url: '/',
    traffic_source_id: null,
    source_name: null,
    utm: {},
    destinations: [],
    visits_30d: 40,
    uniques_30d: 36,
    bots_30d: 4,
    revenue_30d: '81.50',
    cost_30d: '20.00',
    roi_30d: 3.075,
    left_out_30d: 0,
    version: 1,
  });
  expect(link.slug).toMatch(/^[0-9a-hjkmnp-tv-z]{7}$/);
  expect(link.url).toBe(`https://guides.example/go/${link.slug}`);
  expect((await t.call('GET', `${BASE}/${link.id}`)).body.data).toEqual(link);
});

test('what the form changes is stored, put on record, and reaches the router', async () => {
  const source = await insert('sources', { name: 'Taboola' });
  const link = await create();
  const before = await revision();
  const reply = await t.call('PUT', `${BASE}/${link.id}`, {
    version: 1,
    name: 'Renamed',
    slug: 'Spring_Sale',
    traffic_source_id: source,
    redirect_type: 307,
    forward_params: 'listed',
    forward_list: ['gclid', 'sub1'],
    param_conflict: 'link_wins',
    utm: { utm_source: 'taboola', utm_medium: '' },
    sticky: 'day',
    fallback_url: '/listicles/3?from=ad',
    starts_at: '2026-03-01T12:00:00+02:00',
    expires_at: '2026-04-01T00:00:00Z',
    expired_url: 'https://guides.example/ended',
    tags: ['spring'],
    notes: '',
  });
  expect(reply.body.data).toMatchObject({
    name: 'Renamed',
    slug: 'spring_sale',
    source_name: 'Taboola',
    redirect_type: 307,
    forward_list: ['gclid', 'sub1'],
    utm: { utm_source: 'taboola' },
    starts_at: '2026-03-01T10:00:00.000Z',
    notes: null,
    version: 2,
  });
  expect(await audits('link', link.id)).toEqual(['create', 'update']);
  expect(await revision()).toBe(before + 1);
});

test('the list searches name and slug, filters by state and source, sorts and pages', async () => {
  const source = await insert('sources', { name: 'Outbrain' });
  await create({ name: 'Zeta 100% off', slug: 'zz-one', status: 'paused' });
  await create({ name: 'alpha later', slug: 'aa-two', starts_at: '2026-03-01T10:00:01Z', traffic_source_id: source });
  await create({ name: 'Beta over', slug: 'bb-three', expires_at: '2026-03-01T10:00:00Z' });
  const slugs = async (query: string) =>
    (await t.call('GET', `${BASE}?${query}`)).body.data.map((row: { slug: string }) => row.slug);
  expect(await slugs('search=100%25')).toEqual(['zz-one']);
  expect(await slugs('search=A-TWO')).toEqual(['aa-two']);
  expect(await slugs('status=paused&search=zz-')).toEqual(['zz-one']);
  expect(await slugs('status=scheduled&search=aa-')).toEqual(['aa-two']);
  expect(await slugs('status=expired&search=bb-')).toEqual(['bb-three']);
  expect(await slugs('status=active')).not.toContain('bb-three');
  expect(await slugs(`source_id=${source}`)).toEqual(['aa-two']);
  expect((await slugs('sortBy=name&order=asc&itemsPerPage=-1'))[0]).toBe('aa-two');
  expect((await slugs('sortBy=name&sortDesc=true&itemsPerPage=all'))[0]).toBe('zz-one');
  const past = (await t.call('GET', `${BASE}?page=99&limit=2`)).body;
  expect(past).toMatchObject({ data: [], page: 99, limit: 2 });
  expect(past.total).toBeGreaterThan(2);
});

test('the filter by state finds what each link says of itself, at every edge of its schedule', async () => {
  const at = ['2026-03-01T09:59:59.999Z', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.001Z'] as const;
  const spans = [null, ...at].flatMap((starts_at) => [null, ...at].map((expires_at) => ({ starts_at, expires_at })));
  const all = (['active', 'paused', 'archived'] as const).flatMap((status) =>
    spans.map((span) => ({ status, ...span })),
  );
  // written past the form, which wants an end after the start
  const ids = new Map<number, (typeof all)[number]>();
  for (const given of all) {
    const { id } = await buildLink(t.deps, { slug: `at-the-edge-${ids.size}` });
    await change('links', id, given);
    ids.set(id, given);
  }
  for (const state of LINK_STATES) {
    const { body } = await t.call('GET', `${BASE}?status=${state}&search=at-the-edge&itemsPerPage=all`);
    const found: number[] = body.data.map(({ id }: { id: number }) => id).filter((id: number) => ids.has(id));
    const meant = [...ids].filter(([, link]) => linkState(link, now) === state).map(([id]) => id);
    expect(found.toSorted((a, b) => a - b)).toEqual(meant);
    expect(meant).not.toEqual([]);
  }
});

test('a slug that is taken is refused with three that are free', async () => {
  await create({ slug: 'sleep' });
  await create({ slug: 'sleep-2' });
  const clash = await t.call('POST', BASE, { name: 'n', slug: 'SLEEP' });
  expect(clash.status).toBe(409);
  expect(clash.body).toMatchObject({
    error: 'slug_taken',
    details: { suggestions: ['sleep-3', 'sleep-4', 'sleep-5'] },
  });
  expect(clash.body.errors.slug[0]).toContain('sleep-3');
  const other = await create({ slug: 'awake' });
  expect((await t.call('PUT', `${BASE}/${other.id}`, { slug: 'sleep' })).body.error).toBe('slug_taken');
  expect((await t.call('PUT', `${BASE}/${other.id}`, { slug: 'awake' })).status).toBe(200);
  for (const slug of clash.body.details.suggestions) await create({ slug });
});

test('a deleted link keeps its slug for 90 days, and comes back while it is free', async () => {
  const link = await create({ slug: 'old-ad' });
  expect((await t.call('DELETE', `${BASE}/${link.id}`)).body.message).toBe('Tracking link deleted.');
  expect((await t.call('GET', `${BASE}/${link.id}`)).status).toBe(404);
  expect((await t.call('POST', BASE, { name: 'n', slug: 'old-ad' })).status).toBe(409);
  const back = await t.call('POST', `${BASE}/${link.id}/restore`);
  expect(back.body.data).toMatchObject({ slug: 'old-ad', state: 'active' });
  await t.call('DELETE', `${BASE}/${link.id}`);
  const today = now;
  now = new Date(today.getTime() + 91 * 86_400_000);
  const second = await create({ slug: 'old-ad' });
  expect((await t.call('POST', `${BASE}/${link.id}/restore`)).body.error).toBe('slug_taken');
  await t.call('DELETE', `${BASE}/${second.id}`);
  expect((await t.call('POST', `${BASE}/${link.id}/restore`)).status).toBe(200);
  now = today;
  expect(await audits('link', link.id)).toEqual(['create', 'delete', 'restore', 'delete', 'restore']);
});

test('an edit of a version that is gone shows both versions and changes nothing', async () => {
  const link = await create();
  await t.call('PUT', `${BASE}/${link.id}`, { version: 1, notes: 'theirs' });
  const reply = await t.call('PUT', `${BASE}/${link.id}`, { version: 1, notes: 'mine' });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({
    error: 'version_conflict',
    details: { current: { notes: 'theirs' }, yours: { notes: 'mine' } },
  });
  expect((await t.call('PUT', `${BASE}/${link.id}`, { notes: 'the last one wins' })).status).toBe(200);
});

test.each([
  ['no name', {}, 'name'],
  ['a name that is too long', { name: 'x'.repeat(121) }, 'name'],
  ['a key that is not known', { name: 'n', clicks: 7 }, 'clicks'],
  ['a slug with a blank', { name: 'n', slug: 'a b' }, 'slug'],
  ['a slug of one letter', { name: 'n', slug: 'a' }, 'slug'],
  ['a reserved slug', { name: 'n', slug: 'Admin' }, 'slug'],
  ['a permanent redirect', { name: 'n', redirect_type: 301 }, 'redirect_type'],
  ['a derived state as status', { name: 'n', status: 'expired' }, 'status'],
  ['a source that does not exist', { name: 'n', traffic_source_id: 999_999 }, 'traffic_source_id'],
  ['a fallback on another host', { name: 'n', fallback_url: '//evil.example' }, 'fallback_url'],
  ['a fallback with a backslash', { name: 'n', fallback_url: '/\\evil.example' }, 'fallback_url'],
  ['no fallback', { name: 'n', fallback_url: '' }, 'fallback_url'],
  ['a script as fallback', { name: 'n', fallback_url: 'javascript:alert(1)' }, 'fallback_url'],
  ['a line break in the end address', { name: 'n', expired_url: '/a\r\nX: 1' }, 'expired_url'],
  ['an unknown utm', { name: 'n', utm: { utm_colour: 'red' } }, 'utm.utm_colour'],
  ['a date without a zone', { name: 'n', starts_at: '2026-03-01T10:00' }, 'starts_at'],
  [
    'an end before its start',
    { name: 'n', starts_at: '2026-03-02T00:00:00Z', expires_at: '2026-03-01T00:00:00Z' },
    'expires_at',
  ],
  ['a parameter that is none', { name: 'n', forward_list: ['a b'] }, 'forward_list.0'],
])('a link with %s is refused and names the field', async (_name, body, field) => {
  const before = (await t.call('GET', BASE)).body.total;
  const reply = await t.call('POST', BASE, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', BASE)).body.total).toBe(before);
});

test('the refusal of a 301 says why', async () => {
  const reply = await t.call('POST', BASE, { name: 'n', redirect_type: 301 });
  expect(reply.body.errors.redirect_type[0]).toMatch(/not be counted/);
});

test('an end before the start that is stored is refused as well', async () => {
  const link = await create({ starts_at: '2026-03-02T00:00:00Z' });
  const reply = await t.call('PUT', `${BASE}/${link.id}`, { expires_at: '2026-03-02T00:00:00Z' });
  expect(Object.keys(reply.body.errors)).toEqual(['expires_at']);
});

const add = (link: number, body: Body) => t.call('POST', `${BASE}/${link}/destinations`, body);
const facts = (body: { data: Body[] }) => body.data.map((one) => [one['share_now'], one['state']]);

test('every destination call answers the whole list with its shares and states', async () => {
  const link = (await create()).id;
  const [live, draft] = [await guide('Live guide'), await guide('Draft guide', 'draft')];
  const tea = await offer('Calm Tea');
  const before = await revision();
  await add(link, { type: 'listicle', target_id: live, weight: 1 });
  await add(link, { type: 'offer', target_id: tea, weight: 2 });
  await add(link, { type: 'listicle', target_id: draft, weight: 500, name: 'Soon' });
  const last = await add(link, { type: 'url', url: 'https://a.example/?c={click_id}', weight: 0 });
  expect(last.status).toBe(201);
  expect(facts(last.body)).toEqual([
    [33.3, 'live'],
    [66.7, 'live'],
    [0, 'target_unpublished'],
    [0, 'no_weight'],
  ]);
  expect(last.body.data).toMatchObject([
    { type: 'listicle', target_id: live, url: null, target_name: 'Live guide' },
    { type: 'offer', target_id: tea, target_name: 'Calm Tea' },
    { name: 'Soon', target_name: 'Draft guide' },
    { target_id: null, url: 'https://a.example/?c={click_id}', target_name: 'https://a.example/?c={click_id}' },
  ]);
  expect(await revision()).toBe(before + 4);

  const [first, second, , fourth] = last.body.data as { id: number }[];
  const paused = await t.call('PUT', `${BASE}/destinations/${first!.id}`, { status: 'paused', version: 1 });
  expect(facts(paused.body)[0]).toEqual([0, 'paused']);
  expect(facts(paused.body)[1]).toEqual([100, 'live']);
  const weighed = await t.call('PUT', `${BASE}/${link}/destinations/weights`, {
    weights: { [second!.id]: 30, [fourth!.id]: 10 },
  });
  expect(facts(weighed.body).map(([share]) => share)).toEqual([0, 75, 0, 25]);
  const removed = await t.call('DELETE', `${BASE}/${link}/destinations/${second!.id}`);
  expect(facts(removed.body).map(([share]) => share)).toEqual([0, 0, 100]);
  expect((await t.call('GET', `${BASE}/${link}/destinations`)).body.data).toEqual(removed.body.data);
  expect(await audits('destination', second!.id)).toEqual(['create', 'update', 'delete']);

  const inOrder = (await create({ rotation: 'priority' })).id;
  for (const priority of [1, 5])
    await add(inOrder, { type: 'url', url: `https://a.example/${priority}`, weight: 1, priority });
  expect(facts((await t.call('GET', `${BASE}/${inOrder}/destinations`)).body)).toEqual([
    [100, 'live'],
    [0, 'live'],
  ]);

  const short = (await t.call('GET', `${BASE}/${link}`)).body.data.destinations;
  expect(short[0]).toEqual({
    id: first!.id,
    name: 'Live guide',
    type: 'listicle',
    target_id: expect.any(Number),
    url: null,
    weight: 1,
    share_now: 0,
    state: 'paused',
  });
  expect(short[1].name).toBe('Soon');
});

test('a target that ends stops getting visits at once', async () => {
  const link = (await create()).id;
  const tea = await offer('Ending Tea');
  const review = await insert('reviews', {
    offer_id: tea,
    slug: 'ending-tea',
    title: 'Ending Tea',
    status: 'published',
  });
  await add(link, { type: 'offer', target_id: tea });
  await add(link, { type: 'review', target_id: review });
  await change('offers', tea, { ends_at: now.toISOString() });
  await change('reviews', review, { status: 'archived' });
  const { body } = await t.call('GET', `${BASE}/${link}/destinations`);
  expect(facts(body)).toEqual([
    [0, 'offer_over'],
    [0, 'target_unpublished'],
  ]);
});

test('reports and the audit log name a destination by its own name, else by its target', async () => {
  const link = (await create()).id;
  await add(link, { type: 'listicle', target_id: await guide('Sleep well') });
  await add(link, { type: 'url', url: 'https://a.example/', name: 'Partner' });
  expect([...(await destinationNames(t.deps, link)).values()]).toEqual(['Sleep well', 'Partner']);
  expect(await auditedNames([...(await destinationNames(t.deps, link)).keys()])).toEqual(['Sleep well', 'Partner']);
});

test('the same target stands once in a link, and may stand in another', async () => {
  const [one, two] = [(await create()).id, (await create()).id];
  const target = await guide('Twice');
  const body = { type: 'listicle', target_id: target };
  expect((await add(one, body)).status).toBe(201);
  const clash = await add(one, body);
  expect(clash.status).toBe(409);
  expect(Object.keys(clash.body.errors)).toEqual(['target_id']);
  expect((await add(two, body)).status).toBe(201);
  await add(one, { type: 'url', url: 'https://a.example/' });
  const { data } = (await add(one, { type: 'url', url: 'https://b.example/' })).body;
  const moved = await t.call('PUT', `${BASE}/destinations/${data[2].id}`, { url: 'https://a.example/' });
  expect(moved.status).toBe(409);
  expect(Object.keys(moved.body.errors)).toEqual(['url']);
});

test.each([
  ['no target', { type: 'listicle' }, 'target_id'],
  ['two targets', { type: 'offer', target_id: 1, url: 'https://a.example' }, 'url'],
  ['an id for an address', { type: 'url', url: 'https://a.example', target_id: 1 }, 'target_id'],
  ['a guide that does not exist', { type: 'listicle', target_id: 999_999 }, 'target_id'],
  ['a type that does not exist', { type: 'page', target_id: 1 }, 'type'],
  ['a macro in the host', { type: 'url', url: 'https://{sub1}.example/' }, 'url'],
  ['a script as address', { type: 'url', url: 'javascript:alert(1)' }, 'url'],
  ['half a weight', { type: 'url', url: 'https://a.example', weight: 0.5 }, 'weight'],
  ['too much weight', { type: 'url', url: 'https://a.example', weight: 1001 }, 'weight'],
  ['less than no weight', { type: 'url', url: 'https://a.example', weight: -1 }, 'weight'],
])('a destination with %s is refused and names the field', async (_name, body, field) => {
  const link = (await create()).id;
  const reply = await add(link, body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
  expect((await t.call('GET', `${BASE}/${link}/destinations`)).body.data).toEqual([]);
});

test("a deleted guide cannot be named, and a guide's type cannot become an address", async () => {
  const link = (await create()).id;
  const [gone, kept] = [await guide('Gone'), await guide('Kept')];
  await change('guides', gone, { deleted_at: now.toISOString() });
  expect((await add(link, { type: 'listicle', target_id: gone })).status).toBe(400);
  const { data } = (await add(link, { type: 'listicle', target_id: kept })).body;
  const reply = await t.call('PUT', `${BASE}/destinations/${data[0].id}`, { url: 'https://a.example' });
  expect(Object.keys(reply.body.errors)).toEqual(['url']);
});

test('destinations of other links, and links that are not there, are out of reach', async () => {
  const [mine, other] = [await create(), await create()];
  const theirs = await buildDestination(t.deps, other.id);
  expect((await t.call('DELETE', `${BASE}/${mine.id}/destinations/${theirs.id}`)).status).toBe(404);
  const weights = await t.call('PUT', `${BASE}/${mine.id}/destinations/weights`, { weights: { [theirs.id]: 5 } });
  expect(Object.keys(weights.body.errors)).toEqual([`weights.${theirs.id}`]);
  await t.call('DELETE', `${BASE}/${other.id}`);
  expect((await t.call('PUT', `${BASE}/destinations/${theirs.id}`, { weight: 5 })).status).toBe(404);
  expect((await t.call('GET', `${BASE}/${other.id}/destinations`)).status).toBe(404);
  expect((await add(other.id, { type: 'url', url: 'https://a.example' })).status).toBe(404);
});

test('an edit of an old version of a destination is refused', async () => {
  const link = await create();
  const one = await buildDestination(t.deps, link.id, { weight: 7 });
  await t.call('PUT', `${BASE}/destinations/${one.id}`, { weight: 8, version: 1 });
  const reply = await t.call('PUT', `${BASE}/destinations/${one.id}`, { weight: 9, version: 1 });
  expect(reply.status).toBe(409);
  expect(reply.body.details).toMatchObject({ current: { weight: 8 }, yours: { weight: 9 } });
});

test('letters outside of ASCII are stored as a redirect can carry them, and the longest address has room', async () => {
  const link = await create({ fallback_url: 'https://münchen.example/ü' });
  expect(link.fallback_url).toBe('https://xn--mnchen-3ya.example/%C3%BC');
  expect(
    (await t.call('PUT', `${BASE}/${link.id}`, { fallback_url: `https://a.example/${'漢'.repeat(2000)}` })).status,
  ).toBe(400);
  const url = `https://a.example/?q=${'漢'.repeat(2000)}`;
  const { body, status } = await add(link.id, { type: 'url', url });
  expect(status).toBe(201);
  expect(body.data[0].url).toBe(url);
});

test('a picker is told the first links as the list has them, by their names alone', async () => {
  const slugs = ['pick-b', 'pick-a', 'pick-c'];
  for (const [at, slug] of slugs.entries()) await create({ name: `Picked ${at === 2 ? 'A' : 'b'}`, slug });
  const gone = await create({ name: 'Picked and gone', slug: 'pick-gone' });
  await t.call('DELETE', `${BASE}/${gone.id}`);
  const names = (rows: Body[]) => rows.map(({ id, name, slug }) => ({ id, name, slug }));
  for (const search of ['&search=PICK-', '&search=picked%20b', '&search=no%20such', '']) {
    const list = (await t.call('GET', `${BASE}?limit=25&sortBy=name&order=asc${search}`)).body.data;
    const picked = (await t.call('GET', `${BASE}/util/names?${search.slice(1)}`)).body;
    expect(picked).toEqual({ data: names(list) });
  }
  expect((await t.call('GET', `${BASE}/util/names?search=pick-`)).body.data.map((one: Body) => one['slug'])).toEqual([
    'pick-c',
    'pick-b',
    'pick-a',
  ]);
  expect((await t.call('GET', `${BASE}/util/names?page=2`)).status).toBe(400);
});

test('only guides that readers may see are offered', async () => {
  await guide('Offered zinc', 'featured');
  await guide('Hidden zinc', 'draft');
  await guide('Offered iron');
  const { data } = (await t.call('GET', `${BASE}/util/available-listicles?search=ZINC`)).body;
  expect(data).toEqual([
    {
      id: expect.any(Number),
      type: 'listicle',
      title: 'Offered zinc',
      status: 'featured',
      slug: 'offered-zinc',
      views_30d: 7,
      epc_30d: '0.840000',
    },
  ]);
  const all = (await t.call('GET', `${BASE}/util/available-listicles`)).body.data as { title: string }[];
  expect(all.map((one) => one.title)).toContain('Offered iron');
  expect(all.map((one) => one.title)).not.toContain('Hidden zinc');
});

test('reviews that readers may see are offered beside guides where they are asked for', async () => {
  const offerId = await offer('Copper cup');
  const review = (title: string, status: string) =>
    insert('reviews', { title, status, offer_id: offerId, slug: title.toLowerCase().replaceAll(' ', '-') });
  await guide('Guide of copper');
  const id = await review('Review of copper', 'published');
  await review('Secret copper', 'draft');
  await review('Review of tin', 'published');
  const ask = async (query: string) => (await t.call('GET', `${BASE}/util/available-listicles?${query}`)).body;
  expect((await ask('search=copper')).data).toHaveLength(1);
  expect((await ask('search=COPPER&include_reviews=1')).data).toMatchObject([
    { type: 'listicle', title: 'Guide of copper', views_30d: 7 },
    { id, type: 'review', title: 'Review of copper', slug: 'review-of-copper', status: 'published', views_30d: 3 },
  ]);
  expect((await ask('include_reviews=perhaps')).errors).toHaveProperty('include_reviews');
});

test('the cost of a link is kept, is on record, and needs what makes it a sum', async () => {
  const source = await buildSource(t.deps, { cost_currency: 'EUR' });
  const made = await t.call('POST', BASE, {
    name: 'Paid',
    cost_model: 'cpc',
    cost_value: '0.25',
    traffic_source_id: source.id,
  });
  expect(made.body.data).toMatchObject({ cost_model: 'cpc', cost_value: '0.25' });
  const { id } = made.body.data;
  const change = (body: object) => t.call('PUT', `${BASE}/${id}`, body);
  expect((await change({ cost_model: 'cpa' })).body.data).toMatchObject({ cost_model: 'cpa', cost_value: '0.25' });
  expect((await change({ notes: 'x' })).body.data).toMatchObject({ cost_model: 'cpa', cost_value: '0.25' });
  expect((await change({ traffic_source_id: null })).body.errors).toHaveProperty('cost_model');
  expect((await change({ cost_value: null })).body.errors).toHaveProperty('cost_value');
  expect((await change({ cost_value: '-1' })).body.errors).toHaveProperty('cost_value');
  expect((await change({ cost_model: 'cpm' })).body.errors).toHaveProperty('cost_model');
  expect((await change({ cost_model: 'source' })).body.data).toMatchObject({ cost_model: 'source', cost_value: null });
  expect((await t.call('POST', BASE, { name: 'No source', cost_model: 'none' })).body.errors).toHaveProperty(
    'cost_model',
  );
});

test('the router sees every link that is not deleted, with what it needs and no more', async () => {
  const link = await buildLink(t.deps, { slug: 'routed', utm: { utm_source: 's' } });
  const target = await buildDestination(t.deps, link.id, { weight: 3 });
  const gone = await buildLink(t.deps);
  await t.call('DELETE', `${BASE}/${gone.id}`);
  const all = await routableLinks(t.deps.db);
  expect(all.map((one) => one.id)).not.toContain(gone.id);
  expect(all.find((one) => one.id === link.id)).toEqual({
    id: link.id,
    name: link.name,
    kept_source: null,
    slug: 'routed',
    status: 'active',
    traffic_source_id: null,
    redirect_type: 302,
    forward_params: 'all',
    forward_list: [],
    param_conflict: 'incoming_wins',
    utm: { utm_source: 's' },
    sticky: 'none',
    rotation: 'weighted',
    click_limit: null,
    rules: [],
    fallback_url: '/',
    starts_at: null,
    expires_at: null,
    expired_url: null,
    cost_model: 'source',
    cost_micros: null,
    destinations: [
      {
        id: target.id,
        type: 'url',
        guide_id: null,
        review_id: null,
        offer_id: null,
        url: target.url,
        weight: 3,
        status: 'active',
        priority: 0,
        rule_id: null,
        cap_daily_clicks: 0,
        cap_daily_conversions: 0,
        starts_at: null,
        ends_at: null,
      },
    ],
  });
});

test.each([
  ['an unknown key', 'colour=red', 'colour'],
  ['a sort column that is not offered', 'sortBy=notes', 'sortBy'],
  ['a state that does not exist', 'status=gone', 'status'],
  ['a source that is no id', 'source_id=x', 'source_id'],
])('a list query with %s is refused', async (_name, query, field) => {
  const reply = await t.call('GET', `${BASE}?${query}`);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.errors)).toContain(field);
});
