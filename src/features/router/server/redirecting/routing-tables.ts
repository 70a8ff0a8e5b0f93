import type { RoutedDestination, RoutedLink } from '../../../links/rules.ts';
import type { routableGuides, routableItems } from '../../../guides/server/service.ts';
import type { routableOffers } from '../../../offers/server/offer-facts.ts';
import type { formerReviewSlugs, routableReviews } from '../../../reviews/server/service.ts';
import type { Settings } from '../../../settings/contract.ts';
import type { routableSources } from '../../../sources/server/service.ts';
import type { routableLinks } from '../routable.ts';

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

type Lookup<K, V> = Pick<ReadonlyMap<K, V>, 'get' | 'has'>;

/**
 * The facts by the keys that requests bring. Offers and destinations are judged again at each decision, because they start and end.
 * What changed is put into the same maps, so a table that is held across an `await` tells what is right by then.
 */
export type Routing = {
  /** By the slugs of before too: ads that run still name them. */
  linkBySlug: Lookup<string, StoredLink>;
  linkById: ReadonlyMap<number, StoredLink>;
  /** Those with a limit of their own or of a destination: what is to be counted every few seconds is found among few. */
  linksWithCaps: ReadonlyMap<number, StoredLink>;
  publicGuides: Pick<ReadonlySet<number>, 'has'>;
  guides: ReadonlyMap<number, Guide>;
  items: ReadonlyMap<number, Item>;
  /** Products by guide, those that readers do not see too. */
  itemsByGuide: Lookup<number, ReadonlySet<Item>>;
  /** Products by the offer of their own. */
  itemsByOffer: Lookup<number, ReadonlySet<Item>>;
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
  /** As they go to disk. */
  facts(): Facts;
};

export function createRoutingTables(facts: Facts): RoutingTables {
  const links = createNamed<StoredLink>((link) => link.former_slugs ?? []);
  const linksWithCaps = new Map<number, StoredLink>();
  const reviews = createNamed<Review>(() => []);
  const [guides, offers, sources] = [new Map<number, Guide>(), new Map<number, Offer>(), new Map<number, Source>()];
  const items = new Map<number, Item>();
  const itemsByGuide = new Map<number, Set<Item>>();
  const itemsByOffer = new Map<number, Set<Item>>();

  function removeItems(guideIds: readonly number[]): void {
    for (const item of guideIds.flatMap((id) => [...(itemsByGuide.get(id) ?? [])])) {
      items.delete(item.id);
      take(itemsByGuide, item.guide_id, item);
      take(itemsByOffer, item.offer_id, item);
    }
  }
  function addItem(item: Item): void {
    items.set(item.id, item);
    group(itemsByGuide, item.guide_id, item);
    group(itemsByOffer, item.offer_id, item);
  }

  function putLinks({ ids, records }: Renewed<StoredLink>): void {
    links.remove(ids);
    links.put(records);
    put(linksWithCaps, { ids, records: records.filter(hasCap) });
  }

  putLinks({ ids: [], records: facts.links });
  reviews.put(facts.reviews);
  reviews.lead(facts.formerReviewSlugs);
  put(guides, { ids: [], records: facts.guides });
  put(offers, { ids: [], records: facts.offers });
  put(sources, { ids: [], records: facts.sources });
  for (const item of facts.items) addItem(item);
  let routing: Routing = {
    linkBySlug: links.bySlug,
    linkById: links.byId,
    linksWithCaps,
    publicGuides: { has: (id) => guides.get(id)?.isPublic === true },
    guides,
    items,
    itemsByGuide,
    itemsByOffer,
    reviewBySlug: reviews.bySlug,
    reviewById: reviews.byId,
    offers,
    sources,
    zone: facts.zone,
    site: facts.site,
  };

  return {
    current: () => routing,
    renew(fresh) {
      if (fresh.links) putLinks(fresh.links);
      if (fresh.reviews) {
        reviews.remove(fresh.reviews.ids);
        reviews.put(fresh.reviews.records);
        reviews.lead(fresh.reviews.former);
      }
      if (fresh.guides) {
        put(guides, fresh.guides);
        removeItems(fresh.guides.ids);
        for (const item of fresh.guides.items) addItem(item);
      }
      if (fresh.offers) put(offers, fresh.offers);
      if (fresh.sources) put(sources, fresh.sources);
      routing = { ...routing, ...fresh.site };
    },
    facts: () => ({
      links: [...links.byId.values()],
      guides: [...guides.values()],
      items: [...items.values()],
      reviews: [...reviews.byId.values()],
      formerReviewSlugs: reviews.leading(),
      offers: [...offers.values()],
      sources: [...sources.values()],
      zone: routing.zone,
      ...(routing.site && { site: routing.site }),
    }),
  };
}

/** Zero stands for no cap. */
const hasCap = ({ click_limit: limit, destinations }: StoredLink): boolean =>
  Boolean(limit) || destinations.some((one) => one.cap_daily_clicks > 0 || one.cap_daily_conversions > 0);

function put<T extends { id: number }>(map: Map<number, T>, { ids, records }: Renewed<T>): void {
  for (const id of ids) map.delete(id);
  for (const record of records) map.set(record.id, record);
}

function group<T>(map: Map<number, Set<T>>, key: number | null, value: T): void {
  if (key === null) return;
  const group = map.get(key);
  if (group) group.add(value);
  else map.set(key, new Set([value]));
}

function take<T>(map: Map<number, Set<T>>, key: number | null, value: T): void {
  const group = key === null ? undefined : map.get(key);
  group?.delete(value);
  if (group?.size === 0) map.delete(key!);
}

type Former = { slug: string; id: number };

/** Records by id and by slug. A slug of before leads to its record while no other has it. */
function createNamed<T extends { id: number; slug: string }>(formerOf: (record: T) => readonly string[]) {
  const byId = new Map<number, T>();
  const present = new Map<string, T>();
  const former = new Map<string, number>();
  const formerById = new Map<number, Set<string>>();

  /** Notes slugs of before. */
  function lead(some: readonly Former[]): void {
    for (const { slug, id } of some) {
      take(formerById, former.get(slug) ?? null, slug);
      former.set(slug, id);
      group(formerById, id, slug);
    }
  }
  const beforeOf = (slug: string): T | undefined => {
    const id = former.get(slug);
    return id === undefined ? undefined : byId.get(id);
  };
  return {
    byId,
    bySlug: {
      get: (slug: string) => present.get(slug) ?? beforeOf(slug),
      has: (slug: string) => present.has(slug) || beforeOf(slug) !== undefined,
    } satisfies Lookup<string, T>,
    lead,
    leading: (): Former[] => [...former].map(([slug, id]) => ({ slug, id })),
    put(records: readonly T[]): void {
      for (const record of records) {
        byId.set(record.id, record);
        present.set(record.slug, record);
        lead(formerOf(record).map((slug) => ({ slug, id: record.id })));
      }
    },
    remove(ids: readonly number[]): void {
      for (const id of ids) {
        const record = byId.get(id);
        // another may have taken its slug by now
        if (record && present.get(record.slug) === record) present.delete(record.slug);
        byId.delete(id);
        for (const slug of formerById.get(id) ?? []) former.delete(slug);
        formerById.delete(id);
      }
    },
  };
}
