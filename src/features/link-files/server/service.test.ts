import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkRoutes } from '../../../../tests/support/link-routes.ts';
import { sql } from 'kysely';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { readCsv } from '../../../platform/csv.ts';
import { MAX_FOUND } from '../../../platform/list-bounds.ts';
import { buildOffer } from '../../offers/server/testing.ts';
import { buildSource } from '../../sources/server/testing.ts';
import type { Link } from '../../links/contract.ts';
import { buildDestination, buildLink } from '../../links/server/testing.ts';

const BASE = '/api/admin/tracking-links';
let t: TestApp;

beforeAll(async () => {
  t = await testApp((route, deps) => linkRoutes(route, deps));
});
beforeEach(async () => {
  await sql`delete from links`.execute(t.deps.db);
});
afterAll(() => t.close());

const put = (csv: string, isDry = false) => t.call('POST', `${BASE}/import`, { csv, dry_run: isDry });
const all = async (): Promise<Link[]> => (await t.call('GET', `${BASE}?limit=all&sortBy=name&order=asc`)).body.data;
const exported = async (query = ''): Promise<string> => (await t.call('GET', `${BASE}?format=csv${query}`)).body;
const cellsOf = (csv: string) => {
  const read = readCsv(csv, 5000);
  if ('problem' in read) throw new Error(read.problem);
  return read.records.map(({ cells }) => cells);
};

test('a file makes links with their source, utm and destinations', async () => {
  const offer = await buildOffer(t.deps);
  const source = await buildSource(t.deps, { name: 'Größter Café' });
  const csv = [
    'Name,Slug,Traffic_Source,utm_campaign,tags,destinations',
    `Spring,spring-tea,GROSSTER cafe,\u202espr\u200bing,"a, b",60 offer:${offer.id} | 40 url:https://shop.example/?c={click_id}`,
    'Summer,,,,,',
  ].join('\n');
  const reply = await put(csv);
  expect([reply.status, reply.body.message]).toEqual([200, '2 tracking links imported.']);
  expect(reply.body.data).toMatchObject({ good: 2, bad: 0, created: 2 });
  const [spring, summer] = await all();
  expect(spring).toMatchObject({
    name: 'Spring',
    slug: 'spring-tea',
    traffic_source_id: source.id,
    utm: { utm_campaign: 'spring' },
    tags: ['a', 'b'],
    destinations: [
      { type: 'offer', weight: 60, share_now: 60 },
      { type: 'url', weight: 40, share_now: 40 },
    ],
  });
  expect(summer!.slug).toMatch(/^[a-z0-9]{7}$/);
  expect(reply.body.data.rows[1].slug).toBe(summer!.slug);
});

test('a dry run says the same and writes nothing', async () => {
  const reply = await put('name,slug\nSpring,spring-tea\nSummer,\n', true);
  expect(reply.body.message).toBe('2 tracking links can be imported. Nothing was written.');
  expect(reply.body.data).toEqual({
    rows: [
      { row: 1, name: 'Spring', slug: 'spring-tea', errors: {} },
      { row: 2, name: 'Summer', slug: '', errors: {} },
    ],
    good: 2,
    bad: 0,
    created: 0,
  });
  expect(await all()).toEqual([]);
});

test('one bad row, and nothing is written; each row says what is wrong with which column', async () => {
  await buildLink(t.deps, { name: 'There', slug: 'taken' });
  const rows: [line: string, column: string, reason: RegExp][] = [
    [',a1,,', 'name', /required/],
    ['B,taken,,', 'slug', /already in use; free are/],
    ['C,admin,,', 'slug', /reserved/],
    ['D,x y,,', 'slug', /letters/],
    ['E,e1,nobody,', 'traffic_source', /no traffic source/],
    ['F,f1,,60 guide:3', 'destinations', /is not like/],
    ['G,g1,,60 offer:999999', 'destinations', /does not exist/],
    ['H,h1,,url:ftp://x.example/', 'destinations', /./],
    ['I,i1,,5000 url:https://x.example/', 'destinations', /./],
    ['J,twice,,', '', /./],
    ['K,twice,,', 'slug', /already in use/],
  ];
  const { body } = await put(['name,slug,traffic_source,destinations', ...rows.map(([line]) => line)].join('\n'));
  expect(body.message).toBe('10 of 11 rows cannot be imported. Nothing was written.');
  for (const [index, [, column, reason]] of rows.entries()) {
    const { errors } = body.data.rows[index];
    expect(Object.keys(errors)).toEqual(column ? [column] : []);
    if (column) expect(errors[column][0]).toMatch(reason);
  }
  expect((await all()).map((link) => link.name)).toEqual(['There']);
});

test.each([
  ['a column that is not known', 'name,colour\na,b\n', /not known here: colour/],
  ['no column of names', 'slug\na\n', /needs a column "name"/],
  ['a head alone', 'name,slug\n', /rows below/],
  ['too many rows', `name\n${'a\n'.repeat(1001)}`, /more than 1000 rows/],
  ['a broken quote', 'name\n"a\n', /[Qq]uote/],
])('%s is refused as a whole', async (_name, csv, reason) => {
  const reply = await put(csv);
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['csv']]);
  expect(reply.body.errors.csv[0]).toMatch(reason);
});

test('an export has what the list shows, on all pages and with its filters, and is read again as it was', async () => {
  const offer = await buildOffer(t.deps);
  const link = await buildLink(t.deps, {
    name: '=HYPERLINK("https://evil.example")',
    slug: 'nasty',
    tags: ['-1', '@x'],
    notes: 'two\nlines; "quoted", and commas',
    utm: { utm_source: '+news' },
    status: 'paused',
  });
  await buildDestination(t.deps, link.id, { type: 'offer', target_id: offer.id, weight: 60 });
  await buildDestination(t.deps, link.id, { url: 'https://shop.example/?a={click_id}', weight: 40 });
  for (let i = 0; i < 12; i += 1) await buildLink(t.deps, { name: `Other ${String(i).padStart(2, '0')}` });

  expect(cellsOf(await exported('&page=2'))).toHaveLength(13);
  expect((await t.call('GET', `${BASE}?format=csv&limit=5`)).body.errors).toHaveProperty('limit');
  const csv = await exported('&status=paused');
  const [cells, ...others] = cellsOf(csv);
  expect(others).toEqual([]);
  expect(cells).toMatchObject({ slug: 'nasty', state: 'paused', short_url: link.url, visits_30d: '0' });

  const before = (await all()).find((one) => one.slug === 'nasty')!;
  await sql`delete from links`.execute(t.deps.db);
  expect((await put(csv)).body.data).toMatchObject({ created: 1 });
  const [after] = await all();
  const plain = ({ id: _id, created_at: _c, updated_at: _u, version: _v, destinations, ...rest }: Link) => ({
    ...rest,
    destinations: destinations.map(({ id: _d, ...one }) => one),
  });
  expect(plain(after!)).toEqual(plain(before));
});

test('an export holds more links than a list counts, each once and in the order of the list', async () => {
  const links = MAX_FOUND + 7;
  await sql`insert into links (name, slug) select 'Many ' || n % 10, 'many-' || n from generate_series(1, ${links}::int) n`.execute(
    t.deps.db,
  );
  const slugs = (await exported('&search=many&sortBy=created_at&order=asc')).match(/\bmany-\d+(?=,)/g)!;
  expect(new Set(slugs).size).toBe(links);
  const { rows } = await sql<{ slug: string }>`select slug from links order by created_at, id`.execute(t.deps.db);
  expect([...new Set(slugs)]).toEqual(rows.map(({ slug }) => slug));
});

test('a file says in words what is not as it is by default, and which destinations are those of a rule', async () => {
  const link = await buildLink(t.deps, { name: 'Ruled', slug: 'ruled' });
  const rule = await t.call('POST', `${BASE}/${link.id}/rules`, {
    name: 'Phones',
    conditions: [{ type: 'device', values: ['mobile'] }],
  });
  const id = (rule.body.data as { id: number }[])[0]!.id;
  await buildDestination(t.deps, link.id, { url: 'https://all.example/', weight: 10, caps: { daily_conversions: 5 } });
  await buildDestination(t.deps, link.id, { url: 'https://phones.example/', name: 'Small screens', rule_id: id });
  const [cells] = cellsOf(await exported());
  expect(cells!['destinations']).toBe(
    '10 daily_conversions=5 url:https://all.example/ | 100 name="Small screens" rule=1 url:https://phones.example/',
  );
  expect(JSON.parse(cells!['rules']!)).toMatchObject([{ name: 'Phones', conditions: [{ type: 'device' }] }]);
});

test('an export is a file that no spreadsheet runs', async () => {
  for (const start of ['=', '+', '-', '@', '＝', "'="]) {
    await buildLink(t.deps, { name: `${start}cmd|calc`, notes: `${start}1` });
  }
  const reply = await t.call('GET', `${BASE}?format=csv`);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename="tracking-links-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"$/,
  );
  // an amount below nothing is a number, not a formula
  expect(String(reply.body)).not.toMatch(/(^|,|\n)"?(?!-\d+(\.\d+)?[,\n])[=+\-@\t＝＋－＠]/);
});

test('another format is refused, and so is a guest', async () => {
  expect((await t.call('GET', `${BASE}?format=xls`)).status).toBe(400);
  expect((await t.guest('GET', `${BASE}?format=csv`)).status).toBe(401);
  expect((await t.guest('POST', `${BASE}/import`, { csv: 'name\na' })).status).toBe(401);
});
