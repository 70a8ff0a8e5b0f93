import { bodyIn, createPackedRecords, headIn } from '../../../../platform/server/packed-records.ts';
import { createShapes } from '../../../../platform/server/shapes.ts';
import type { RoutedDestination, RoutedLink } from '../../../links/rules.ts';
import type { routableGuides, routableItems } from '../../../guides/server/service.ts';
import type { routableOffers } from '../../../offers/server/offer-facts.ts';
import type { formerReviewSlugs, routableReviews } from '../../../reviews/server/service.ts';
import type { Settings } from '../../../settings/contract.ts';
import type { routableSources } from '../../../sources/server/service.ts';
import type { routableLinks } from '../routable.ts';
import { createSlugIndex, group, take, type Lookup } from './slug-index.ts';

type Read<F extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<F>>;

/** What the router needs to know, as plain data; it also lies on disk, so that a start without a database can redirect. */
export type Facts = {
  links: Read<typeof routableLinks>;
  guides: Read<typeof routableGuides>;
  items: Read<typeof routableItems>;
  reviews: Read<typeof routableReviews>;
  formerReviewSlugs: Read<typeof formerReviewSlugs>;
  offers: Read<typeof routableOffers>;
  sources: Read<typeof routableSources>;
  /** The site's time zone. */
  zone: string;
  /** What pages that are drawn from here say around their words; a file of before had none. */
  site?: SiteWords;
};

export type SiteWords = Pick<Settings, 'brand' | 'tagline' | 'disclosure' | 'contact_email' | 'time_zone'>;
export type StoredLink = Facts['links'][number];
export type Item = Facts['items'][number];
export type Offer = Facts['offers'][number];
export type Source = Facts['sources'][number];
export type Review = Facts['reviews'][number];
export type Guide = Facts['guides'][number];
export type Destination = RoutedDestination & StoredLink['destinations'][number];
export type Link = RoutedLink<Destination> &
  Omit<StoredLink, 'status' | 'sticky' | 'rotation' | 'rules' | 'destinations'>;

/** Of a link with a limit of its own or of a destination: what its caps are made of. */
export type CappedLink = Pick<StoredLink, 'id' | 'name' | 'click_limit'> & {
  /** Those with a cap. */
  destinations: Pick<StoredLink['destinations'][number], 'id' | 'cap_daily_clicks' | 'cap_daily_conversions'>[];
};

type TargetKind = 'guide' | 'review' | 'offer';
type Walk<T> = { keys(): Iterable<number>; values(): Iterable<T> };

/**
 * The facts by the keys that requests bring. Offers and destinations are judged again at each decision, because they start and end.
 * What changed is put into the same maps, so a table that is held across an `await` tells what is right by then. Links and products
 * are many: they are held as text and parsed when they are asked for, so going through all of them is work; give redirects their turn.
 */
export type Routing = {
  /** By the slugs of before too: ads that run still name them. */
  linkBySlug: Lookup<string, StoredLink>;
  linkById: Lookup<number, StoredLink> & {
    keys(): Iterable<number>;
    values(ids?: Iterable<number>): Iterable<StoredLink>;
  };
  /** What is to be counted every few seconds is found among few. */
  linksWithCaps: ReadonlyMap<number, CappedLink>;
  linksWithRules: Pick<Walk<StoredLink>, 'values'>;
  /** Ids of the links that lead to a guide, a review or an offer, by its id. */
  linksTo: Readonly<Record<TargetKind, ReadonlyMap<number, ReadonlySet<number>>>>;
  publicGuides: Pick<ReadonlySet<number>, 'has'>;
  guides: ReadonlyMap<number, Guide>;
  items: Lookup<number, Item> & Walk<Item>;
  /** Products by guide, those that readers do not see too. */
  itemsByGuide: Pick<Lookup<number, Iterable<Item>>, 'get'>;
  /** Products by the offer of their own. */
  itemsByOffer: Pick<Lookup<number, Iterable<Item>>, 'get'>;
  /** By the slugs of before too: pages that are open in browsers still name them. */
  reviewBySlug: Lookup<string, Review>;
  reviewById: ReadonlyMap<number, Review>;
  offers: ReadonlyMap<number, Offer>;
  sources: ReadonlyMap<number, Source>;
  /** The site's: whose midnight begins a day of caps. */
  zone: string;
  site: SiteWords | undefined;
};

export const EMPTY: Facts = {
  links: [],
  guides: [],
  items: [],
  reviews: [],
  formerReviewSlugs: [],
  offers: [],
  sources: [],
  zone: 'UTC',
};

/** Records that were read anew: ids of those that were asked for, and those of them that are there by now. */
export type Renewed<T> = { ids: readonly number[]; records: readonly T[] };

/** Some of the facts, as they are by now. A guide brings its products, a review its slugs of before. */
export type Renewal = {
  links?: Renewed<StoredLink>;
  guides?: Renewed<Guide> & { items: readonly Item[] };
  reviews?: Renewed<Review> & { former: Facts['formerReviewSlugs'] };
  offers?: Renewed<Offer>;
  sources?: Renewed<Source>;
  site?: Pick<Facts, 'zone' | 'site'>;
};

/** Tables that hold the facts, and take in what changed of them. */
export type RoutingTables = {
  /** Another object after each renewal. */
  current(): Routing;
  renew(renewal: Renewal): void;
  /** Takes in a line of `kept`. */
  takeLine(line: Buffer): void;
  /** As they go to disk. */
  kept(): { value: Omit<Facts, 'links' | 'items'>; lines: Iterable<Buffer> };
};

/** What is known of a link or product without parsing it; the word says which of them a line on disk is. */
type LinkHead = {
  link: number;
  slug: string;
  former?: string[];
  isCapped?: true;
  isRuled?: true;
  /** Ids of what it leads to. */
  to?: Partial<Record<TargetKind, number[]>>;
};
type ItemHead = { item: number; guide: number; offer: number | null };
/** Of a line by which those behind it are read. */
type ShapeHead = { shape: number };

const TARGET_KINDS = ['guide', 'review', 'offer'] as const satisfies TargetKind[];

/** Those that visitors ask for again and again are parsed once. */
const PARSED_LINKS = 1000;
const PARSED_ITEMS = 2000;

export function createRoutingTables(facts: Facts): RoutingTables {
  const shapes = createShapes();
  const links = createPackedRecords<StoredLink, LinkHead>(headOfLink, { parsedMost: PARSED_LINKS, shapes });
  const linkSlugs = createSlugIndex(links);
  const linksWithCaps = new Map<number, CappedLink>();
  const ruledLinks = new Set<number>();
  const linksTo = { guide: new Map(), review: new Map(), offer: new Map() } satisfies Record<
    TargetKind,
    Map<number, Set<number>>
  >;
  const reviews = new Map<number, Review>();
  const reviewSlugs = createSlugIndex(reviews);
  const [guides, offers, sources] = [new Map<number, Guide>(), new Map<number, Offer>(), new Map<number, Source>()];
  const items = createPackedRecords<Item, ItemHead>(headOfItem, { parsedMost: PARSED_ITEMS, shapes });
  const itemsByGuide = new Map<number, Set<number>>();
  const itemsByOffer = new Map<number, Set<number>>();

  function eachTarget({ link, to = {} }: LinkHead, work: typeof group<number>): void {
    for (const kind of TARGET_KINDS) for (const id of to[kind] ?? []) work(linksTo[kind], id, link);
  }
  function noteLink(head: LinkHead, record: () => StoredLink): void {
    const { link: id, slug, former, isCapped, isRuled } = head;
    linkSlugs.put({ id, slug }, former);
    eachTarget(head, group);
    if (isCapped) linksWithCaps.set(id, cappedOf(record()));
    if (isRuled) ruledLinks.add(id);
  }
  function putLinks({ ids, records }: Renewed<StoredLink>): void {
    const there = idsOf(records);
    for (const id of ids) {
      const head = links.head(id);
      linkSlugs.remove(id, head?.slug);
      if (head) eachTarget(head, take);
      linksWithCaps.delete(id);
      ruledLinks.delete(id);
      // what is the same as before stays as it is
      if (!there.has(id)) links.delete(id);
    }
    for (const record of records) {
      links.put(record);
      noteLink(headOfLink(record), () => record);
    }
  }

  function noteItem({ item, guide, offer }: ItemHead): void {
    group(itemsByGuide, guide, item);
    group(itemsByOffer, offer, item);
  }
  function forgetItem(id: number): void {
    const head = items.head(id);
    if (!head) return;
    take(itemsByGuide, head.guide, id);
    take(itemsByOffer, head.offer, id);
  }
  function putItems(guideIds: readonly number[], records: readonly Item[]): void {
    const there = idsOf(records);
    for (const id of guideIds.flatMap((guide) => [...(itemsByGuide.get(guide) ?? [])])) {
      forgetItem(id);
      if (!there.has(id)) items.delete(id);
    }
    for (const record of records) {
      forgetItem(record.id);
      items.put(record);
      noteItem(headOfItem(record));
    }
  }

  function putReviews({ ids, records, former }: NonNullable<Renewal['reviews']>): void {
    for (const id of ids) reviewSlugs.remove(id, reviews.get(id)?.slug);
    put(reviews, { ids, records });
    for (const record of records) reviewSlugs.put(record);
    reviewSlugs.lead(former);
  }

  function* lines(): Generator<Buffer> {
    let told = 0;
    for (const all of [links, items])
      for (const line of all.lines()) {
        for (const keys of shapes.keys(told))
          yield Buffer.from(`${JSON.stringify({ shape: (told += 1) } satisfies ShapeHead)}\t${JSON.stringify(keys)}`);
        yield line;
      }
  }

  putLinks({ ids: [], records: facts.links });
  putReviews({ ids: [], records: facts.reviews, former: facts.formerReviewSlugs });
  put(guides, { ids: [], records: facts.guides });
  put(offers, { ids: [], records: facts.offers });
  put(sources, { ids: [], records: facts.sources });
  putItems([], facts.items);
  let routing: Routing = {
    linkBySlug: linkSlugs.records,
    linkById: links,
    linksWithCaps,
    linksWithRules: { values: () => links.values(ruledLinks) },
    linksTo,
    publicGuides: { has: (id) => guides.get(id)?.isPublic === true },
    guides,
    items,
    itemsByGuide: { get: (id) => items.values(itemsByGuide.get(id) ?? []) },
    itemsByOffer: { get: (id) => items.values(itemsByOffer.get(id) ?? []) },
    reviewBySlug: reviewSlugs.records,
    reviewById: reviews,
    offers,
    sources,
    zone: facts.zone,
    site: facts.site,
  };

  return {
    current: () => routing,
    renew(fresh) {
      if (fresh.links) putLinks(fresh.links);
      if (fresh.reviews) putReviews(fresh.reviews);
      if (fresh.guides) {
        put(guides, fresh.guides);
        putItems(fresh.guides.ids, fresh.guides.items);
      }
      if (fresh.offers) put(offers, fresh.offers);
      if (fresh.sources) put(sources, fresh.sources);
      routing = { ...routing, ...fresh.site };
    },
    takeLine(line) {
      const head = headIn<LinkHead | ItemHead | ShapeHead>(line);
      if ('shape' in head) shapes.add(bodyIn(line) as string[]);
      else if ('link' in head) {
        links.putLine(head.link, line);
        noteLink(head, () => links.get(head.link)!);
      } else {
        items.putLine(head.item, line);
        noteItem(head);
      }
    },
    kept: () => ({
      value: {
        guides: [...guides.values()],
        reviews: [...reviews.values()],
        formerReviewSlugs: reviewSlugs.leading(),
        offers: [...offers.values()],
        sources: [...sources.values()],
        zone: routing.zone,
        ...(routing.site && { site: routing.site }),
      },
      lines: lines(),
    }),
  };
}

const headOfLink = (link: StoredLink): LinkHead => ({
  link: link.id,
  slug: link.slug,
  ...(link.former_slugs && { former: link.former_slugs }),
  ...(hasCap(link) && { isCapped: true }),
  ...(link.rules?.length && { isRuled: true }),
  ...targetsOf(link),
});

function targetsOf({ destinations }: StoredLink): Pick<LinkHead, 'to'> {
  const to: LinkHead['to'] = {};
  for (const one of destinations) {
    if (one.guide_id !== null) (to.guide ??= []).push(one.guide_id);
    if (one.review_id !== null) (to.review ??= []).push(one.review_id);
    if (one.offer_id !== null) (to.offer ??= []).push(one.offer_id);
  }
  return to.guide || to.review || to.offer ? { to } : {};
}
const headOfItem = ({ id, guide_id, offer_id }: Item): ItemHead => ({ item: id, guide: guide_id, offer: offer_id });

/** Zero stands for no cap. */
const hasCap = ({ click_limit: limit, destinations }: StoredLink): boolean =>
  Boolean(limit) || destinations.some(isCapped);
const isCapped = (one: StoredLink['destinations'][number]): boolean =>
  one.cap_daily_clicks > 0 || one.cap_daily_conversions > 0;

const cappedOf = ({ id, name, click_limit, destinations }: StoredLink): CappedLink => ({
  id,
  name,
  click_limit,
  destinations: destinations.filter(isCapped).map(({ id: own, cap_daily_clicks, cap_daily_conversions }) => ({
    id: own,
    cap_daily_clicks,
    cap_daily_conversions,
  })),
});

const idsOf = (records: readonly { id: number }[]): Set<number> => new Set(records.map(({ id }) => id));

function put<T extends { id: number }>(map: Map<number, T>, { ids, records }: Renewed<T>): void {
  for (const id of ids) map.delete(id);
  for (const record of records) map.set(record.id, record);
}
