import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeptFile } from '../../../platform/server/kept-file.ts';
import type { Log } from '../../../platform/server/log.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { routableGuides, routableItems } from '../../guides/server/service.ts';
import { routableOffers } from '../../offers/server/offer-facts.ts';
import { formerReviewSlugs, routableReviews } from '../../reviews/server/service.ts';
import type { Settings } from '../../settings/contract.ts';
import { getSettings } from '../../settings/server/service.ts';
import { routableSources } from '../../sources/server/service.ts';
import type { RoutedDestination, RoutedLink } from '../../links/rules.ts';

import { routableLinks } from './routable.ts';

const RETRY_MS = 1000;
/** A burst of edits writes it down once. */
const KEEP_EVERY_MS = 3000;

/** What the router needs to know, as plain data; it also lies on disk, so that a start without a database can redirect. */
type Facts = {
  links: Awaited<ReturnType<typeof routableLinks>>;
  guides: Awaited<ReturnType<typeof routableGuides>>;
  items: Awaited<ReturnType<typeof routableItems>>;
  reviews: Awaited<ReturnType<typeof routableReviews>>;
  formerReviewSlugs: Awaited<ReturnType<typeof formerReviewSlugs>>;
  offers: Awaited<ReturnType<typeof routableOffers>>;
  sources: Awaited<ReturnType<typeof routableSources>>;
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

/** The facts by the keys that requests bring. Offers and destinations are judged again at each decision, because they start and end. */
export type Routing = {
  /** By the slugs of before too: ads that run still name them. */
  linkBySlug: ReadonlyMap<string, StoredLink>;
  linkById: ReadonlyMap<number, StoredLink>;
  publicGuides: ReadonlySet<number>;
  guides: ReadonlyMap<number, Guide>;
  items: ReadonlyMap<number, Item>;
  /** By the slugs of before too: pages that are open in browsers still name them. */
  reviewBySlug: ReadonlyMap<string, Review>;
  reviewById: ReadonlyMap<number, Review>;
  offers: ReadonlyMap<number, Offer>;
  sources: ReadonlyMap<number, Source>;
  /** The site's: whose midnight begins a day of caps. */
  zone: string;
  site: SiteWords | undefined;
};

const EMPTY: Facts = {
  links: [],
  guides: [],
  items: [],
  reviews: [],
  formerReviewSlugs: [],
  offers: [],
  sources: [],
  zone: 'UTC',
};

function index(facts: Facts): Routing {
  const reviewById = new Map(facts.reviews.map((review) => [review.id, review]));
  const former = facts.formerReviewSlugs.flatMap(({ slug, id }) => {
    const review = reviewById.get(id);
    return review ? [[slug, review] as const] : [];
  });
  return {
    linkBySlug: new Map([
      ...facts.links.flatMap((link) => (link.former_slugs ?? []).map((slug) => [slug, link] as const)),
      ...facts.links.map((link) => [link.slug, link] as const),
    ]),
    linkById: new Map(facts.links.map((link) => [link.id, link])),
    publicGuides: new Set(facts.guides.filter((guide) => guide.isPublic).map((guide) => guide.id)),
    guides: new Map(facts.guides.map((guide) => [guide.id, guide])),
    items: new Map(facts.items.map((item) => [item.id, item])),
    reviewBySlug: new Map([...former, ...facts.reviews.map((review) => [review.slug, review] as const)]),
    reviewById,
    offers: new Map(facts.offers.map((offer) => [offer.id, offer])),
    sources: new Map(facts.sources.map((source) => [source.id, source])),
    zone: facts.zone,
    site: facts.site,
  };
}

/** @param linkId leaves out the other links and the slugs of before */
async function readFacts(db: Db, linkId?: number): Promise<Facts> {
  const [links, guides, items, reviews, former, offers, sources, settings] = await Promise.all([
    routableLinks(db, linkId),
    routableGuides(db),
    routableItems(db),
    routableReviews(db),
    linkId === undefined ? formerReviewSlugs(db) : [],
    routableOffers(db),
    routableSources(db),
    getSettings(db),
  ]);
  const { brand, tagline, disclosure, contact_email, time_zone } = settings;
  return {
    links,
    guides,
    items,
    reviews,
    formerReviewSlugs: former,
    offers,
    sources,
    zone: time_zone,
    site: { brand, tagline, disclosure, contact_email, time_zone },
  };
}

/** What the router would know of one link if it read the database now. */
export const routingOf = async (db: Db, linkId: number): Promise<Routing> => index(await readFacts(db, linkId));

export type Snapshot = {
  /** What redirects are decided by right now. */
  current(): Routing;
  /** Reads everything anew, until it works. Calls that come while one runs share the next. */
  refresh(): Promise<void>;
  /** Gives up a refresh that cannot end, and writes down what is not on disk yet. */
  stop(): Promise<void>;
};

/**
 * Opens the snapshot with what lay on disk, if anything; call `refresh` once the database answers. What was read is written to disk
 * behind the back of those who wait for it.
 */
export function openSnapshot({ db, dataDir, log }: { db: Db; dataDir: string; log: Log }): Snapshot {
  const path = join(dataDir, 'routing.json');
  let routing = index(readFromDisk(path));
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  let stopped = false;
  const kept = createKeptFile<Facts>(path, { everyMs: KEEP_EVERY_MS, log });

  async function read(): Promise<void> {
    while (!stopped) {
      try {
        const facts = await readFacts(db);
        routing = index(facts);
        kept.put(facts);
        return;
      } catch (error) {
        log.warn({ err: error }, 'the routing snapshot could not be read anew; redirects go on with the last one');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  const start = (): Promise<void> => {
    running = read().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    current: () => routing,
    refresh() {
      if (!running) return start();
      again ??= running.then(() => {
        again = undefined;
        return start();
      });
      return again;
    },
    async stop() {
      stopped = true;
      await kept.end();
    },
  };
}

function readFromDisk(path: string): Facts {
  try {
    return { ...EMPTY, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Facts>) };
  } catch {
    return EMPTY;
  }
}
