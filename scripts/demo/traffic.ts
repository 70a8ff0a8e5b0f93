import type { BehaviourEvent, ConversionDelta } from '../../src/features/events/contract.ts';
import { newEventId } from '../../src/platform/ids.ts';
import { diceOf, diceOfId, type Dice } from './random.ts';
import { readReview } from './reading.ts';
import { createChannels, readChannels } from '../../src/features/visitors/server/channel-of.ts';
import { personOf } from './persons.ts';
import { referrerOf } from './referrers.ts';

type Item = {
  id: number;
  offer_id: number;
  network_id: number;
  appeal: number;
  payout: number;
  currency: string;
  /** Its conversions never reach us. */
  isSilent?: boolean;
};
export type Link = {
  id: number;
  source_id: number;
  utm: Record<string, string>;
  campaigns: readonly string[];
  terms: readonly string[];
  destinations: { id: number; guide_id: number; weight: number }[];
  /** Which of them held for some of its visits. */
  rules?: readonly number[];
  /** How much of the paid traffic it brings. */
  share: number;
  /** How readily its visitors click and buy; 1 is usual. */
  quality: number;
  /** Share of phones. */
  mobile: number;
  /** A site that brings many of its visits, of whom nobody buys: on whichever day the demo is made, it loses for sure. */
  weakSite?: string;
  /** What a visit costs as its address says, about so many micros of USD. */
  visitCost?: number;
  /** What its ads say beside the site and the ad, by name. */
  parameters?: readonly string[];
};

/** What visitors can come to. Guides list their items in order of rank. */
export type Site = {
  guides: { id: number; share: number; items: Item[] }[];
  reviews: { id: number; item: Item }[];
  links: Link[];
  /** Whose conversions are lost in the broken week. */
  brokenNetwork: number;
};

/** What a network would report of a conversion. */
export type Report = {
  at: number;
  click_id: string;
  network_id: number;
  txid: string;
  status: 'pending' | 'approved' | 'rejected' | 'reversed';
  /** Micros. */
  payout: number;
  currency: string;
  kind: 'lead' | 'sale';
};

type Click = Extract<BehaviourEvent, { type: 'click' }>;
export type Told = Report & {
  click: Click;
  before: Report['status'] | undefined;
  /** When it was first reported, ms since 1970: the time that all its deltas carry. */
  soldAt: number;
};

/** One day: what visitors did, in order of time, and what networks reported on it. */
export type Day = { index: number; events: BehaviourEvent[]; reports: Told[] };

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Events that one arrival brings on average; found by counting. */
const EVENTS_PER_ARRIVAL = 5.15;
const ORGANIC_SHARE = 0.24;
const BOT_SHARE = 0.06;

/** Share of the day's visitors by hour, of desktops and of phones: offices at noon, sofas in the evening. */
const DESKTOP_HOURS = [2, 1, 1, 1, 1, 2, 3, 5, 8, 10, 11, 11, 10, 10, 10, 9, 8, 7, 6, 6, 6, 5, 4, 3];
const PHONE_HOURS = [3, 2, 1, 1, 1, 2, 4, 6, 7, 6, 5, 5, 7, 6, 5, 5, 6, 7, 8, 10, 12, 12, 9, 6];
const WEEKDAYS = [0.86, 1.08, 1.1, 1.06, 1.02, 0.96, 0.82];
/** How often a card at a place is seen, and clicked when it is seen. */
const SEEN = [0.97, 0.82, 0.66, 0.52, 0.42, 0.34, 0.28, 0.23];
const CLICKED = [0.16, 0.1, 0.074, 0.058, 0.047, 0.04, 0.035, 0.031];

type Options = {
  site: Site;
  seed: number;
  /** About how many events in all. */
  events: number;
  days: number;
  /** End of the last day, ms since 1970. */
  until: number;
};

/** The place from which the broken week is counted back: its first and last day before the end. */
export const BROKEN_DAYS = { first: 38, last: 32 };
/** On this day before the end the second and third product of each guide change places. */
export const SWAP_DAY = 45;

/** Traffic of some weeks, day by day, the same for the same options. */
export function* traffic({ site, seed, events, days, until }: Options): Generator<Day> {
  const dice = diceOf(seed);
  const start = until - days * DAY_MS;
  const weights = Array.from({ length: days }, (_, day) => {
    const growth = 0.75 + (0.5 * day) / days;
    return growth * WEEKDAYS[new Date(start + day * DAY_MS).getUTCDay()]! * (0.9 + 0.2 * dice.next());
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const later = new Map<number, Told[]>();
  for (let index = 0; index < days; index += 1) {
    const arrivals = Math.max(1, Math.round(((events / EVENTS_PER_ARRIVAL) * weights[index]!) / total));
    const beforeEnd = days - index;
    const day: BehaviourEvent[] = [];
    const seen: string[] = [];
    for (let n = 0; n < arrivals; n += 1)
      arrive({ site, dice, from: start + index * DAY_MS, beforeEnd, seen, out: day });
    day.sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0));
    for (const event of day) {
      if (event.type !== 'click' || event.is_bot || event.is_internal) continue;
      for (const told of conversionOf(site, dice, event, beforeEnd)) {
        const on = Math.floor((told.at - start) / DAY_MS);
        if (on < days) later.set(on, [...(later.get(on) ?? []), told]);
      }
    }
    yield { index, events: day, reports: (later.get(index) ?? []).toSorted((a, b) => a.at - b.at) };
    later.delete(index);
  }
}

/** `seen` are the day's visitors so far: some come again. */
type Arrival = {
  site: Site;
  dice: Dice;
  from: number;
  beforeEnd: number;
  seen: string[];
  out: BehaviourEvent[];
};

const channelOf = createChannels(readChannels(undefined));
const AGAIN_SHARE = 0.16;

const seededId = (dice: Dice, at: number): string => newEventId(at).slice(0, 10) + dice.text(14);

function arrive({ site, dice, from, beforeEnd, seen, out }: Arrival): void {
  const isOrganic = dice.chance(ORGANIC_SHARE);
  const link = isOrganic ? undefined : dice.pick(site.links, (one) => one.share);
  const isPhone = dice.chance(link?.mobile ?? 0.55);
  const hours = isPhone ? PHONE_HOURS : DESKTOP_HOURS;
  const hour = dice.pick([...hours.keys()], (one) => hours[one]!);
  // the curves are local to the east of America, where most readers are
  let at = from + ((hour + 5) % 24) * HOUR_MS + Math.floor(dice.next() * HOUR_MS);
  const isBot = dice.chance(beforeEnd === 20 ? BOT_SHARE * 5 : BOT_SHARE);
  const who = personOf(dice, isPhone, isBot);
  if (seen.length > 0 && dice.chance(AGAIN_SHARE)) who.visitor = seen[dice.whole(0, seen.length - 1)]!;
  else seen.push(who.visitor);
  const destination = link && dice.pick(link.destinations, (one) => one.weight);
  const utm = link
    ? {
        ...link.utm,
        utm_campaign: dice.pick(link.campaigns, () => 1),
        ...(link.terms.length > 0 && dice.chance(0.7) && { utm_term: dice.pick(link.terms, () => 1) }),
      }
    : undefined;
  const ledBy = isBot ? undefined : referrerOf(who.visitor.slice(0, 8), link?.utm['utm_source']);
  const channel = channelOf({
    sourceType: link && (link.utm['utm_medium'] === 'email' ? 'email' : 'native'),
    referrerHost: ledBy,
  });
  const visitId = link && seededId(dice, at);
  const { subs, ...words } = visitId ? wordsOf(visitId, link) : {};
  const context = {
    ...who,
    channel,
    ...(link && {
      visit_id: visitId,
      link_id: link.id,
      source_id: link.source_id,
      destination_id: destination!.id,
      utm,
      ...(subs && { subs }),
    }),
  };
  const tell = <T extends object>(event: T) =>
    out.push({ ...context, ts: new Date(at).toISOString(), ...event } as never);
  const guide = destination
    ? site.guides.find((one) => one.id === destination.guide_id)!
    : dice.pick(site.guides, (one) => one.share);
  const origin = ledBy === undefined ? {} : { referrer_host: ledBy };
  if (link) {
    tell({
      type: 'visit',
      route_reason: 'weight',
      guide_id: guide.id,
      ...words,
      ...origin,
      ...(link.visitCost !== undefined && {
        cost_micros: String(dice.whole(link.visitCost / 2, link.visitCost * 1.5)),
        cost_currency: 'USD',
      }),
      ...(!isBot && { is_unique: true }),
    });
    if (dice.chance(0.04)) return; // never saw the page
    at += dice.whole(80, 900);
  }
  const view = { view_id: seededId(dice, at), guide_id: guide.id };
  tell({ type: 'view', ...view, ...origin });
  if (isBot && dice.chance(0.9)) return;
  const quality = link?.quality ?? 1.15;
  // a page read in a hurry, or with care
  const mood = 0.6 + 0.8 * dice.next();
  const items = [...guide.items];
  if (beforeEnd <= SWAP_DAY && items.length > 2) [items[1], items[2]] = [items[2]!, items[1]!];
  for (const [place, item] of items.entries()) {
    if (place > 0 && !dice.chance(SEEN[Math.min(place, 7)]! / SEEN[place - 1 > 7 ? 7 : place - 1]!)) break;
    at += dice.whole(900, 9000);
    const card = { ...view, item_id: item.id, position: place + 1 };
    if (!isBot) tell({ type: 'impression', ...card });
    if (!dice.chance(Math.min(0.9, CLICKED[Math.min(place, 7)]! * item.appeal * quality * mood))) continue;
    at += dice.whole(2000, 20_000);
    const review = site.reviews.find((one) => one.item.offer_id === item.offer_id);
    if (review && dice.chance(0.3)) {
      const read = { view_id: seededId(dice, at), review_id: review.id };
      tell({ type: 'view', ...read });
      const [opened, isTaken] = [at, dice.chance(0.4)];
      if (isTaken) at += dice.whole(5000, 60_000);
      const { seen: inSight, place: button } = readReview(read.view_id, {
        isPhone,
        from: opened,
        until: isTaken ? at : undefined,
      });
      if (!isBot) for (const one of inSight) tell({ ...read, ...one });
      if (!isTaken) break;
      tell({ type: 'click', ...read, ...words, ...wayOut(dice, at, item), ...(button && { place: button }) });
    } else tell({ type: 'click', ...card, ...words, ...wayOut(dice, at, item) });
    if (!dice.chance(0.12)) break;
  }
}

/** What the ad said of itself, and the rule that held: the clicks of a visit are told the same. By dice of its own. */
function wordsOf(visitId: string, { rules = [], weakSite, parameters = [] }: Link) {
  const dice = diceOfId(visitId);
  const params: Record<string, string> = dice.chance(0.9)
    ? { site: `site-${1 + Math.floor(300 * dice.next() ** 3)}`, ad: `ad-${dice.whole(1, 6)}` }
    : {};
  if (weakSite !== undefined && dice.chance(0.4)) params['site'] = weakSite;
  const words = {
    params,
    ...(rules.length > 0 && dice.chance(0.2) && { rule_id: rules[dice.whole(0, rules.length - 1)] }),
    ...(dice.chance(0.3) && { subs: { sub1: `s${dice.whole(1, 9)}` } }),
  };
  for (const name of parameters) if (dice.chance(0.8)) params[name] = `value ${dice.whole(1, 12)}`;
  return words;
}

const wayOut = (dice: Dice, at: number, item: Item) => ({
  click_id: seededId(dice, at),
  offer_id: item.offer_id,
  network_id: item.network_id,
});

/** What the network will report of a click, if anything. */
function conversionOf(site: Site, dice: Dice, click: Click, beforeEnd: number): Told[] {
  const link = site.links.find(({ id }) => id === click.link_id);
  const { quality = 1.2, weakSite } = link ?? {};
  const item = itemOf(site, click);
  const isWeak = link && weakSite !== undefined && wordsOf(click.visit_id!, link).params['site'] === weakSite;
  if (!dice.chance((isWeak ? 0 : 0.034) * quality * quality * (0.5 + item.appeal / 2))) return [];
  const isLost =
    click.network_id === site.brokenNetwork && beforeEnd <= BROKEN_DAYS.first && beforeEnd >= BROKEN_DAYS.last;
  // half within six hours, some after more than a week
  const delayMs = 6 * HOUR_MS * Math.exp(1.6 * (dice.next() + dice.next() + dice.next() - 1.5) * 1.4);
  const payout = Math.round((item.payout * (0.8 + 0.4 * dice.next())) / 10_000) * 10_000;
  const step = (status: Report['status'], at: number, before: Report['status'] | undefined): Told => ({
    at: Math.round(at),
    status,
    before,
    soldAt: Math.round(soldAt),
    click,
    click_id: click.click_id,
    network_id: click.network_id!,
    txid: `T${click.click_id.slice(10)}`,
    payout,
    currency: item.currency,
    // one offer in four pays for leads
    kind: item.offer_id % 4 === 3 ? 'lead' : 'sale',
  });
  const soldAt = Date.parse(click.ts) + delayMs;
  const decidedAt = soldAt + dice.whole(2 * 24, 12 * 24) * HOUR_MS;
  const isApproved = dice.chance(0.86);
  const steps = [step('pending', soldAt, undefined), step(isApproved ? 'approved' : 'rejected', decidedAt, 'pending')];
  if (isApproved && dice.chance(0.05))
    steps.push(step('reversed', decidedAt + dice.whole(3 * 24, 21 * 24) * HOUR_MS, 'approved'));
  return isLost || item.isSilent ? [] : steps;
}

function itemOf(site: Site, click: Click): Item {
  const listed = site.guides.find((one) => one.id === click.guide_id)?.items.find((one) => one.id === click.item_id);
  return listed ?? site.reviews.find((one) => one.id === click.review_id)!.item;
}

/** The changes of the sums that a report makes, as `conversions` would ship them. */
export function deltasOf(told: Told, conversionId: number): ConversionDelta[] {
  const {
    is_bot: _bot,
    is_internal: _own,
    type: _type,
    ts: clickTs,
    bot_reason: _reason,
    crawler: _crawler,
    ...dims
  } = told.click;
  const delta = (status: Report['status'], sign: 1 | -1): ConversionDelta => ({
    ...dims,
    type: 'conversion',
    ts: new Date(told.soldAt).toISOString(),
    event_id: `c${conversionId}.${told.status}.${status}`,
    conversion_id: String(conversionId),
    network_id: told.network_id,
    event_kind: told.kind,
    status,
    delta_count: sign,
    delta_micros: String(sign * told.payout),
    currency: told.currency,
    click_ts: clickTs,
    attribution: 'matched',
  });
  return [...(told.before ? [delta(told.before, -1)] : []), delta(told.status, 1)];
}
