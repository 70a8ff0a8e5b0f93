import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { buildReview } from '../../src/features/reviews/server/testing.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

/** How far reviews are read and which of their buttons are seen and clicked: from what a browser sends to what the screen is told. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SHOP = 'https://shop.example/tea?s={click_id}';

let t: WholeApp;
let offerId = 0;
let guide = { id: 0, item: 0 };

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    offerId = (await buildOffer(deps, { url: SHOP })).id;
    const { id } = await buildGuide(deps, { title: 'Teas compared' });
    guide = { id, item: (await buildItem(deps, id, { title: 'Plain tea', offer_id: offerId })).id };
  });
  t.parts.shipper.start();
});
afterAll(() => t.close());

const SECTIONS = [{ heading: 'In the cup', body: '<p>Brown, with <a href="/out/review/SLUG">a price</a>.</p>' }];
/** A review of its own for each test. */
async function makeReview(slug: string) {
  const sections = SECTIONS.map((one) => ({ ...one, body: one.body.replace('SLUG', slug) }));
  const review = await buildReview(t.deps, { offer_id: offerId, slug, sections });
  await t.parts.snapshot.refresh();
  t.parts.pages.dropAll();
  return review;
}

const visit = (path: string, headers: Record<string, string> = {}) =>
  t.send('GET', path, { headers: { 'user-agent': BROWSER, ...headers } });

/** Opens a page. @returns what its script would know, and its ways out */
async function open(path: string, headers: Record<string, string> = {}) {
  const page = await visit(path, headers);
  expect(page.status).toBe(200);
  const ways = [...page.body.matchAll(/href="(\/out\/[^"]*)"/g)].map((found) => found[1]!.replaceAll('&amp;', '&'));
  return { v: /data-view="([^"]+)"/.exec(page.body)![1]!, body: page.body, ways };
}
const tell = async (body: object, headers: Record<string, string> = {}) =>
  t.send('POST', '/api/beacon', {
    headers: { 'user-agent': BROWSER, 'content-type': 'text/plain', ...headers },
    body: JSON.stringify(body),
  });

async function ask(call: string) {
  // views and what is seen on them are written without waiting: what comes after them is on disk behind them
  await t.parts.recorder.record([]);
  await t.parts.shipper.drain();
  const answer = await t.send('GET', `/api/admin/${call}`, { headers: { authorization: `Bearer ${t.token}` } });
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body);
}
const statsOf = async (id: number) =>
  (await ask('stats/offer-content?days=2')).data.find((row: { id: number }) => row.id === id);

const NOTHING = { read_depth: null, read_half: null, read_to_end: null, cta_seen: null };
const NO_CLICKS = { clicks_verdict: 0, clicks_sticky: 0, clicks_end: 0, clicks_other: 0 };

test('each quarter, each button and each click is in the numbers of its review, and in no other number', async () => {
  const review = await makeReview('told-tea');
  expect(await statsOf(review.id)).toMatchObject({ ...NOTHING, ...NO_CLICKS, views: 0 });
  const before = (await ask('stats/report?metrics=impressions,item_ctr&days=2')).totals.values;
  const path = `/offer-reviews/${review.slug}`;
  const first = await open(path);
  // the marks that the script looks for
  for (const mark of ['place="verdict"', 'place="sticky"', 'place="end"', 'depth="25"', 'depth="100"'])
    expect(first.body).toContain(`data-${mark}`);
  for (const said of [{ places: ['verdict'], depths: [25], first: 1 }, { depths: [50, 75, 100] }, { places: ['end'] }])
    expect((await tell({ v: first.v, ...said })).status).toBe(204);
  // the second reader comes to the half, the third has no script, and clicks all the same
  await tell({ v: (await open(path)).v, depths: [25, 50], places: ['verdict', 'sticky'], first: 1 });
  const third = await open(path);
  for (const way of third.ways) expect((await visit(way)).status).toBe(302);
  expect(await statsOf(review.id)).toMatchObject({
    views: 3,
    clicks: 4,
    impressions: 0,
    read_depth: 6 / 12,
    read_half: 2 / 3,
    read_to_end: 1 / 3,
    cta_seen: 2 / 3,
    clicks_verdict: 1,
    clicks_sticky: 1,
    clicks_end: 1,
    clicks_other: 1,
  });
  const lines = (
    await ask(`stats/report?dimensions=place&metrics=cta_impressions,clicks&days=2&review_id=${review.id}`)
  ).data as { dims: { place: { value: string } }; values: object }[];
  expect(Object.fromEntries(lines.map(({ dims, values }) => [dims.place.value, values]))).toEqual({
    verdict: { cta_impressions: 2, clicks: 1 },
    sticky: { cta_impressions: 1, clicks: 1 },
    end: { cta_impressions: 1, clicks: 1 },
    null: { cta_impressions: 0, clicks: 1 },
  });
  expect((await ask('stats/report?metrics=impressions,item_ctr&days=2')).totals.values).toMatchObject({
    impressions: before.impressions,
  });
});

test('who tells the same again and again counts once', async () => {
  const { id, slug } = await makeReview('loud-tea');
  const { v } = await open(`/offer-reviews/${slug}`);
  for (let n = 0; n < 5; n += 1) await tell({ v, places: ['verdict'], depths: [25, 25, 50], first: 1 });
  await tell({ v, places: ['end'], first: 1 });
  expect(await statsOf(id)).toMatchObject({ views: 1, read_depth: 2 / 4, cta_seen: 1 });
  const { totals } = await ask(`stats/report?metrics=reads,cta_impressions&days=2&review_id=${id}`);
  expect(totals.values).toEqual({ reads: 2, cta_impressions: 2 });
  const shown = (await open(`/listicles/${guide.id}`)).v;
  for (let n = 0; n < 3; n += 1) await tell({ v: shown, items: [guide.item] });
  const products = await ask(`stats/report?metrics=impressions&days=2&item_id=${guide.item}`);
  expect(products.totals.values).toEqual({ impressions: 1 });
});

test.each([
  ['after an opt-out', { cookie: 'gp_ignore=1' }],
  ['of a robot', { 'user-agent': ROBOT }],
])('what is told %s is in no number', async (name, headers) => {
  const { id, slug } = await makeReview(name.replaceAll(' ', '-'));
  const { v, ways } = await open(`/offer-reviews/${slug}`, headers);
  await tell({ v, places: ['verdict'], depths: [25, 50, 75, 100], first: 1 }, headers);
  await visit(ways[0]!, headers);
  expect(await statsOf(id)).toMatchObject({ views: 0, clicks: 0, ...NOTHING, ...NO_CLICKS });
  const { totals } = await ask(`stats/report?metrics=reads,cta_impressions,cta_seen&days=2&review_id=${id}`);
  expect(totals.values).toEqual({ reads: 0, cta_impressions: 0, cta_seen: null });
  const [kept] = await t.deps.eventStore.query(
    `select count(*) filter (where type = 'read')::int as reads, count(*) filter (where is_bot or is_internal)::int as left_out,
            count(*)::int as n from events where review_id = ${id}`,
  );
  expect(kept).toEqual({ reads: 4, left_out: 8, n: 8 });
});

test('Global Privacy Control: it is counted, and names nobody', async () => {
  const { id, slug } = await makeReview('private-tea');
  const headers = { 'sec-gpc': '1' };
  const { v } = await open(`/offer-reviews/${slug}?gclid=AdClick7`, headers);
  await tell({ v, places: ['verdict'], depths: [25], first: 1 }, headers);
  expect(await statsOf(id)).toMatchObject({ read_depth: 1 / 4, cta_seen: 1 });
  const rows = await t.deps.eventStore.query<Record<string, unknown>>(
    `select visitor, visit_id, external_id, params from events where review_id = ${id}`,
  );
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row).toEqual({ visitor: null, visit_id: null, external_id: null, params: null });
});

test('parts of a review mean nothing on a guide, products nothing on a review, and a guide’s token no review', async () => {
  const { id, slug } = await makeReview('wrong-tea');
  const ofGuide = (await open(`/listicles/${guide.id}`)).v;
  const ofReview = (await open(`/offer-reviews/${slug}`)).v;
  const count = async () =>
    (await ask('stats/report?metrics=impressions,reads,cta_impressions&days=2')).totals.values as object;
  const before = await count();
  expect((await tell({ v: ofGuide, places: ['verdict'], depths: [100], first: 1 })).status).toBe(204);
  expect((await tell({ v: ofReview, items: [guide.item, 987_654] })).status).toBe(204);
  expect((await tell({ v: `${ofReview}x`, depths: [100] })).status).toBe(204);
  expect(await count()).toEqual(before);
  expect(await statsOf(id)).toMatchObject({ views: 1, read_depth: 0, cta_seen: 0 });
});

test.each([
  ['a place that there is not', { places: ['top'] }, 'places.0'],
  ['no place', { places: [] }, 'places'],
  ['a place as a number', { places: [1] }, 'places.0'],
  ['a depth that is no quarter', { depths: [33] }, 'depths.0'],
  ['a depth as text', { depths: ['25'] }, 'depths.0'],
  ['more depths than there are', { depths: [25, 25, 25, 25, 25] }, 'depths'],
  ['nothing', {}, 'items'],
  ['a first that is none', { places: ['end'], first: 2 }, 'first'],
  ['a key that nobody knows', { depths: [25], depth: 25 }, 'body'],
])('%s is refused by name', async (_name, said, field) => {
  const answer = await tell({ v: 'a.b', ...said });
  expect([answer.status, Object.keys(JSON.parse(answer.body).errors)]).toEqual([400, [field]]);
});

test('a way out leads to its shop whatever place its address names; only a place of the list is counted', async () => {
  const { id, slug } = await makeReview('typed-tea');
  const { v } = await open(`/offer-reviews/${slug}`);
  const typed = [
    'p=end',
    'p=',
    'p=top',
    'p=END',
    'p=verdict%00',
    'p[]=end',
    'p=__proto__',
    `p=${'x'.repeat(2000)}`,
    'p=%f0%28',
    "p=end'--",
    'p=other&p=end',
  ];
  for (const words of typed) {
    const answer = await visit(`/out/review/${slug}?v=${v}&${words}`);
    expect(answer.status, words).toBe(302);
    expect(answer.headers['location'], words).toMatch(/^https:\/\/shop\.example\/tea\?s=[0-9a-z]{24}$/);
  }
  expect(await statsOf(id)).toMatchObject({
    clicks: typed.length,
    ...NO_CLICKS,
    clicks_end: 1,
    clicks_other: typed.length - 1,
  });
});
