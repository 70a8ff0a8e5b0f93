import { mkdtempSync, rmSync } from 'node:fs';
import { linkRoutes } from '../../../tests/support/link-routes.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../tests/support/app.ts';
import { AlertQuery } from '../../features/alerts/contract.ts';
import { changeAlert, listAlerts } from '../../features/alerts/server/service.ts';
import { countReceived } from '../../features/conversions/server/store-conversions.ts';
import { buildConversion } from '../../features/postbacks/server/testing.ts';
import { publicGuide } from '../../features/guides/server/reading.ts';
import { buildGuide, buildItem } from '../../features/guides/server/testing.ts';
import { capsOf, countedIn } from '../../features/router/server/click-caps.ts';
import { conversionCapsOf, createConversionCaps } from '../../features/router/server/conversion-caps.ts';
import { createRedirects } from '../../features/router/server/redirect.ts';
import { openSnapshot } from '../../features/router/server/snapshot.ts';
import { tellReachedCaps } from '../../features/router/server/cap-alerts.ts';
import { buildDestination, buildLink } from '../../features/links/server/testing.ts';
import { networksRoutes } from '../../features/networks/server/routes.ts';
import { buildNetwork } from '../../features/networks/server/testing.ts';
import { offersRoutes } from '../../features/offers/server/routes.ts';
import { createCaps } from '../../features/offers/server/caps.ts';
import { buildOffer } from '../../features/offers/server/testing.ts';
import { buildReview } from '../../features/reviews/server/testing.ts';
import { writesTold } from '../../../tests/support/changes.ts';
import { newEventId } from '../../platform/ids.ts';
import { openJournal, type Journal } from '../../platform/server/journal/journal.ts';
import { reviewBySlug } from '../../features/reviews/server/reading.ts';

let t: TestApp;
let folder: string;
let journal: Journal;
let now: Date;
let router: Awaited<ReturnType<typeof openRouter>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-conversion-caps-'));
  t = await testApp(
    (route, deps) => {
      linkRoutes(route, deps, {
        // the simulator asks the counters of the router
        caps: {
          isReached: (...given) => router.caps.isReached(...given),
          isFull: (...given) => router.caps.isFull(...given),
          take: () => undefined,
        },
      });
      networksRoutes(route, deps, () => Promise.resolve(new Map()));
      offersRoutes(route, deps, () => Promise.resolve(new Map()));
    },
    { clock: () => now },
  );
  journal = await openJournal({ dir: join(folder, 'journal'), log: t.deps.log });
});
beforeEach(async () => {
  await sql`delete from alerts`.execute(t.deps.db);
  now = new Date('2026-03-02T10:00:00Z');
  router = await openRouter();
});
afterAll(async () => {
  await journal.close();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The router as the program puts it together, and the rounds that it makes by itself. */
async function openRouter() {
  const { db, clock, log } = t.deps;
  const snapshot = openSnapshot({ db, dataDir: mkdtempSync(join(folder, 'd-')), log });
  const conversionCaps = createConversionCaps({ db, clock, count: countReceived });
  const caps = { ...createCaps({ db, journal, clock, log }), isFull: conversionCaps.isFull };
  await caps.recover(countedIn);
  const reasons: (string | undefined)[] = [];
  const redirects = createRedirects({
    routing: snapshot.current,
    record: (events) => {
      for (const event of events) if (event.type === 'visit') reasons.push(event.route_reason);
      return Promise.resolve();
    },
    seal: () => 'token',
    open: () => undefined,
    caps,
    clock,
    roll: () => 0,
    log,
  });
  return {
    caps,
    reasons,
    table: snapshot.current,
    async round() {
      await snapshot.refresh();
      await caps.prepare(capsOf(snapshot.current()));
      await conversionCaps.refresh(conversionCapsOf(snapshot.current()));
      await tellReachedCaps({ ...t.deps, caps, routing: snapshot.current });
    },
    async go(slug: string) {
      const query = new URLSearchParams();
      const facts = { is_bot: false, is_internal: false };
      return new URL(
        (await redirects.go(slug, { query, facts, hasPrivacySignal: false }))!.location,
        'https://own.example',
      ).host;
    },
  };
}

/** A click of a destination and the network's word of what came of it. */
async function convert(postbackUrl: string, place: { link_id: number; destination_id: number; offer_id?: number }) {
  const clickId = newEventId(now.getTime());
  await t.deps.db
    .withTables<{ clicks: Record<string, unknown> }>()
    .insertInto('clicks')
    .values({ click_id: clickId, ts: now.toISOString(), ...place })
    .execute();
  return buildConversion(t.deps, postbackUrl, { click_id: clickId, payout: '5', txid: clickId });
}

type Stated = { id: number; state: string };
const states = async (linkId: number) =>
  Object.fromEntries(
    ((await t.call('GET', `/api/admin/tracking-links/${linkId}/destinations`)).body.data as Stated[]).map((one) => [
      one.id,
      one.state,
    ]),
  );
const alerts = async (state: 'open' | 'closed' = 'open') =>
  (await listAlerts(t.deps, AlertQuery.parse({ state }))).data.filter(({ kind }) => kind.endsWith('_reached'));

test('at its cap of conversions a destination leaves the draw until midnight; what still comes is recorded; one alert', async () => {
  const network = await buildNetwork(t.deps);
  const link = await buildLink(t.deps, { slug: 'capped', name: 'Capped link' });
  const first = await buildDestination(t.deps, link.id, {
    url: 'https://first.example/',
    caps: { daily_conversions: 2 },
  });
  const second = await buildDestination(t.deps, link.id, { url: 'https://second.example/' });
  const place = { link_id: link.id, destination_id: first.id };
  await router.round();
  expect(await router.go('capped')).toBe('first.example');

  await convert(network.postback_url, place);
  await router.round();
  expect(await router.go('capped')).toBe('first.example');
  expect(await states(link.id)).toEqual({ [first.id]: 'live', [second.id]: 'live' });
  expect(await alerts()).toEqual([]);

  await convert(network.postback_url, place);
  await router.round();
  expect(await router.go('capped')).toBe('second.example');
  expect(await states(link.id)).toEqual({ [first.id]: 'capped', [second.id]: 'live' });
  const [alert] = await alerts();
  expect(alert).toMatchObject({ kind: 'destination_cap_reached', subject_name: 'Capped link', count: 1 });
  expect(alert!.message).toContain('its destination "https://first.example/" is reached');

  // one more that was under way
  expect(await convert(network.postback_url, place)).toMatchObject({ reason: 'recorded' });
  await router.round();
  // whoever closes it has read it, and is not told again of the same day
  await changeAlert(t.deps, t.actor, alert!.id, { state: 'closed' });
  await router.round();
  expect(await alerts()).toEqual([]);

  now = new Date('2026-03-03T00:00:30Z');
  expect(await router.go('capped')).toBe('first.example');
  await router.round();
  expect(await states(link.id)).toEqual({ [first.id]: 'live', [second.id]: 'live' });
  for (let n = 0; n < 2; n += 1) await convert(network.postback_url, place);
  await router.round();
  expect((await alerts()).length).toBe(1);
  now = new Date('2026-03-04T00:00:30Z');
  await router.round();
  expect(await alerts()).toEqual([]);
});

test('an offer at its cap of conversions sends to its overflow, by the day of its own zone', async () => {
  const network = await buildNetwork(t.deps);
  const overflow = await buildOffer(t.deps, { url: 'https://overflow.example/', network_id: network.id });
  const offer = await buildOffer(t.deps, {
    url: 'https://own-offer.example/',
    network_id: network.id,
    cap_conversions_daily: 1,
    cap_timezone: 'America/New_York',
    overflow_offer_id: overflow.id,
  });
  const link = await buildLink(t.deps, { slug: 'offered' });
  const to = await buildDestination(t.deps, link.id, { type: 'offer', target_id: offer.id });
  await convert(network.postback_url, { link_id: link.id, destination_id: to.id, offer_id: offer.id });
  await router.round();
  expect(await router.go('offered')).toBe('overflow.example');
  expect((await t.call('GET', `/api/admin/offers/${offer.id}`)).body.data.state).toBe('capped');
  // its overflow has room, and every screen says so
  const path = `/api/admin/tracking-links/${link.id}`;
  expect((await t.call('GET', `${path}/destinations`)).body.data).toMatchObject([
    { state: 'live', overflow_name: overflow.name },
  ]);
  const simulated = async () => (await t.call('POST', `${path}/simulate`, { visitors: [{}] })).body.data[0];
  expect(await simulated()).toMatchObject({
    words: `${offer.name}: drawn by weight. Its offer is at its cap, so "${overflow.name}" takes the visit.`,
    location: 'https://overflow.example/',
    destinations: [{ closed: null, overflow: overflow.name }],
  });
  expect((await alerts())[0]).toMatchObject({
    kind: 'offer_cap_reached',
    message: `The cap on conversions a day (1) is reached: "${overflow.name}" takes over until midnight.`,
  });
  now = new Date('2026-03-03T04:59:00Z');
  expect(await router.go('offered')).toBe('overflow.example');
  now = new Date('2026-03-03T05:00:00Z');
  expect(await router.go('offered')).toBe('own-offer.example');
  expect(await simulated()).toMatchObject({
    words: `${offer.name}: drawn by weight.`,
    destinations: [{ closed: null, overflow: null }],
  });
});

/** Seen red: a router that looks at the offer's cap on clicks alone. */
test('with its overflow gone too, an offer at its cap of conversions gets nobody: the fallback does', async () => {
  const network = await buildNetwork(t.deps);
  const overflow = await buildOffer(t.deps, { url: 'https://overflow.example/', network_id: network.id });
  const offer = await buildOffer(t.deps, {
    url: 'https://own-offer.example/',
    network_id: network.id,
    cap_conversions_daily: 1,
    overflow_offer_id: overflow.id,
  });
  const link = await buildLink(t.deps, { slug: 'closed', fallback_url: 'https://fallback.example/' });
  const to = await buildDestination(t.deps, link.id, { type: 'offer', target_id: offer.id });
  await convert(network.postback_url, { link_id: link.id, destination_id: to.id, offer_id: offer.id });
  await t.call('PUT', `/api/admin/offers/${overflow.id}`, { status: 'paused' });
  await router.round();
  expect(await router.go('closed')).toBe('fallback.example');
  expect(router.reasons.at(-1)).toBe('all_capped');
  expect((await alerts())[0]!.message).toBe(
    'The cap on conversions a day (1) is reached: nobody is sent there until midnight.',
  );
  expect(await states(link.id)).toEqual({ [to.id]: 'capped' });
  const { body } = await t.call('POST', `/api/admin/tracking-links/${link.id}/simulate`, { visitors: [{}] });
  expect(body.data[0]).toMatchObject({
    words: 'Fallback: every destination has reached its cap.',
    destinations: [{ closed: 'its cap is reached' }],
  });
});

/** Nobody can take over there. @returns its id */
const pausedOffer = async () => (await buildOffer(t.deps, { status: 'paused' })).id;

test('a product whose offer is full leads to its stand-in, or has no button, until there is room again', async () => {
  const network = await buildNetwork(t.deps);
  const [standIn, overflow] = [await buildOffer(t.deps), await buildOffer(t.deps)];
  const full = { network_id: network.id, cap_conversions_daily: 1 };
  const taken = await buildOffer(t.deps, { ...full, overflow_offer_id: overflow.id });
  const closed = await buildOffer(t.deps, { ...full, overflow_offer_id: await pausedOffer() });
  const guide = await buildGuide(t.deps, { status: 'published' });
  await buildItem(t.deps, guide.id, { offer_id: taken.id });
  await buildItem(t.deps, guide.id, { offer_id: closed.id, fallback_offer_id: standIn.id });
  await buildItem(t.deps, guide.id, { offer_id: closed.id });
  const review = await buildReview(t.deps, { offer_id: closed.id });
  const shown = async () => {
    const [read, found] = await Promise.all([
      reviewBySlug(t.deps.db, review.slug, now),
      publicGuide(t.deps.db, guide.id, now),
    ]);
    if (typeof found === 'string' || typeof read === 'string' || 'movedTo' in read) throw new Error('nothing to read');
    return [...found.items.map((item) => item.offer?.id), read.offer.is_available];
  };
  const place = { link_id: 1, destination_id: 1 };
  await convert(network.postback_url, { ...place, offer_id: taken.id });
  await router.round();
  const before = await writesTold(t.deps.db);
  expect(await shown()).toEqual([taken.id, closed.id, closed.id, true]);

  await convert(network.postback_url, { ...place, offer_id: closed.id });
  await router.round();
  expect(await shown()).toEqual([taken.id, standIn.id, undefined, false]);
  expect((await t.call('GET', `/api/admin/offers/${closed.id}`)).body.data).toMatchObject({
    is_full: true,
    version: 1,
  });
  const told = await writesTold(t.deps.db);
  expect(told).not.toBe(before);
  await router.round();
  expect(await writesTold(t.deps.db)).toBe(told);

  now = new Date('2026-03-03T00:00:30Z');
  await router.round();
  expect(await shown()).toEqual([taken.id, closed.id, closed.id, true]);
  expect(await writesTold(t.deps.db)).not.toBe(told);
});

test('an instance with room left does not open again what another one found full', async () => {
  const offer = await buildOffer(t.deps, { cap_clicks_daily: 10, overflow_offer_id: await pausedOffer() });
  await router.round();
  const cap = capsOf(router.table()).find(({ id, kind }) => kind === 'offer_day' && id === offer.id)!;
  const other = await openRouter();
  await other.round();
  // what is left goes to this one, which uses all it has
  for (let n = 0; n < 20 && !router.caps.isReached(cap, now.getTime()); n += 1) {
    router.caps.take(cap, now.getTime());
    await router.caps.prepare([cap]);
  }
  await router.round();
  const isFull = async () => (await t.call('GET', `/api/admin/offers/${offer.id}`)).body.data.is_full;
  expect(await isFull()).toBe(true);
  expect(other.caps.isReached(cap, now.getTime())).toBe(false);
  await other.round();
  expect(await isFull()).toBe(true);
  // nor does it close what was told
  await router.round();
  await other.round();
  const told = { subject_kind: 'offer', subject_id: offer.id, count: 1 };
  expect(await alerts()).toMatchObject([told]);
  expect(await alerts('closed')).toEqual([]);
  // on the next day there is room again
  now = new Date('2026-03-03T10:00:00Z');
  await other.round();
  expect([await alerts(), await alerts('closed')]).toMatchObject([[], [told]]);
});

test('a paused network turns its offers off at once, with its own reason, and on again', async () => {
  const network = await buildNetwork(t.deps);
  const offer = await buildOffer(t.deps, { url: 'https://paused.example/', network_id: network.id });
  const link = await buildLink(t.deps, { slug: 'switched', fallback_url: 'https://fallback.example/' });
  const to = await buildDestination(t.deps, link.id, { type: 'offer', target_id: offer.id });
  await router.round();
  expect(await router.go('switched')).toBe('paused.example');

  await t.call('PUT', `/api/admin/affiliate-networks/${network.id}`, { status: 'paused' });
  await router.round();
  expect(await router.go('switched')).toBe('fallback.example');
  expect(router.reasons.at(-1)).toBe('network_paused');
  expect(await states(link.id)).toEqual({ [to.id]: 'network_paused' });
  const { body } = await t.call('POST', `/api/admin/tracking-links/${link.id}/simulate`, {
    visitors: [{ name: 'One' }],
  });
  expect(body.data[0]).toMatchObject({
    reason: 'network_paused',
    destinations: [{ id: to.id, closed: 'its network is paused' }],
    words: 'Fallback: the network of its offers is paused.',
  });

  await t.call('PUT', `/api/admin/affiliate-networks/${network.id}`, { status: 'active' });
  await router.round();
  expect(await router.go('switched')).toBe('paused.example');
});

test('a destination gets visits within its own schedule alone', async () => {
  const link = await buildLink(t.deps, { slug: 'seasonal', fallback_url: 'https://fallback.example/' });
  const path = `/api/admin/tracking-links/destinations`;
  const to = await buildDestination(t.deps, link.id, {
    url: 'https://season.example/',
    starts_at: '2026-03-02T11:00:00Z',
    ends_at: '2026-03-02T12:00:00Z',
  });
  await router.round();
  const seen: string[][] = [];
  for (const time of ['10:59:59', '11:00:00', '11:59:59', '12:00:00']) {
    now = new Date(`2026-03-02T${time}Z`);
    seen.push([await router.go('seasonal'), (await states(link.id))[to.id]!]);
  }
  expect(seen).toEqual([
    ['fallback.example', 'scheduled'],
    ['season.example', 'live'],
    ['season.example', 'live'],
    ['fallback.example', 'ended'],
  ]);
  const backwards = await t.call('PUT', `${path}/${to.id}`, { ends_at: '2026-03-02T10:00:00Z' });
  expect([backwards.status, backwards.body.errors]).toEqual([400, { ends_at: ['must be later than the start'] }]);
});
