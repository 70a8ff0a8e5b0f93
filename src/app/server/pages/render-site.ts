import { LRUCache } from 'lru-cache';
import type { Content } from '../../../features/publishing/contract.ts';
import { getSettings } from '../../../features/settings/server/service.ts';
import { createChangeFeed } from '../../../platform/server/changes/changes.ts';
import { shareNext } from '../../../platform/server/changes/share-next.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { feedXml } from '../../site/data/feed.server.ts';
import { loadAuthor } from '../../site/data/author.server.ts';
import { loadCategory } from '../../site/data/category.server.ts';
import { loadGuide, loadGuidePreview } from '../../site/data/guide.server.ts';
import { loadHome } from '../../site/data/home.server.ts';
import { authorPath, categoryPath, guidePath } from '../../site/paths.ts';
import type { ContactProps, ReaderChoice, Shell } from '../../site/props.ts';
import { loadPeople } from '../../site/data/people.server.ts';
import { loadReview, loadReviewPreview } from '../../site/data/review.server.ts';
import { loadSearch, MAX_QUERY } from '../../site/data/search.server.ts';
import { sitemapFileXml, sitemapXml } from '../../site/data/sitemap.server.ts';
import { createDrawing, movedTo, NEVER, type Drawing } from './render-shell.ts';
import type { Shown } from '../../site/data/parts/shows.server.ts';
import { createPageCache, preparePage, SLOTS, type Made, type Page, type PageCache } from './render.ts';
import type { Site } from './render-bundle.ts';

/** Pages as the routes ask for them: from the cache when they are still right, else made anew. */
export type Pages = {
  readonly site: Site;
  home(page: number): Promise<Page>;
  guide(id: number): Page | Promise<Page>;
  review(slug: string): Page | Promise<Page>;
  /** @param slug of a category, the present one or one of before */
  category(slug: string, page: number): Promise<Page>;
  author(slug: string, page: number): Promise<Page>;
  /** The page of a guide with unsaved edits, never kept; undefined for one that is not there. */
  guidePreview(id: number, edits: Parameters<typeof loadGuidePreview>[2]): Promise<string | undefined>;
  reviewPreview(id: number, edits: Content): Promise<string | undefined>;
  about(): Promise<Page>;
  terms(): Promise<Page>;
  /** Says how the reader's browser stands; kept once for each way to stand. */
  privacy(choice: ReaderChoice): Promise<Page>;
  search(query: string): Promise<Page>;
  contact(props: ContactProps, status: number): Promise<Page>;
  sitemap(origin: string): Promise<Page>;
  /** One of the files that the sitemap of a very large site names, from 1. */
  sitemapFile(origin: string, number: number): Promise<Page>;
  feed(origin: string): Promise<Page>;
  /** Never fails, as `problemNow` does not; a lost reader is shown ways on while the database answers. */
  problem(status: number): Promise<Page>;
  /** From memory alone, with the settings that were seen last. @param requestId named on the page where the fault is ours */
  problemNow(status: number, requestId?: string): Page;
  /** Nothing that was made before is given to a later request. */
  dropAll(): void;
  /**
   * Drops what is wrong by what was written before the call; everything when that cannot be found out. Call when something was written:
   * before the answer to a write, and on a message of the channel `content`. Never fails.
   */
  takeIn(): Promise<void>;
  /** The same, when nothing is known to have been written: while the database is silent, pages stay. */
  look(): Promise<void>;
  /** Messages of the channel may have been missed: everything is dropped. */
  lose(): Promise<void>;
};

/** The sitemap with some of its files, and the feed. */
const MAX_LISTS = 8;
/** The page of an address that nothing is at. */
const LOST = 'problem:404';

type PagesDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** @param deps.config.publicUrl is the origin of canonical addresses; without one they stay relative */
export function createPages(deps: PagesDeps, site: Site): Pages {
  const { db, clock } = deps;
  const feed = createChangeFeed(db);
  const catchUp: () => Promise<void> = shareNext(async () => {
    const settle = caches.map((one) => one.asking());
    const changes = await feed.read();
    for (const one of caches) one.take(changes);
    for (const done of settle) done();
  });
  const cache = createPageCache({ catchUp, clock });
  // of their own: a sitemap of 50,000 addresses must not push pages out
  const lists = createPageCache({ catchUp, clock }, MAX_LISTS);
  const caches = [cache, lists];
  const list = listMaker(lists);
  const drawing = createDrawing(deps, site);
  const { shell, html, lost } = drawing;
  const { bundle } = site;

  function dropAll(): void {
    for (const one of caches) one.dropAll();
  }
  async function takeIn(): Promise<void> {
    for (const one of caches) one.doubt();
    await catchUp().catch(dropAll);
  }
  function problemNow(status: number, requestId?: string): Page {
    const kept = status === 404 && cache.peek(LOST);
    return kept ? { ...kept, status } : drawing.problem(status, requestId);
  }
  async function problem(status: number): Promise<Page> {
    if (status !== 404) return problemNow(status);
    // kept like a page that is there: dead ads bring crowds
    const make = async () => ({ ...(await lost(await shell(), 'missing')), status: 200 });
    const page = await cache.get(LOST, make).catch(() => undefined);
    return page ? { ...page, status } : problemNow(status);
  }
  const still = (key: string, draw: (shown: Shell) => string): Promise<Page> =>
    cache.get(key, async () => {
      const shown = await shell();
      return html(shown, draw(shown));
    });

  /** A page that lists guides and may have moved. */
  const listed = <T extends object>(
    key: string,
    load: () => Promise<'missing' | { movedTo: string } | Shown<T>>,
    draw: (shown: Shell, props: T) => string,
    pathOf: (slug: string) => string,
  ): Promise<Page> =>
    cache.get(key, async () => {
      const [shown, loaded] = [await shell(), await load()];
      if (typeof loaded === 'string') return lost(shown, 'missing');
      if ('movedTo' in loaded) return movedTo(pathOf(loaded.movedTo));
      return html(shown, draw(shown, loaded.props), loaded);
    });

  return {
    site,
    ...contentPages({ ...deps, cache, drawing, bundle }),
    home: (page) =>
      cache.get(`home:${page}`, async () => {
        const [shown, loaded] = [await shell(), await loadHome(db, page)];
        if (loaded === 'missing') return lost(shown, loaded);
        return html(shown, bundle.renderHome(shown, loaded.props), loaded);
      }),
    category: (slug, page) =>
      listed(`category:${slug}:${page}`, () => loadCategory(db, slug, page), bundle.renderCategory, categoryPath),
    author: (slug, page) =>
      listed(`author:${slug}:${page}`, () => loadAuthor(db, slug, page), bundle.renderAuthor, authorPath),
    about: () =>
      cache.get('about', async () => {
        const [shown, { props, shows }] = [await shell(), await loadPeople(db)];
        return html(shown, bundle.renderAbout(shown, { people: props }), { shows });
      }),
    terms: () => still('terms', (shown) => bundle.renderTerms(shown)),
    privacy: (choice) =>
      cache.get(`privacy:${choice.isOptedOut}:${choice.hasSignal}`, async () => {
        const [shown, settings] = [await shell(), await getSettings(db)];
        const props = {
          clickRetentionDays: settings.click_retention_days,
          logRetentionDays: settings.log_retention_days,
          contactRetentionDays: settings.contact_retention_days,
          choice,
        };
        return html(shown, bundle.renderPrivacy(shown, props));
      }),
    async search(query) {
      const asked = queryOf(query);
      const [shown, props] = [await shell(), await loadSearch(db, asked)];
      return preparePage(html(shown, bundle.renderSearch(shown, props)));
    },
    async contact(props, status) {
      if (status === 200) return still(`contact:${props.isSent}`, (shown) => bundle.renderContact(shown, props));
      const shown = await shell();
      return preparePage(html(shown, bundle.renderContact(shown, props), { status }));
    },
    feed: (origin) => list('feed', 'application/atom+xml', origin, (mark) => feedXml(db, mark)),
    sitemap: (origin) => list('sitemap', 'application/xml', origin, (mark) => sitemapXml(db, mark)),
    async sitemapFile(origin, number) {
      const page = await list(`sitemap:${number}`, 'application/xml', origin, (mark) =>
        sitemapFileXml(db, mark, number),
      );
      return page.status === 200 ? page : problem(404);
    },
    problem,
    problemNow,
    dropAll,
    takeIn,
    look: () => catchUp().catch(() => undefined),
    lose() {
      feed.lose();
      dropAll();
      return takeIn();
    },
  };
}

type ContentParts = PagesDeps & { cache: PageCache; drawing: Drawing; bundle: Site['bundle'] };
type ContentPages = Pick<Pages, 'guide' | 'review' | 'guidePreview' | 'reviewPreview'>;

/** The pages that people come for. */
function contentPages({ db, clock, cache, drawing, bundle }: ContentParts): ContentPages {
  const { shell, html, lost } = drawing;
  const kept = (key: string, make: () => Promise<Made>): Page | Promise<Page> =>
    cache.peek(key) ?? cache.get(key, make);
  return {
    guide: (id) =>
      kept(`guide:${id}`, async () => {
        const [shown, loaded] = [await shell(), await loadGuide(db, id, clock())];
        if (typeof loaded === 'string') return lost(shown, loaded);
        const made = html(shown, bundle.renderGuide(shown, loaded.props), loaded);
        return { ...made, subjectId: id, path: guidePath(loaded.props) };
      }),
    review: (slug) =>
      kept(`review:${slug}`, async () => {
        const [shown, loaded] = [await shell(), await loadReview(db, slug, clock())];
        if (typeof loaded === 'string') return lost(shown, loaded);
        if ('movedTo' in loaded) return movedTo(`/offer-reviews/${loaded.movedTo}`);
        const made = html(shown, bundle.renderReview(shown, loaded.props), loaded);
        return { ...made, subjectId: loaded.props.id };
      }),
    async guidePreview(id, edits) {
      const [shown, props] = [await shell(), await loadGuidePreview(db, id, edits, clock())];
      return props && inert(bundle.renderGuide(shown, { ...props, isHidden: true }));
    },
    async reviewPreview(id, edits) {
      const [shown, props] = [await shell(), await loadReviewPreview(db, id, edits, clock())];
      return props && inert(bundle.renderReview(shown, { ...props, isHidden: true }));
    },
  };
}

/** What the sitemap and the feed are made of. */
const LISTED = ['settings', 'guides', 'reviews', 'categories', 'people', 'guide:*', 'review:*'];

/** @param make undefined for a list that is not there: that is not kept */
type MakeList = (
  key: string,
  type: string,
  origin: string,
  make: (mark: string) => Promise<string | undefined>,
) => Promise<Page>;

/** Made once, without its origin, whatever Hosts are named; filled in for each request, of which the last is remembered. */
function listMaker(lists: PageCache): MakeList {
  const filled = new LRUCache<string, { from: Page; origin: string; page: Page }>({ max: MAX_LISTS });
  return async (key, type, origin, make) => {
    const blank = { status: 200, type: `${type}; charset=utf-8`, endsAtMs: NEVER, shows: LISTED };
    const from = await lists.get(key, async () => {
      const text = await make(SLOTS.token);
      return text === undefined ? { ...blank, status: 404, text: '' } : { ...blank, text };
    });
    if (from.status !== 200) return from;
    const last = filled.get(key);
    if (last?.from === from && last.origin === origin) return last.page;
    const page = preparePage({ ...blank, text: from.pieces(false).plain(origin).toString() });
    filled.set(key, { from, origin, page });
    return page;
  };
}

/** A page that counts nothing: without its script, its tokens and its ways out. */
const inert = (text: string): string =>
  preparePage({ status: 200, type: 'text/html; charset=utf-8', text, endsAtMs: NEVER })
    .pieces(false)
    .plain('')
    .toString()
    .replace(/<script\b[^>]*\bsrc=[^>]*><\/script>/g, '')
    .replace(/ href="\/out\/[^"]*"/g, ' href="#"');

/** What a reader typed, without what no database column can hold. */
const queryOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_QUERY);
