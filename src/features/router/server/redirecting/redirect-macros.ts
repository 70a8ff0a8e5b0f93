import { randomText } from '../../../../platform/ids.ts';
import { momentMacros, type MacroValues } from '../../../../platform/macros/macros.ts';
import type { Context, CtaPlace, VisitorFacts } from '../../../events/contract.ts';
import type { Item, Offer, Review, Routing } from './routing-tables.ts';

/** Who goes to an offer and when, and what they pressed: the button of a product or of a review, or an ad whose link leads there. */
export type Departure = {
  now: Date;
  facts: VisitorFacts;
  context: Context;
  offer: Offer;
  item?: Item;
  review?: Review;
  cta?: CtaPlace | undefined;
};

/** What an address that a visit leads to may hold. */
export function macrosOf(
  table: Routing,
  { now, facts, context }: Pick<Departure, 'now' | 'facts' | 'context'>,
): Record<string, string | undefined> {
  const link = context.link_id === undefined ? undefined : table.linkById.get(context.link_id);
  const source = context.source_id === undefined ? undefined : table.sources.get(context.source_id);
  const [cost, currency] = context.paid?.split(' ') ?? [];
  return {
    ...momentMacros(now, randomText(8)),
    ...context.ad_ids,
    ...context.utm,
    ...context.subs,
    visit_id: context.visit_id,
    external_id: context.external_id,
    'source.id': text(source?.id),
    'source.name': source?.name,
    'link.id': text(link?.id),
    'link.slug': link?.slug,
    'dest.id': text(context.destination_id),
    cost,
    currency,
    country: facts.country ?? undefined,
    region: facts.region ?? undefined,
    device: facts.device ?? undefined,
    os: facts.os ?? undefined,
    browser: facts.browser ?? undefined,
    lang: facts.language ?? undefined,
    referrer_host: facts.referrer_host ?? undefined,
  };
}

/** The same with the click, the offer and where it stood. @param origin of the site, where it is known */
export function offerMacros(
  table: Routing,
  departure: Departure,
  clickId: string,
  origin: string | undefined,
): MacroValues {
  const { offer, item, review } = departure;
  const guideSlug = item && table.guides.get(item.guide_id)?.slug;
  const page =
    item && guideSlug !== undefined
      ? `/listicles/${item.guide_id}-${guideSlug}`
      : review && `/offer-reviews/${review.slug}`;
  return {
    ...macrosOf(table, departure),
    click_id: clickId,
    'guide.id': text(item?.guide_id),
    'guide.slug': guideSlug,
    page_url: origin && page && `${origin}${page}`,
    'item.id': text(item?.id),
    rank: text(item?.rank),
    badge: item?.badge ?? undefined,
    'review.slug': review?.slug,
    'offer.id': text(offer.id),
    'offer.name': offer.name,
    'network.id': text(offer.network_id ?? undefined),
  };
}

const text = (id: number | undefined): string | undefined => (id === undefined ? undefined : String(id));
