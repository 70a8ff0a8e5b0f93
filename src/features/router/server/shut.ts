import type { Context } from '../../events/contract.ts';
import type { Audience } from '../../links/held-back.ts';
import type { AudienceReason } from '../../links/rules.ts';
import { openOffer, type Circumstances } from './redirecting/availability.ts';
import type { Guide, Item, Offer, Review, Routing } from './redirecting/routing-tables.ts';

const MAX_OTHERS = 8;
const MAX_GUIDES = 3;

/** A product that the reader may like instead, in the guide that names it. */
export type OtherProduct = {
  itemId: number;
  name: string;
  badge: string | null;
  ctaText: string;
  guide: Pick<Guide, 'id' | 'slug' | 'title'>;
  /** The shop paid for its place in the list. */
  isSponsored: boolean;
  /** Somebody takes this very visitor there now. */
  isOpen: boolean;
  /** Who does, when it is not the product's own offer. */
  standIn: string | null;
};

/** Why a way out is shut for this visitor, and what is there instead: plain values, all from the snapshot. */
export type ShutExit = {
  reason: AudienceReason;
  name: string;
  /** With `country_not_allowed`: two letters; null where it is not known. */
  country: string | null;
  /** With `device_not_allowed`: those that are let in. */
  devices: readonly string[];
  /** The page that the button stood on; null when the public cannot read it. */
  from: { kind: 'guide'; guide: Pick<Guide, 'id' | 'slug' | 'title'> } | { kind: 'review'; slug: string } | null;
  /** The guide's other products, or the review's alternatives; those that are open first. */
  others: OtherProduct[];
};

/** A way out that was not taken: nothing is counted. `token` is sealed by us, or empty. */
export type Shut = { shut: ShutExit; token: string; hasVisit: boolean };

/** Draws the page of a way out that is shut, for one request. */
export type DrawShut = (
  request: { url: string; headers: Readonly<Record<string, string | string[] | undefined>> },
  shut: Shut,
) => { status: number; headers: Record<string, string>; body: Buffer };

type ShutVisit = Circumstances & { who: Audience; reason: AudienceReason };

/** Seen from the product whose button was pressed. */
export function shutItem(visit: ShutVisit, item: Item): ShutExit {
  const { table } = visit;
  const guide = readable(table, item.guide_id);
  const others = guide ? itemsOf(table, guide.id).filter((one) => one.id !== item.id) : [];
  return {
    ...whyOf(visit, offerOf(table, item.offer_id)),
    name: nameOf(table, item),
    from: guide && { kind: 'guide', guide: named(guide) },
    others: othersOf(visit, others),
  };
}

/** Seen from a review: the alternatives are those of the review's page: what stands beside its product in the newest guides. */
export function shutReview(visit: ShutVisit, review: Review): ShutExit {
  const { table } = visit;
  const holding = [...(table.itemsByOffer.get(review.offer_id) ?? [])].filter(
    (item) => item.is_visible && table.publicGuides.has(item.guide_id),
  );
  const guides = [...new Set(holding.map((item) => item.guide_id))].toSorted((a, b) => b - a).slice(0, MAX_GUIDES);
  const others = guides.flatMap((id) => itemsOf(table, id)).filter((item) => item.offer_id !== review.offer_id);
  const offer = offerOf(table, review.offer_id);
  return {
    ...whyOf(visit, offer),
    name: offer?.name ?? '',
    from: review.isPublic ? { kind: 'review', slug: review.slug } : null,
    others: othersOf(visit, others),
  };
}

/** What of a page's token may be written into another page: nothing that was not sealed by us. */
export const carriedOn = (
  token: string | null,
  open: (token: string) => Context | undefined,
): Pick<Shut, 'token' | 'hasVisit'> => {
  const context = token ? open(token) : undefined;
  return { token: context ? token! : '', hasVisit: context?.visit_id !== undefined };
};

const whyOf = (
  { reason, who }: ShutVisit,
  offer: Offer | undefined,
): Pick<ShutExit, 'reason' | 'country' | 'devices'> => ({
  reason,
  country: reason === 'country_not_allowed' ? (who.country ?? null) : null,
  devices: reason === 'device_not_allowed' ? (offer?.devices_allowed ?? []) : [],
});

const offerOf = (table: Routing, id: number | null): Offer | undefined =>
  id === null ? undefined : table.offers.get(id);

const readable = (table: Routing, guideId: number): Guide | null =>
  table.publicGuides.has(guideId) ? (table.guides.get(guideId) ?? null) : null;

const named = ({ id, slug, title }: Guide): Pick<Guide, 'id' | 'slug' | 'title'> => ({ id, slug, title });

/** Those products that stand on the page of a guide, in their order. */
export const itemsOf = (table: Routing, guideId: number): Item[] =>
  [...(table.itemsByGuide.get(guideId) ?? [])].filter((item) => item.is_visible).toSorted((a, b) => a.rank - b.rank);

/** What readers call a product. */
export const nameOf = (table: Routing, item: Item): string =>
  item.title ?? offerOf(table, item.offer_id)?.name ?? `Product ${item.rank}`;

function othersOf(visit: ShutVisit, items: readonly Item[]): OtherProduct[] {
  const { table } = visit;
  const open = (id: number | null): Offer | undefined => {
    const offer = id === null ? undefined : openOffer(visit, id);
    return typeof offer === 'object' ? offer : undefined;
  };
  const all = new Map<string, OtherProduct>();
  for (const item of items) {
    const name = nameOf(table, item);
    const guide = table.guides.get(item.guide_id);
    // the same product in two guides goes by the name that readers see
    if (!guide || all.has(name)) continue;
    const isOwn = open(item.offer_id) !== undefined;
    const fallback = isOwn ? undefined : open(item.fallback_offer_id);
    all.set(name, {
      itemId: item.id,
      name,
      badge: item.badge_label,
      // a file of before these were kept has none
      ctaText: item.cta_text || 'See it',
      guide: named(guide),
      isSponsored: item.sponsored_placement,
      isOpen: isOwn || fallback !== undefined,
      standIn: fallback?.name ?? null,
    });
  }
  return [...all.values()].toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen)).slice(0, MAX_OTHERS);
}
