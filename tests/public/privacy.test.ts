import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGuide, buildItem } from '../../src/features/guides/server/testing.ts';
import { buildDestination, buildLink } from '../../src/features/links/server/testing.ts';
import { buildOffer } from '../../src/features/offers/server/testing.ts';
import { buildReview } from '../../src/features/reviews/server/testing.ts';
import { wholeApp, type WholeApp } from '../support/whole-app.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let t: WholeApp;
const made = { guide: 0, item: 0, review: '', link: '' };

beforeAll(async () => {
  t = await wholeApp(async (deps) => {
    const offer = await buildOffer(deps);
    const guide = await buildGuide(deps, { title: 'Teas compared' });
    const item = await buildItem(deps, guide.id, { title: 'Plain tea', offer_id: offer.id });
    const review = await buildReview(deps, { offer_id: offer.id });
    const link = await buildLink(deps, { slug: 'teas' });
    await buildDestination(deps, link.id, { type: 'listicle', target_id: guide.id });
    Object.assign(made, { guide: guide.id, item: item.id, review: review.slug, link: link.slug });
  });
  t.parts.shipper.start();
});
afterAll(() => t.close());

/** One reader does all that is counted, as a browser would, from the ad to the shop. @returns the events that this left, oldest first */
async function readAll(headers: Record<string, string>) {
  await t.parts.shipper.drain();
  const before = await countAll();
  const ask = async (path: string, sent: { method?: string; body?: string } = {}) =>
    t.send(sent.method ?? 'GET', path, {
      headers: { 'user-agent': BROWSER, ...(sent.body && { 'content-type': 'text/plain' }), ...headers },
      ...(sent.body && { body: sent.body }),
    });
  const arrived = await ask(`/go/${made.link}?gclid=AdClick1&utm_source=ads`);
  expect(arrived.status).toBe(302);
  const landing = new URL(String(arrived.headers['location']), t.url);
  const page = await ask(landing.pathname + landing.search);
  expect(page.status).toBe(200);
  const token = /data-view="([^"]+)"/.exec(page.body)![1]!;
  const beacon = JSON.stringify({ v: token, items: [made.item] });
  expect((await ask('/api/beacon', { method: 'POST', body: beacon })).status).toBe(204);
  expect((await ask(`/offer-reviews/${made.review}?v=${token}`)).status).toBe(200);
  const out = await ask(`/out/${made.item}?v=${token}`);
  expect(out.status).toBe(302);
  await t.parts.shipper.drain();
  const events = await t.deps.eventStore.query<Record<string, unknown>>(
    'select type, is_internal, is_bot, visitor, utm_source from events order by ts',
  );
  const clicks = await t.query('select ad_ids, external_id from clicks order by click_id');
  const visits = await t.query('select ad_ids, external_id from visits order by visit_id');
  return {
    events: events.slice(before.events),
    stored: [clicks.at(-1)!, visits.at(-1)!],
    answers: [arrived, page, out],
  };
}

const countAll = async () => {
  const [row] = await t.deps.eventStore.query<{ n: number }>('select count(*)::int as n from events');
  return { events: Number(row!.n) };
};

const kindsOf = (events: Record<string, unknown>[]) =>
  events.map((event) => String(event['type'])).toSorted((a, b) => a.localeCompare(b));
const KINDS = ['click', 'impression', 'view', 'view', 'visit'];

test('a reader who asks for nothing is counted with a code of the day, where readers are told apart, and the number of the ad click', async () => {
  const { events, stored } = await readAll({});
  expect(kindsOf(events)).toEqual(KINDS);
  expect(events.filter((event) => event['is_internal'] !== false)).toEqual([]);
  const coded = events.filter((event) => event['visitor'] !== null);
  expect(kindsOf(coded)).toEqual(['view', 'view', 'visit']);
  for (const row of stored) expect(row['ad_ids']).toEqual({ gclid: 'AdClick1' });
});

test('Global Privacy Control: no visitor code and no number of the ad click, in any kind of event', async () => {
  const { events, stored, answers } = await readAll({ 'sec-gpc': '1' });
  expect(kindsOf(events)).toEqual(KINDS);
  expect(events.filter((event) => event['visitor'] !== null)).toEqual([]);
  for (const row of stored) expect([row['ad_ids'] ?? {}, row['external_id']]).toEqual([{}, null]);
  // the way out still pays whoever earned it
  expect(answers[2]!.headers['location']).toMatch(/[?&]\w+=[0-9a-z]{20,}/);
});

test('after an opt-out no event of any kind is counted, and none has a visitor code', async () => {
  const { events, stored } = await readAll({ cookie: 'gp_ignore=1' });
  expect(kindsOf(events)).toEqual(KINDS);
  expect(events.filter((event) => event['is_internal'] !== true || event['visitor'] !== null)).toEqual([]);
  for (const row of stored) expect([row['ad_ids'] ?? {}, row['external_id']]).toEqual([{}, null]);
});

test('the reports hold the readers who did not opt out', async () => {
  const views = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${t.token}` };
    const { body } = await t.send('GET', '/api/admin/listicles?search=Teas%20compared', { headers });
    return (JSON.parse(body) as { data: { views_30d: number }[] }).data[0]!.views_30d;
  };
  const before = await views();
  const readers: Record<string, string>[] = [{}, { 'sec-gpc': '1' }, { cookie: 'gp_ignore=1' }];
  for (const headers of readers) await readAll(headers);
  expect(await views()).toBe(before + 2);
});

test('an ad click’s number that an earlier page knew is not stored once the reader has opted out', async () => {
  const headers = { 'user-agent': BROWSER };
  const page = await t.send('GET', `/listicles/${made.guide}?gclid=AdClick9`, { headers });
  const token = /data-view="([^"]+)"/.exec(page.body)![1]!;
  await t.send('GET', `/out/${made.item}?v=${token}`, { headers: { ...headers, cookie: 'gp_ignore=1' } });
  await t.parts.shipper.drain();
  expect(await t.query(`select 1 from clicks where ad_ids::text like '%AdClick9%'`)).toEqual([]);
});

const press = (choice: string, headers: Record<string, string> = {}) =>
  t.send('POST', '/privacy', { headers: { ...FORM, ...headers }, body: new URLSearchParams({ choice }).toString() });

test('the switch of the privacy page sets the cookie, says so, and takes it back', async () => {
  const out = await press('out');
  expect([out.status, out.headers['location'], out.headers['cache-control']]).toEqual([
    303,
    '/privacy#choice',
    'no-store',
  ]);
  expect(out.headers['set-cookie']).toEqual(['gp_ignore=1; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure']);
  const fresh = await t.send('GET', '/privacy');
  expect(fresh.body).toContain('This browser is counted');
  const opted = await t.send('GET', '/privacy', { headers: { cookie: 'gp_ignore=1' } });
  expect(opted.body).toContain('This browser is not counted.');
  expect((await press('in', { cookie: 'gp_ignore=1' })).headers['set-cookie']).toEqual([
    'gp_ignore=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
});

test('the switch of the back office sets the same cookie in the browser that asks', async () => {
  const path = '/api/settings/own-visits';
  const headers = { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' };
  const ask = async (more: Record<string, string> = {}) =>
    JSON.parse((await t.send('GET', path, { headers: { ...headers, ...more } })).body).data;
  const put = (is_ignored: unknown) => t.send('PUT', path, { headers, body: JSON.stringify({ is_ignored }) });
  expect(await ask()).toEqual({ is_ignored: false });
  expect(await ask({ cookie: 'gp_ignore=1' })).toEqual({ is_ignored: true });
  expect((await put(true)).headers['set-cookie']).toEqual((await press('out')).headers['set-cookie']);
  expect((await put(false)).headers['set-cookie']).toEqual((await press('in')).headers['set-cookie']);
  const wrong = await put('yes');
  expect([wrong.status, wrong.headers['set-cookie']]).toEqual([400, undefined]);
});

test('a copy of the page that shows the other state is never called good', async () => {
  const counted = await t.send('GET', '/privacy');
  expect(counted.headers['cache-control']).toBe('private, no-cache');
  const match = { 'if-none-match': String(counted.headers['etag']) };
  expect((await t.send('GET', '/privacy', { headers: match })).status).toBe(304);
  for (const change of [{ cookie: 'gp_ignore=1' }, { 'sec-gpc': '1' }] as Record<string, string>[])
    expect((await t.send('GET', '/privacy', { headers: { ...match, ...change } })).status).toBe(200);
});

test.each([
  ['no choice', () => press('')],
  ['an unknown choice', () => press('maybe')],
  ['a form of another site', () => press('out', { 'sec-fetch-site': 'cross-site' })],
])('%s changes nothing and is answered with a page', async (_name, send) => {
  const reply = await send();
  expect([reply.status, reply.headers['set-cookie'], reply.headers['content-type']]).toEqual([
    400,
    undefined,
    'text/html; charset=utf-8',
  ]);
});

test('the page says what the settings say', async () => {
  const headers = { authorization: `Bearer ${t.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ click_retention_days: 61, log_retention_days: 17, contact_retention_days: 123 });
  expect((await t.send('PUT', '/api/settings', { headers, body })).status).toBe(200);
  const page = await t.send('GET', '/privacy');
  for (const words of ['61 days', '17 days', '123 days', 'gp_ignore=1', 'HMAC-SHA-256', 'Global Privacy Control'])
    expect(page.body).toContain(words);
});

test('no public answer but the switch sets a cookie', async () => {
  const paths = t.routes
    .filter((route) => route.access === 'public' && route.method === 'GET')
    .map((route) => route.path.replaceAll(/:\w+/g, '1').replace('*', 'x'));
  const set = await Promise.all(paths.map(async (path) => [path, (await t.send('GET', path)).headers['set-cookie']]));
  expect(set.filter(([, cookie]) => cookie !== undefined)).toEqual([]);
});
