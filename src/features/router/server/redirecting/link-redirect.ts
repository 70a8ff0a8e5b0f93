import { newEventId } from '../../../../platform/ids.ts';
import { formatMicros } from '../../../../platform/money.ts';
import { isoText } from '../../../../platform/time.ts';
import type { BehaviourEvent, Context } from '../../../events/contract.ts';
import { decideRoute } from '../../../links/rules.ts';
import { destinationCap } from '../../../links/server/destination-caps.ts';
import type { Arrival } from '../../arrival.ts';
import { capture, costOf, type Captured } from '../../captured.ts';
import { isCounted, linkCap } from '../click-caps.ts';
import type { Destination, StoredLink } from './routing-tables.ts';
import { availabilityOf, visitOf } from './availability.ts';
import { recordClick, recordOrLog, takeFrom, type Redirect, type RedirectParts } from './record-click.ts';
import { forwardedBy, locationOf } from './location.ts';
import { createPreparedLinks } from './prepared-links.ts';
import { macrosOf } from './redirect-macros.ts';
import { createChannels, readChannels } from '../../../visitors/server/channel-of.ts';
import { createReturningVisitors } from '../../../visitors/server/returning-visitors.ts';

/** The way of a tracking link: a visit, and at once a click where the link leads to an offer. */
export function createLinkRedirect(parts: RedirectParts) {
  const { routing, caps, clock, returning = createReturningVisitors() } = parts;
  const { channelOf = createChannels(readChannels(undefined)) } = parts;
  const preparedLink = createPreparedLinks();

  return async (slug: string, arrival: Arrival): Promise<Redirect | undefined> => {
    const { query, facts, hasPrivacySignal, mends } = arrival;
    const table = routing();
    const link = table.linkBySlug.get(slug.toLowerCase());
    if (!link) return undefined;
    const now = clock();
    const { source, utmDefaults, routed, asksVisitor } = preparedLink(table, link);
    const captured = capture(query, {
      clickIdParam: source?.click_id_param ?? null,
      parameters: source?.parameters ?? [],
      utmDefaults,
      conflict: link.param_conflict,
      withoutAdIds: hasPrivacySignal,
    });
    const visit = visitOf(arrival, link.traffic_source_id, now.getTime(), () =>
      asksVisitor ? returning.has(link.id, facts.visitor) : undefined,
    );
    const available = availabilityOf(table, caps, link, visit);
    const decision = decideRoute(routed, visit, available, { roll: parts.roll, visitor: facts.visitor });
    const { destination, reason } = decision;
    if (asksVisitor) returning.note(link.id, facts.visitor);
    // no other request comes between the decision and this
    const offer = destination && available.offerOf(destination);
    if (isCounted(facts) && reason !== 'click_limit') {
      takeFrom(caps, linkCap(link), now);
      if (destination) takeFrom(caps, destinationCap(table, destination), now);
    }
    const context = contextOf(now, link, destination, captured);
    context.channel = channelOf({
      // a copy on disk of an earlier release knows no types
      sourceType: link.traffic_source_id === null ? undefined : (source?.type ?? 'other'),
      utm: captured.utm,
      adIds: captured.ad_ids,
      referrerHost: facts.referrer_host,
      ownHost: arrival.ownHost,
    });
    const cost = costOf(source, query, link);
    if (cost.cost_micros !== undefined)
      context.paid = `${formatMicros(BigInt(cost.cost_micros))} ${cost.cost_currency}`;
    const event: BehaviourEvent = {
      ...facts,
      ...context,
      type: 'visit',
      ts: context.ts,
      guide_id: destination?.guide_id ?? undefined,
      review_id: destination?.review_id ?? undefined,
      params: captured.params,
      route_reason: reason,
      rule_id: decision.ruleId,
      mended: mends?.join(),
      ...cost,
    };
    const status = link.redirect_type === 307 ? 307 : 302;
    if (offer) return { status, location: await recordClick(parts, { now, facts, context, offer }, [event]) };
    await recordOrLog(parts, [event]);
    const location = locationOf(table, link, decision, {
      forwarded: forwardedBy(link, query, utmDefaults),
      token: parts.seal(context),
      macros: () => macrosOf(table, { now, facts, context }),
    });
    return { status, location };
  };
}

const contextOf = (
  now: Date,
  link: StoredLink,
  destination: Destination | undefined,
  captured: Captured,
): Context & { ts: string } => ({
  visit_id: newEventId(now.getTime()),
  ts: isoText(now),
  link_id: link.id,
  destination_id: destination?.id,
  source_id: link.traffic_source_id ?? undefined,
  external_id: captured.external_id,
  ad_ids: captured.ad_ids,
  utm: captured.utm,
  subs: captured.subs,
});
