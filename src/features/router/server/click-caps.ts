import type { BehaviourEvent, VisitorFacts } from '../../events/contract.ts';
import { destinationCap } from '../../links/server/destination-caps.ts';
import { capOf, type Cap, type Caps } from '../../offers/server/caps.ts';
import type { CapCounted } from '../../offers/server/store-caps.ts';
import type { ConversionCaps } from './conversion-caps.ts';
import type { Offer, Routing, StoredLink } from './redirecting/routing-tables.ts';

/** What a redirect asks of the counters. */
export type ClickCaps = Pick<Caps, 'isReached' | 'take'> & Pick<ConversionCaps, 'isFull'>;

/** Caps count people: bots and own visits are kept out, as in every report. */
export const isCounted = (facts: Pick<VisitorFacts, 'is_bot' | 'is_internal'>): boolean =>
  !facts.is_bot && !facts.is_internal;

const NONE: readonly Cap[] = [];

/** The click caps of an offer. */
export function offerCaps(table: Pick<Routing, 'zone'>, offer: Offer): readonly Cap[] {
  const { id, cap_clicks_daily: daily, cap_total: total, cap_timezone: zone } = offer;
  if (!daily && !total) return NONE;
  const caps: Cap[] = [];
  if (daily) caps.push({ kind: 'offer_day', id, limit: daily, zone: zone ?? table.zone });
  if (total) caps.push({ kind: 'offer_total', id, limit: total, zone: undefined });
  return caps;
}

export const linkCap = (link: Pick<StoredLink, 'id' | 'click_limit'>): Cap | undefined =>
  capOf('link_total', link.id, link.click_limit, undefined);

/** Every cap that a snapshot knows, so that its first part can be taken ahead of the first click. */
export const capsOf = (table: Routing): Cap[] => [
  ...[...table.offers.values()].flatMap((offer) => offerCaps(table, offer)),
  ...[...table.linksWithCaps.values()].flatMap((link) =>
    [linkCap(link), ...link.destinations.map((one) => destinationCap(table, one))].filter((cap) => cap !== undefined),
  ),
];

/** What a record of the journal has used up. */
export function countedIn(payload: string): CapCounted[] {
  return (JSON.parse(payload) as BehaviourEvent[]).filter(isCounted).flatMap((event): CapCounted[] => {
    const { ts } = event;
    if (event.type === 'click' && event.offer_id !== undefined)
      return [
        { kind: 'offer_day', id: event.offer_id, ts },
        { kind: 'offer_total', id: event.offer_id, ts },
      ];
    if (event.type !== 'visit') return [];
    return [
      // whom the limit turned away used up nothing of it
      ...(event.link_id === undefined || event.route_reason === 'click_limit'
        ? []
        : [{ kind: 'link_total' as const, id: event.link_id, ts }]),
      ...(event.destination_id === undefined
        ? []
        : [{ kind: 'destination_day' as const, id: event.destination_id, ts }]),
    ];
  });
}
