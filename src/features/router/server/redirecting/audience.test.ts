import { expect, test } from 'vitest';
import { createLog } from '../../../../platform/server/log.ts';
import type { BehaviourEvent } from '../../../events/contract.ts';
import type { Cap } from '../../../offers/server/caps.ts';
import type { Arrival } from '../../arrival.ts';
import { createRedirects } from '../redirect.ts';
import type { Item, Offer, Review, Routing, StoredLink } from './routing-tables.ts';

/** Clicks by each of the two doors; three ways each. */
const CLICKS = 5000;
const BEGIN = Date.parse('2026-03-01T00:00:00.000Z');
const DAY = 86_400_000;
const COUNTRIES = ['DE', 'US', 'AT', 'FR'];
const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
const OFFERS = 24;

/** The same draws each time. */
function dice(seed: number) {
  let state = seed;
  const roll = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const one = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)]!;
  const some = <T>(all: readonly T[]): T[] => all.filter(() => roll() < 0.4);
  return { roll, one, some };
}

type Dice = ReturnType<typeof dice>;

/** Offers with every kind of audience; each may hand over to a later one when it is full. */
function offersOf({ roll, one, some }: Dice): Offer[] {
  const time = (): string | null =>
    roll() < 0.3 ? new Date(BEGIN + Math.floor(roll() * 2 * DAY)).toISOString() : null;
  return Array.from({ length: OFFERS }, (_, index) => {
    const allowed = roll() < 0.5 ? some(COUNTRIES) : [];
    const hasCap = roll() < 0.4;
    return {
      id: index + 1,
      name: `Offer ${index + 1}`,
      status: roll() < 0.08 ? 'paused' : 'active',
      is_link_dead: roll() < 0.04,
      is_network_paused: roll() < 0.04,
      network_id: null,
      starts_at: time(),
      ends_at: time(),
      countries_allowed: allowed,
      countries_blocked: allowed.length === 0 ? some(COUNTRIES) : [],
      devices_allowed: roll() < 0.4 ? some(DEVICES) : [],
      cap_clicks_daily: hasCap ? one([0, 20, 60]) : 0,
      cap_total: hasCap ? one([0, 50, 90]) : 0,
      cap_timezone: null,
      overflow_offer_id: hasCap && index + 1 < OFFERS ? index + 2 : null,
      template: `https://shop-${index + 1}.example/?s={click_id}`,
    } as unknown as Offer;
  });
}

const destination = (id: number, offerId: number, ruleId: number | null) => ({
  id,
  type: 'offer',
  guide_id: null,
  review_id: null,
  offer_id: offerId,
  url: null,
  weight: 10,
  status: 'active',
  priority: 0,
  rule_id: ruleId,
  cap_daily_clicks: 0,
  cap_daily_conversions: 0,
  starts_at: null,
  ends_at: null,
});

/** By its id: one destination; a rule with one; two destinations, of which one takes over where the other may not. */
function linkTo(id: number, way: 'plain' | 'rule' | 'fallback', offers: readonly number[]): StoredLink {
  const rule = { id: id * 10, name: 'Everybody', is_enabled: true, conditions: [], starts_at: null, ends_at: null };
  const destinations = (way === 'fallback' ? offers : offers.slice(0, 1)).map((offerId, index) =>
    destination(id * 10 + index, offerId, way === 'rule' ? rule.id : null),
  );
  return {
    id,
    name: `Link ${id}`,
    slug: `link-${id}`,
    status: 'active',
    kept_source: null,
    traffic_source_id: null,
    redirect_type: 302,
    forward_params: 'all',
    forward_list: [],
    param_conflict: 'incoming_wins',
    utm: {},
    sticky: id % 2 === 0 ? 'day' : 'none',
    rotation: 'weighted',
    click_limit: null,
    rules: way === 'rule' ? [rule] : [],
    fallback_url: '/fallback',
    starts_at: null,
    expires_at: null,
    expired_url: null,
    cost_model: 'source',
    cost_micros: null,
    destinations,
  } as unknown as StoredLink;
}

/** Counts as the product does for people, in memory. */
function counters() {
  const taken = new Map<string, number>();
  const keyOf = ({ kind, id, zone }: Cap, nowMs: number): string =>
    `${kind}:${id}:${zone === undefined ? '' : Math.floor(nowMs / DAY)}`;
  return {
    isReached: (cap: Cap, nowMs: number) => (taken.get(keyOf(cap, nowMs)) ?? 0) >= cap.limit,
    take: (cap: Cap, nowMs: number) => void taken.set(keyOf(cap, nowMs), (taken.get(keyOf(cap, nowMs)) ?? 0) + 1),
    isFull: () => false,
  };
}

/** What the ruling says, written from its words alone: is this visitor one for whom the offer is, at this moment? */
function isForVisitor(offer: Offer, who: Arrival['facts'], nowMs: number): boolean {
  const { countries_allowed: only, countries_blocked: without, devices_allowed: devices } = offer;
  const { country, device } = who;
  if (only.length > 0 && !only.some((one) => one === country)) return false;
  if (without.some((one) => one === country)) return false;
  if (devices.length > 0 && device !== undefined && !devices.some((one) => one === device)) return false;
  const from = offer.starts_at ?? '0000';
  const until = offer.ends_at ?? '9999';
  const now = new Date(nowMs).toISOString();
  return from <= now && now < until;
}

const isDead = (offer: Offer): boolean =>
  offer.status !== 'active' || offer.is_link_dead === true || offer.is_network_paused;

function world(seed: number) {
  const chance = dice(seed);
  const offers = offersOf(chance);
  const any = (): number => chance.one(offers).id;
  const ways = ['plain', 'rule', 'fallback'] as const;
  const links = Array.from({ length: 30 }, (_, n) => linkTo(n + 1, ways[n % 3]!, [any(), any()]));
  const items = Array.from({ length: 30 }, (_, n) => ({
    id: n + 1,
    guide_id: 1 + (n % 3),
    offer_id: any(),
    fallback_offer_id: n % 2 === 0 ? any() : null,
    rank: n + 1,
    is_visible: true,
    badge: null,
    badge_label: null,
    title: `Product ${n + 1}`,
    cta_text: 'See it',
    sponsored_placement: false,
  })) as unknown as Item[];
  const reviews: Review[] = Array.from({ length: 10 }, (_, n) => ({
    id: n + 1,
    slug: `review-${n + 1}`,
    offer_id: any(),
    isPublic: true,
  }));
  const routing = {
    linkBySlug: new Map(links.map((link) => [link.slug, link])),
    linkById: new Map(links.map((link) => [link.id, link])),
    publicGuides: new Set([1, 2, 3]),
    guides: new Map([1, 2, 3].map((id) => [id, { id, slug: `guide-${id}`, title: `Guide ${id}`, isPublic: true }])),
    items: new Map(items.map((item) => [item.id, item])),
    itemsByGuide: Map.groupBy(items, (item) => item.guide_id),
    itemsByOffer: Map.groupBy(items, (item) => item.offer_id),
    reviewBySlug: new Map(reviews.map((review) => [review.slug, review])),
    reviewById: new Map(reviews.map((review) => [review.id, review])),
    offers: new Map(offers.map((offer) => [offer.id, offer])),
    sources: new Map(),
    zone: 'UTC',
  } as unknown as Routing;
  let nowMs = BEGIN;
  const events: BehaviourEvent[] = [];
  const redirects = createRedirects({
    routing: () => routing,
    record: (batch) => Promise.resolve(void events.push(...batch)),
    seal: () => 'token',
    open: () => undefined,
    caps: counters(),
    clock: () => new Date(nowMs),
    roll: chance.roll,
    log: createLog('silent'),
  });
  const visitor = (): Arrival['facts'] => ({
    country: chance.roll() < 0.1 ? undefined : chance.one(COUNTRIES),
    device: chance.roll() < 0.1 ? undefined : chance.one(DEVICES),
    visitor: `v${Math.floor(chance.roll() * 500)}`,
    is_bot: chance.roll() < 0.05,
    is_internal: false,
  });
  /** One visitor at the next moment of two days. @returns who came, and what was written down of it */
  async function come(by: (arrival: Arrival) => Promise<unknown>) {
    nowMs += Math.floor((2 * DAY) / (2 * CLICKS));
    const facts = visitor();
    const before = events.length;
    const way = await by({ query: new URLSearchParams(), facts, hasPrivacySignal: false });
    return { facts, nowMs, way, written: events.slice(before) };
  }
  return { ...chance, offers: routing.offers, links, items, reviews, redirects, come };
}

/** Is there a click in these events that the offer's audience or its caps forbid? Counts for itself. */
function judge(offers: ReadonlyMap<number, Offer>) {
  const counts = new Map<string, number>();
  const outside: string[] = [];
  let clicks = 0;
  return {
    outside,
    clicks: () => clicks,
    see({ facts, nowMs, written }: { facts: Arrival['facts']; nowMs: number; written: BehaviourEvent[] }): void {
      for (const event of written) {
        if (event.type !== 'click') continue;
        clicks += 1;
        const offer = offers.get(event.offer_id!)!;
        if (isDead(offer) || !isForVisitor(offer, facts, nowMs))
          outside.push(`${JSON.stringify(facts)} at ${new Date(nowMs).toISOString()} went to ${JSON.stringify(offer)}`);
        if (facts.is_bot) continue;
        for (const [key, most] of [
          [`${offer.id}`, offer.cap_total],
          [`${offer.id} on day ${Math.floor(nowMs / DAY)}`, offer.cap_clicks_daily],
        ] as const) {
          counts.set(key, (counts.get(key) ?? 0) + 1);
          if (most > 0 && counts.get(key)! > most) outside.push(`more than ${most} clicks to ${key}`);
        }
      }
    },
  };
}

/** Seen red on the code of before: /out asked neither country nor device. */
test('of 10,000 visitors over /go and /out, three ways each, none goes to an offer that is not for them', async () => {
  let [clicks, shut, fallbacks] = [0, 0, 0];
  const outside: string[] = [];
  for (const seed of [1, 2, 3, 4]) {
    const made = world(seed);
    const { links, items, reviews, redirects, come, one } = made;
    const found = judge(made.offers);
    for (let n = 0; n < CLICKS / 4; n += 1) {
      const go = await come((arrival) => redirects.go(one(links).slug, arrival));
      found.see(go);
      if ('location' in (go.way as object) && !go.written.some((event) => event.type === 'click')) fallbacks += 1;
      const out = await come((arrival) =>
        n % 3 === 0 ? redirects.outReview(one(reviews).slug, arrival) : redirects.outItem(one(items).id, arrival),
      );
      found.see(out);
      if ('shut' in (out.way as object)) {
        shut += 1;
        expect(out.written).toEqual([]);
      }
    }
    clicks += found.clicks();
    outside.push(...found.outside);
  }
  expect(outside).toEqual([]);
  // and the figures mean something: many were taken, and many were kept out
  expect(clicks).toBeGreaterThan(2000);
  expect(shut).toBeGreaterThan(500);
  expect(fallbacks).toBeGreaterThan(500);
});

test('nobody is kept out for whom the offer is', async () => {
  const made = world(7);
  const { items, redirects, come, one, offers } = made;
  for (let n = 0; n < 2000; n += 1) {
    const item = one(items);
    const { facts, nowMs, way } = await come((arrival) => redirects.outItem(item.id, arrival));
    if ('location' in (way as object) && !(way as { location: string }).location.startsWith('/')) continue;
    for (const id of [item.offer_id, item.fallback_offer_id]) {
      const offer = id === null ? undefined : offers.get(id);
      if (!offer || isDead(offer) || offer.cap_clicks_daily > 0 || offer.cap_total > 0) continue;
      expect(isForVisitor(offer, facts, nowMs), JSON.stringify({ offer, facts })).toBe(false);
    }
  }
});
