import { newEventId } from '../../../platform/ids.ts';
import { formatMicros } from '../../../platform/money.ts';
import { expand, type MacroValues } from '../../../platform/macros/macros.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Clock } from '../../../platform/time.ts';
import {
  CTA_PLACES,
  type BehaviourEvent,
  type Context,
  type CtaPlace,
  type VisitorFacts,
} from '../../events/contract.ts';
import type { Cap } from '../../offers/server/caps.ts';
import type { Mend } from '../../links/contract.ts';
import { capture, costOf, type Captured } from '../captured.ts';
import { forwardedParams } from '../forwarding.ts';
import { audienceReasonOf, decideRoute, type AudienceReason } from '../../links/rules.ts';
import { isCounted, linkCap, offerCaps, type ClickCaps } from './click-caps.ts';
import { destinationCap } from '../../links/server/destination-caps.ts';
import { createPrepared } from './redirecting/prepared.ts';
import { macrosOf, offerMacros } from './redirecting/redirect-macros.ts';
import { createSeen } from './redirecting/seen.ts';
import { carriedOn, shutItem, shutReview, type Shut } from './shut.ts';
import { firstOpen, openOffer, sightOf, visitOf } from './redirecting/sight.ts';
import { type Destination, type Item, type Offer, type Review, type Routing, type StoredLink } from './snapshot.ts';

const VIEW_TOKEN_AGE_MS = 7 * 24 * 3_600_000;

/** What a redirect knows of its request. */
export type Arrival = {
  query: URLSearchParams;
  facts: VisitorFacts;
  /** Read from the headers only when a rule asks. */
  osVersion?: () => string | undefined;
  hasPrivacySignal: boolean;
  /** How its address had to be mended; undefined when it had not. */
  mends?: readonly Mend[] | undefined;
};

export type Redirect = { status: 302 | 307; location: string };

/** Where somebody is sent, or why nobody can be. */
export type Way = Redirect | Shut;

type Parts = {
  routing: () => Routing;
  record: (events: BehaviourEvent[]) => Promise<void>;
  seal: (context: Context) => string;
  open: (token: string, maxAgeMs: number) => Context | undefined;
  caps: ClickCaps;
  clock: Clock;
  /** In [0, 1). */
  roll: () => number;
  /** Where readers reach the site; undefined: each request says it, and no address of a page goes out. */
  origin?: string | undefined;
  log: Log;
};

/**
 * The three ways out. Each resolves when its event is on disk; undefined = there is no such link, product or review. An offer takes those
 * of its audience only, by whatever way they come; a link has its fallback for the others, a button of a page has not.
 */
export type Redirects = {
  go(slug: string, arrival: Arrival): Promise<Redirect | undefined>;
  outItem(itemId: number, arrival: Arrival): Promise<Way | undefined>;
  outReview(slug: string, arrival: Arrival): Promise<Way | undefined>;
};

/** What a page's own address says of where its reader came from, when no link of ours did. */
export const captureArrival = (query: URLSearchParams, withoutAdIds: boolean): Captured =>
  capture(query, { clickIdParam: null, parameters: [], utmDefaults: {}, conflict: 'incoming_wins', withoutAdIds });

/** Decides from memory, appends to the journal, answers. It never waits for a database. */
export function createRedirects(parts: Parts): Redirects {
  const { routing, clock } = parts;
  const prepared = createPrepared();
  const seen = createSeen();

  /** A full disk must not stop the reader: the way out stays open, and the loss is said in the log. */
  async function record(events: BehaviourEvent[]): Promise<void> {
    try {
      await parts.record(events);
    } catch (error) {
      parts.log.error({ err: error, events: events.length }, 'an event could not be written to the journal');
    }
  }

  function take(cap: Cap | undefined, now: Date): void {
    if (cap) parts.caps.take(cap, now.getTime());
  }

  async function leave(
    now: Date,
    facts: VisitorFacts,
    context: Context,
    place: { offer: Offer; item?: Item; review?: Review; cta?: CtaPlace | undefined },
    visit: BehaviourEvent[] = [],
  ): Promise<string> {
    const clickId = newEventId(now.getTime());
    const { offer, item, review, cta } = place;
    if (isCounted(facts)) for (const cap of offerCaps(routing(), offer)) take(cap, now);
    const click: BehaviourEvent = {
      ...facts,
      ...context,
      type: 'click',
      ts: now.toISOString(),
      click_id: clickId,
      guide_id: item?.guide_id ?? context.guide_id,
      item_id: item?.id,
      position: item?.rank,
      review_id: review?.id ?? context.review_id,
      offer_id: offer.id,
      network_id: offer.network_id ?? undefined,
      place: cta,
    };
    await record([...visit, click]);
    return expand(
      offer.template,
      offerMacros(routing(), now, clickId, facts, context, { ...place, origin: parts.origin }),
      'url',
    );
  }

  const askedOf = (now: Date, who: VisitorFacts, reason: AudienceReason) => ({
    table: routing(),
    caps: parts.caps,
    nowMs: now.getTime(),
    who,
    reason,
  });
  const carriedIn = (query: URLSearchParams) =>
    carriedOn(query.get('v'), (token) => parts.open(token, VIEW_TOKEN_AGE_MS));

  return {
    async go(slug, { query, facts, osVersion, hasPrivacySignal, mends }) {
      const table = routing();
      const link = table.linkBySlug.get(slug.toLowerCase());
      if (!link) return undefined;
      const now = clock();
      const ts = now.toISOString();
      const { source, utmDefaults, routed, asksVisitor } = prepared(table, link);
      const taken = capture(query, {
        clickIdParam: source?.click_id_param ?? null,
        parameters: source?.parameters ?? [],
        utmDefaults,
        conflict: link.param_conflict,
        withoutAdIds: hasPrivacySignal,
      });
      const asked = visitOf(now.getTime(), link.traffic_source_id, query, { facts, osVersion }, () =>
        asksVisitor ? seen.has(link.id, facts.visitor) : undefined,
      );
      const sight = sightOf(table, link, asked, parts.caps);
      const { destination, reason, ruleId } = decideRoute(routed, asked, sight, {
        roll: parts.roll,
        visitor: facts.visitor,
      });
      if (asksVisitor) seen.note(link.id, facts.visitor);
      // no other request comes between the decision and this
      const offer = destination && sight.offerOf(destination);
      if (isCounted(facts) && reason !== 'click_limit') {
        take(linkCap(link), now);
        if (destination) take(destinationCap(table, destination), now);
      }
      const context = contextOf(
        newEventId(now.getTime()),
        ts,
        link.id,
        destination?.id,
        link.traffic_source_id ?? undefined,
        taken,
      );
      const cost = costOf(source, query, link);
      if (cost.cost_micros !== undefined)
        context.paid = `${formatMicros(BigInt(cost.cost_micros))} ${cost.cost_currency}`;
      const visit: BehaviourEvent = {
        ...facts,
        ...context,
        type: 'visit',
        ts,
        guide_id: destination?.guide_id ?? undefined,
        review_id: destination?.review_id ?? undefined,
        params: taken.params,
        route_reason: reason,
        rule_id: ruleId,
        mended: mends?.join(),
        ...cost,
      };
      const status = link.redirect_type === 307 ? 307 : 302;
      if (offer) return { status, location: await leave(now, facts, context, { offer }, [visit]) };
      await record([visit]);
      const forwarded = forwardedParams(query, {
        forward: link.forward_params,
        listed: link.forward_list,
        defaults: utmDefaults,
        conflict: link.param_conflict,
      });
      return {
        status,
        location: locationOf(table, link, destination, reason, forwarded, parts.seal(context), () =>
          macrosOf(table, now, context, facts),
        ),
      };
    },

    async outItem(itemId, { query, facts, hasPrivacySignal }) {
      const table = routing();
      const item = table.items.get(itemId);
      if (!item) return undefined;
      const now = clock();
      const offer = firstOpen(table, parts.caps, [item.offer_id, item.fallback_offer_id], now.getTime(), facts);
      if (Array.isArray(offer) || !item.is_visible) {
        const reason = item.is_visible && Array.isArray(offer) ? audienceReasonOf(offer) : undefined;
        if (reason) return { shut: shutItem(askedOf(now, facts, reason), item), ...carriedIn(query) };
        return { status: 302, location: table.publicGuides.has(item.guide_id) ? `/listicles/${item.guide_id}` : '/' };
      }
      return { status: 302, location: await leave(now, facts, contextIn(query, hasPrivacySignal), { offer, item }) };
    },

    async outReview(slug, { query, facts, hasPrivacySignal }) {
      const table = routing();
      const review = table.reviewBySlug.get(slug);
      if (!review) return undefined;
      const now = clock();
      const offer = openOffer(table, parts.caps, review.offer_id, now.getTime(), facts);
      if (typeof offer === 'string') {
        const reason = audienceReasonOf([offer]);
        if (reason) return { shut: shutReview(askedOf(now, facts, reason), review), ...carriedIn(query) };
        return { status: 302, location: review.isPublic ? `/offer-reviews/${review.slug}` : '/' };
      }
      const place = { offer, review, cta: ctaOf(query) };
      return { status: 302, location: await leave(now, facts, contextIn(query, hasPrivacySignal), place) };
    },
  };

  function contextIn(query: URLSearchParams, withoutAdIds: boolean): Context {
    const token = query.get('v');
    const context = (token && parts.open(token, VIEW_TOKEN_AGE_MS)) || {};
    return withoutAdIds ? { ...context, ad_ids: undefined, external_id: undefined } : context;
  }
}

/** The button that a review's page says was pressed: a word of the list, whatever else an address holds. */
const ctaOf = (query: URLSearchParams): CtaPlace | undefined => CTA_PLACES.find((place) => place === query.get('p'));

function contextOf(
  visitId: string,
  ts: string,
  linkId: number,
  destinationId: number | undefined,
  sourceId: number | undefined,
  taken: Captured,
): Context {
  return {
    visit_id: visitId,
    ts,
    link_id: linkId,
    destination_id: destinationId,
    source_id: sourceId,
    external_id: taken.external_id,
    ad_ids: taken.ad_ids,
    utm: taken.utm,
    subs: taken.subs,
  };
}

/** The address of a destination that is no offer, or the link's way out when there is none; a way out that is no address leads home. */
function locationOf(
  table: Routing,
  link: { fallback_url: string; expired_url: string | null },
  destination: Destination | undefined,
  reason: string,
  forwarded: URLSearchParams,
  token: string,
  macros: () => MacroValues,
): string {
  if (destination?.guide_id != null) return inside(`/listicles/${destination.guide_id}`, forwarded, token);
  if (destination?.review_id != null)
    return inside(`/offer-reviews/${table.reviewById.get(destination.review_id)!.slug}`, forwarded, token);
  if (destination?.url != null) return outside(destination.url, forwarded, macros);
  const wayOut =
    reason === 'expired' || reason === 'click_limit' || reason === 'link_archived'
      ? (link.expired_url ?? link.fallback_url)
      : link.fallback_url;
  return wayOut.startsWith('/') ? inside(wayOut, forwarded, token) : outside(wayOut, forwarded, macros);
}

/** Where a visit would lead, without the ids that one visit adds. @param offer of the destination, if it is one */
export function wayOutOf(
  table: Routing,
  link: StoredLink,
  destination: Destination | undefined,
  offer: Offer | undefined,
  reason: string,
  query: URLSearchParams,
  utmDefaults: Readonly<Record<string, string>>,
): string {
  if (offer) return expand(offer.template, {}, 'url');
  const forwarded = forwardedParams(query, {
    forward: link.forward_params,
    listed: link.forward_list,
    defaults: utmDefaults,
    conflict: link.param_conflict,
  });
  return locationOf(table, link, destination, reason, forwarded, '', () => ({})).replace(/[?&]v=(?=#|$)/, '');
}

/** @param token URL-safe as it is */
function inside(path: string, forwarded: URLSearchParams, token: string): string {
  const [before = '/', fragment] = path.split('#', 2);
  forwarded.delete('v');
  const pairs = forwarded.size === 0 ? '' : `${forwarded.toString()}&`;
  return `${before}${before.includes('?') ? '&' : '?'}${pairs}v=${token}${fragment === undefined ? '' : `#${fragment}`}`;
}

function outside(template: string, forwarded: URLSearchParams, macros: () => MacroValues): string {
  const url = new URL(expand(template, macros(), 'url'));
  for (const [key, value] of forwarded) if (!url.searchParams.has(key)) url.searchParams.append(key, value);
  return url.href;
}
