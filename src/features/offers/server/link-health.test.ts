import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp } from '../../../../tests/support/app.ts';
import { createLog } from '../../../platform/server/log.ts';
import { createOutgoing } from '../../../platform/server/outgoing/over-http.ts';
import type { Outgoing } from '../../../platform/server/outgoing/outgoing.ts';
import { AlertQuery } from '../../alerts/contract.ts';
import { listAlerts } from '../../alerts/server/service.ts';
import { writesTold } from '../../../../tests/support/changes.ts';
import type { OfferLinkHealth } from '../contract.ts';
import { offersRoutes } from './routes.ts';
import { offerHealthRoutes } from './routes-health.ts';
import { checkDueLinks } from './link-health.ts';
import { offersById } from './offer-facts.ts';
import type { OfferPlace } from './link-health.ts';
import { buildOffer } from './testing.ts';

let t: TestApp;
let merchant: Server;
let outgoing: Outgoing;
let origin: string;
/** What the merchant answers by path: a status, or where it redirects to. */
let answers: Record<string, number | string> = {};
let asked: string[] = [];
let places: OfferPlace[] = [];
let now = new Date('2026-03-01T10:00:00Z');

beforeAll(async () => {
  merchant = createServer((request, reply) => {
    asked.push(request.url!);
    const answer = answers[request.url!.split('?')[0]!] ?? 404;
    if (typeof answer === 'number') reply.writeHead(answer).end('page');
    else reply.writeHead(302, { location: answer }).end();
  });
  await new Promise<void>((done) => merchant.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(merchant.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  outgoing = createOutgoing({ allow: [host], log: createLog('silent') });
  t = await testApp(
    (route, deps) => {
      offersRoutes(route, deps, () => Promise.resolve(new Map()));
      offerHealthRoutes(route, deps, () => Promise.resolve(places));
    },
    { clock: () => now, outgoing },
  );
});
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  [answers, asked, places] = [{}, [], []];
  await sql`delete from offers`.execute(t.deps.db);
  await sql`delete from alerts`.execute(t.deps.db);
});
afterAll(async () => {
  await outgoing.close();
  await new Promise((done) => merchant.close(done));
  await t.close();
});

const scope = () => ({ ...t.deps, placesOf: () => Promise.resolve(places) });
const offerAt = (path: string, input = {}) => buildOffer(t.deps, { url: `${origin}${path}`, ...input });
const check = async (id: number): Promise<OfferLinkHealth> =>
  (await t.call('POST', `/api/admin/offers/${id}/check-link`)).body.data;
const alerts = async (query: { state?: string } = {}) => (await listAlerts(t.deps, AlertQuery.parse(query))).data;
const isLive = async (id: number) => (await offersById(t.deps.db, [id], now)).get(id)!.isLive;
const hoursLater = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000));

test('a good page is ok; the offer list says when it was looked at', async () => {
  answers = { '/tea': 200 };
  const offer = await offerAt('/tea');
  expect(offer).toMatchObject({ link_status: 'unchecked', link_checked_at: null });
  expect(await check(offer.id)).toMatchObject({ link_status: 'ok', is_link_dead: false, link_failures: 0 });
  const stored = (await t.call('GET', `/api/admin/offers/${offer.id}`)).body.data;
  expect(stored).toMatchObject({
    link_status: 'ok',
    link_checked_at: '2026-03-01T10:00:00.000Z',
    version: offer.version,
  });
});

test('a page that is gone closes the offer at once, raises one alert and news for the pages, and all of it ends when it is back', async () => {
  const offer = await offerAt('/tea');
  places = [{ label: 'Guide "Teas"', text: 'The button is gone.', isLost: true }];
  const revision = await writesTold(t.deps.db);
  expect(await check(offer.id)).toMatchObject({ link_status: 'error', is_link_dead: true });
  expect(await isLive(offer.id)).toBe(false);
  expect(await writesTold(t.deps.db)).not.toBe(revision);
  await check(offer.id);
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    kind: 'offer_link',
    severity: 'critical',
    subject_kind: 'offer',
    subject_id: offer.id,
    subject_name: offer.name,
    message: 'The page answered 404. Readers are not sent there until it answers again.',
    count: 2,
    state: 'open',
  });
  expect(alert!.details).toContainEqual({ label: 'Guide "Teas"', text: 'The button is gone.' });
  answers = { '/tea': 200 };
  expect(await check(offer.id)).toMatchObject({ link_status: 'ok', is_link_dead: false });
  expect(await isLive(offer.id)).toBe(true);
  expect(await alerts({ state: 'open' })).toEqual([]);
});

test.each([403, 429, 503])(
  'a shop that answers %i is asked again before anybody is told, and is never closed',
  async (status) => {
    answers = { '/tea': 200 };
    const offer = await offerAt('/tea');
    await check(offer.id);
    answers = { '/tea': status };
    for (const look of [1, 2]) {
      expect(await check(offer.id)).toMatchObject({ link_status: 'ok', link_failures: look });
      expect(await alerts()).toEqual([]);
    }
    expect(await check(offer.id)).toMatchObject({ link_status: 'error', is_link_dead: false });
    const [alert] = await alerts();
    expect(alert!.message).toMatch(/may block robots.*Readers are still sent there/);
    expect(await isLive(offer.id)).toBe(true);
  },
);

test('a shop that drops our ids is reported, and keeps its readers', async () => {
  answers = { '/tea': '/new-tea', '/new-tea': 200 };
  const offer = await offerAt('/tea?cid={click_id}&ref=us');
  expect(await check(offer.id)).toMatchObject({ link_status: 'params_lost', is_link_dead: false });
  expect((await alerts())[0]!.message).toMatch(/Lost on the way: cid, ref.*may not be credited/);
});

test('redirects are followed one by one, at most five, and each is judged', async () => {
  answers = { '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5', '/5': '/6', '/6': 200 };
  const five = await check((await offerAt('/1')).id);
  expect(five).toMatchObject({ link_status: 'redirected', final_url: `${origin}/6` });
  asked = [];
  answers = { ...answers, '/6': '/7', '/7': 200 };
  expect((await check((await offerAt('/1')).id)).link_note).toMatch(/more than 5 times/);
  expect(asked).not.toContain('/7');
});

test('a redirect into our own network is not followed', async () => {
  const reached: string[] = [];
  const inside = createServer((request, reply) => {
    reached.push(request.url!);
    reply.end();
  });
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done));
  const { port } = inside.address() as AddressInfo;
  answers = { '/port': `http://127.0.0.1:${port}/`, '/address': 'http://127.0.0.1/', '/scheme': 'file:///etc/passwd' };
  const notes = [];
  for (const path of Object.keys(answers)) notes.push((await check((await offerAt(path)).id)).link_note);
  inside.close();
  expect(reached).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/only ports/),
    expect.stringMatching(/private address/),
    expect.stringMatching(/Not checked/),
  ]);
});

test('who vouches for a link opens it until the date; then the looks decide again', async () => {
  const offer = await offerAt('/tea');
  await check(offer.id);
  const path = `/api/admin/offers/${offer.id}/link-snooze`;
  const reply = await t.call('PUT', path, { until: '2026-03-05T00:00:00Z' });
  expect(reply.body.data).toMatchObject({ link_status: 'snoozed', is_link_dead: false });
  expect(await alerts({ state: 'open' })).toEqual([]);
  expect(await isLive(offer.id)).toBe(true);
  expect(await check(offer.id)).toMatchObject({ link_status: 'snoozed', is_link_dead: false });
  hoursLater(24 * 5);
  expect(await check(offer.id)).toMatchObject({ link_status: 'error', is_link_dead: true });
  await t.call('PUT', path, { until: '2026-04-05T00:00:00Z' });
  expect((await t.call('PUT', path, { until: null })).body.data).toMatchObject({ link_status: 'unchecked' });
});

test('the list can be asked for the offers whose address is in one state', async () => {
  const offer = await offerAt('/tea');
  await check(offer.id);
  const ids = async (status: string) =>
    (await t.call('GET', `/api/admin/offers?limit=all&link_status=${status}`)).body.data.map(
      (one: { id: number }) => one.id,
    );
  expect(await ids('error')).toContain(offer.id);
  expect(await ids('ok')).not.toContain(offer.id);
  expect((await t.call('GET', '/api/admin/offers?link_status=fine')).status).toBe(400);
});

test('a vouch needs a date that lies ahead', async () => {
  const offer = await offerAt('/tea');
  const path = `/api/admin/offers/${offer.id}/link-snooze`;
  for (const body of [{}, { until: '2026-02-01T00:00:00Z' }, { until: 'soon' }]) {
    const reply = await t.call('PUT', path, body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['until']]);
  }
});

test('the daily round looks at active offers once a day, at new ones at once, and at failing ones every hour', async () => {
  answers = { '/good': 200, '/moody': 500 };
  const good = await offerAt('/good');
  await offerAt('/moody');
  await offerAt('/paused', { status: 'paused' });
  await offerAt('/draft', { status: 'draft' });
  const round = async () => {
    asked = [];
    await checkDueLinks(scope());
    return asked.map((url) => url.split('?')[0]!).toSorted((a, b) => a.localeCompare(b));
  };
  hoursLater(0.1);
  expect(await round()).toEqual(['/good', '/moody']);
  expect(await round()).toEqual([]);
  hoursLater(1);
  expect(await round()).toEqual(['/moody']);
  hoursLater(23.5);
  expect(await round()).toEqual(['/good', '/moody']);
  await t.call('PUT', `/api/admin/offers/${good.id}`, { url: `${origin}/other` });
  hoursLater(0.1);
  expect(await round()).toEqual(['/other']);
});

test('two instances at once look at each offer once', async () => {
  for (let i = 0; i < 12; i += 1) {
    answers[`/p${i}`] = 200;
    await offerAt(`/p${i}`);
  }
  hoursLater(0.1);
  const counts = await Promise.all([checkDueLinks(scope()), checkDueLinks(scope()), checkDueLinks(scope())]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(12);
  expect(new Set(asked).size).toBe(asked.length);
});

test('while no host at all answers, nothing is held against the offers', async () => {
  // nobody listens there, and a refused connection is as silent as a cut line
  const nobody = createOutgoing({ allow: ['127.0.0.2:9', '127.0.0.3:9', '127.0.0.4:9'], log: createLog('silent') });
  const offers = [];
  for (const last of [2, 3, 4]) offers.push(await buildOffer(t.deps, { url: `http://127.0.0.${last}:9/tea` }));
  for (let look = 0; look < 4; look += 1) {
    hoursLater(2);
    expect(await checkDueLinks({ ...scope(), outgoing: nobody })).toBe(0);
  }
  for (const { id } of offers) expect(await isLive(id)).toBe(true);
  expect(await alerts()).toEqual([]);
  await nobody.close();
});

test('a new address of a dead offer opens it again until it is looked at', async () => {
  const offer = await offerAt('/gone');
  await check(offer.id);
  expect(await isLive(offer.id)).toBe(false);
  await t.call('PUT', `/api/admin/offers/${offer.id}`, { url: `${origin}/new` });
  expect(await isLive(offer.id)).toBe(true);
  expect((await t.call('GET', `/api/admin/offers/${offer.id}/link-health`)).body.data).toMatchObject({
    link_status: 'unchecked',
    checked_url: expect.stringContaining('/new'),
  });
});

test('an edit of something else leaves what was found', async () => {
  const offer = await offerAt('/gone');
  await check(offer.id);
  await t.call('PUT', `/api/admin/offers/${offer.id}`, { url: offer.url, notes: 'asked them' });
  expect(await isLive(offer.id)).toBe(false);
});

test('the alert of an offer that was paused is closed by the next round', async () => {
  const offer = await offerAt('/gone');
  await check(offer.id);
  expect(await alerts({ state: 'open' })).toHaveLength(1);
  await t.call('PUT', `/api/admin/offers/${offer.id}`, { status: 'paused' });
  await checkDueLinks(scope());
  expect(await alerts({ state: 'open' })).toEqual([]);
});

test('an unknown offer is 404', async () => {
  for (const [method, path, body] of [
    ['GET', 'link-health'],
    ['POST', 'check-link'],
    ['PUT', 'link-snooze', { until: null }],
  ] as const) {
    expect((await t.call(method, `/api/admin/offers/999999/${path}`, body)).status).toBe(404);
  }
});
