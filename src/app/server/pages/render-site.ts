import { existsSync, readFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Content } from '../../../features/publishing/contract.ts';
import { contentRevision, getSettings, readContentMessage } from '../../../features/settings/server/service.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type * as SiteBundle from '../../site/entry.tsx';
import { feedXml } from '../../site/data/feed.server.ts';
import { loadAuthor } from '../../site/data/author.server.ts';
import { loadCategory } from '../../site/data/category.server.ts';
import { loadGuide, loadGuidePreview } from '../../site/data/guide.server.ts';
import { loadHome, loadWaysOn } from '../../site/data/home.server.ts';
import { authorPath, categoryPath, guidePath } from '../../site/paths.ts';
import type { ContactProps, ProblemProps, ReaderChoice, Shell } from '../../site/props.ts';
import { loadPeople } from '../../site/data/people.server.ts';
import { loadReview, loadReviewPreview } from '../../site/data/review.server.ts';
import { loadSearch, MAX_QUERY } from '../../site/data/search.server.ts';
import { newYearMs, shellOf, type SiteFrame } from '../../site/data/shell.server.ts';
import { sitemapXml } from '../../site/data/sitemap.server.ts';
import { createPageCache, preparePage, SLOTS, type Made, type Page, type PageCache } from './render.ts';

/** The pure render functions of the bundle, and the files that pages name. */
export type Site = {
  bundle: typeof SiteBundle;
  stylesheet: string;
  moreStyles?: string;
  script: { path: string; text: string };
};

const ROOT = join(import.meta.dirname, '../../../..');
const STYLESHEET = 'src/app/site/site.css';
const MORE_STYLES = 'src/app/site/more.css';

/** All that the bundle is asked for: a reader would be the first to miss one. */
const RENDERS: readonly (keyof typeof SiteBundle)[] = [
  'renderHome',
  'renderGuide',
  'renderReview',
  'renderSearch',
  'renderCategory',
  'renderAuthor',
  'renderAbout',
  'renderContact',
  'renderTerms',
  'renderPrivacy',
  'renderProblem',
  'renderShut',
];

/** Reads what the build left. @throws Error with the remedy when there is none */
export async function loadSite(dist = join(ROOT, 'dist')): Promise<Site> {
  const entry = join(dist, 'server/entry.js');
  const manifest = join(dist, 'client/.vite/manifest.json');
  if (!existsSync(entry) || !existsSync(manifest)) {
    throw new Error('The public site is not built. Run "npm run build", or start with "npm start", which builds.');
  }
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string } | undefined>;
  const pathOf = (source: string): string => {
    const built = files[source]?.file;
    if (!built) throw new Error(`The build has no ${source}. Run "npm run build".`);
    return `/${built}`;
  };
  const [stylesheet, moreStyles] = [pathOf(STYLESHEET), pathOf(MORE_STYLES)];
  const bundle = (await import(pathToFileURL(entry).href)) as typeof SiteBundle;
  const lacking = RENDERS.filter((name) => typeof bundle[name] !== 'function');
  if (lacking.length > 0)
    throw new Error(`The public site was built for an older version (no ${lacking.join(', ')}). Run "npm run build".`);
  return { bundle, stylesheet, moreStyles, script: readScript() };
}

/** The one script of the public pages, without its comments and indents, under a name that changes with it. */
export function readScript(): Site['script'] {
  const text = readFileSync(join(import.meta.dirname, '../../site/impressions.js'), 'utf8')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/([{(,;])?\n\s*/g, (_all, end?: string) => end ?? '\n')
    .trim();
  return { path: `/site-${hash('sha256', text).slice(0, 10)}.js`, text };
}

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
  feed(origin: string): Promise<Page>;
  /** Never fails, as `problemNow` does not; a lost reader is shown ways on while the database answers. */
  problem(status: number): Promise<Page>;
  /** From memory alone, with the settings that were seen last. @param requestId named on the page where the fault is ours */
  problemNow(status: number, requestId?: string): Page;
  /** Call on NOTIFY content, after LISTEN was lost, and before the answer to a write. */
  dropAll(): void;
  /** A message of the channel `content`: drops all, and notes what the write took. @param text undefined when some may have been missed */
  hear(text: string | undefined): void;
};

const HTML = 'text/html; charset=utf-8';
const NEVER = Number.POSITIVE_INFINITY;
/** The sitemap and the feed. */
const MAX_LISTS = 2;
const MAX_PROBLEMS = 40;
/** The page of an address that nothing is at. */
const LOST = 'problem:404';

/** What pages know of this process. */
export const frameOf = (site: Site, config: Pick<Deps['config'], 'publicUrl'>): SiteFrame => ({
  origin: config.publicUrl ?? '',
  stylesheet: site.stylesheet,
  ...(site.moreStyles !== undefined && { moreStyles: site.moreStyles }),
  script: site.script.path,
  slots: SLOTS,
});

/** @param deps.config.publicUrl is the origin of canonical addresses; without one they stay relative */
export function createPages(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>, site: Site): Pages {
  const { db, clock } = deps;
  const judge = { revision: () => contentRevision(db), clock };
  const cache: PageCache = createPageCache(judge);
  // of their own: a sitemap of 50,000 addresses must not push pages out
  const lists: PageCache = createPageCache(judge, MAX_LISTS);
  const filled = new Map<string, { from: Page; origin: string; page: Page }>();
  const frame = frameOf(site, deps.config);
  const { bundle } = site;
  /** Whoever asks for what there is not asks often. */
  const problems = new LRUCache<string, Page>({ max: MAX_PROBLEMS });
  let lastShell: Shell = shellOf(UNKNOWN, frame, clock());

  async function shell(): Promise<Shell> {
    lastShell = shellOf(await getSettings(db), frame, clock());
    return lastShell;
  }
  function dropAll(): void {
    cache.dropAll();
    lists.dropAll();
  }
  const html = (shown: Shell, text: string, endsAtMs = NEVER, status = 200): Made => ({
    status,
    type: HTML,
    text,
    endsAtMs: Math.min(endsAtMs, newYearMs(shown)),
  });
  const problemOf = async (shown: Shell, state: 'missing' | 'gone'): Promise<Made> => {
    const status = state === 'gone' ? 410 : 404;
    const props = { status, requestId: null, guides: await loadWaysOn(db) } as const;
    return html(shown, bundle.renderProblem(shown, props), NEVER, status);
  };
  function problemNow(status: number, requestId?: string): Page {
    const kept = status === 404 && cache.peek(LOST);
    if (kept) return { ...kept, status };
    const isOurs = status === 500 && requestId !== undefined;
    const draw = (): Page => {
      const props: ProblemProps = { status, requestId: isOurs ? requestId : null, guides: [] };
      return preparePage(html(lastShell, bundle.renderProblem(lastShell, props), NEVER, status));
    };
    if (isOurs) return draw();
    const { brand, tagline, disclosure, year } = lastShell;
    const key = JSON.stringify([status, brand, tagline, disclosure, year]);
    const page = problems.get(key) ?? draw();
    problems.set(key, page);
    return page;
  }
  const still = (key: string, draw: (shown: Shell) => string): Promise<Page> =>
    cache.get(key, async () => {
      const shown = await shell();
      return html(shown, draw(shown));
    });

  /** Made once, without its origin, whatever Hosts are named; filled in for each request, of which the last is remembered. */
  async function list(type: string, origin: string, make: (mark: string) => Promise<string>): Promise<Page> {
    const blank = { status: 200, type: `${type}; charset=utf-8`, endsAtMs: NEVER };
    const from = await lists.get(type, async () => ({ ...blank, text: await make(SLOTS.token) }));
    const last = filled.get(type);
    if (last?.from === from && last.origin === origin) return last.page;
    const page = preparePage({ ...blank, text: from.pieces(false).plain(origin).toString() });
    filled.set(type, { from, origin, page });
    return page;
  }

  /** A page that lists guides and may have moved. */
  const listed = <T extends object>(
    key: string,
    load: () => Promise<'missing' | { movedTo: string } | T>,
    draw: (shown: Shell, props: T) => string,
    pathOf: (slug: string) => string,
  ): Promise<Page> =>
    cache.get(key, async () => {
      const [shown, loaded] = [await shell(), await load()];
      if (typeof loaded === 'string') return problemOf(shown, 'missing');
      return 'movedTo' in loaded ? movedTo(pathOf(loaded.movedTo)) : html(shown, draw(shown, loaded));
    });

  return {
    site,
    home: (page) =>
      cache.get(`home:${page}`, async () => {
        const [shown, props] = [await shell(), await loadHome(db, page)];
        return props === 'missing' ? problemOf(shown, props) : html(shown, bundle.renderHome(shown, props));
      }),
    guide(id) {
      const key = `guide:${id}`;
      const make = async (): Promise<Made> => {
        const [shown, loaded] = [await shell(), await loadGuide(db, id, clock())];
        if (typeof loaded === 'string') return problemOf(shown, loaded);
        const made = html(shown, bundle.renderGuide(shown, loaded.props), loaded.endsAtMs);
        return { ...made, subjectId: id, path: guidePath(loaded.props) };
      };
      return cache.peek(key) ?? cache.get(key, make);
    },
    review(slug) {
      const key = `review:${slug}`;
      const make = async (): Promise<Made> => {
        const [shown, loaded] = [await shell(), await loadReview(db, slug, clock())];
        if (typeof loaded === 'string') return problemOf(shown, loaded);
        if ('movedTo' in loaded) return movedTo(`/offer-reviews/${loaded.movedTo}`);
        const made = html(shown, bundle.renderReview(shown, loaded.props), loaded.endsAtMs);
        return { ...made, subjectId: loaded.props.id };
      };
      return cache.peek(key) ?? cache.get(key, make);
    },
    async guidePreview(id, edits) {
      const [shown, props] = [await shell(), await loadGuidePreview(db, id, edits, clock())];
      return props && inert(bundle.renderGuide(shown, { ...props, isHidden: true }));
    },
    async reviewPreview(id, edits) {
      const [shown, props] = [await shell(), await loadReviewPreview(db, id, edits, clock())];
      return props && inert(bundle.renderReview(shown, { ...props, isHidden: true }));
    },
    category: (slug, page) =>
      listed(`category:${slug}:${page}`, () => loadCategory(db, slug, page), bundle.renderCategory, categoryPath),
    author: (slug, page) =>
      listed(`author:${slug}:${page}`, () => loadAuthor(db, slug, page), bundle.renderAuthor, authorPath),
    about: () =>
      cache.get('about', async () => {
        const [shown, people] = [await shell(), await loadPeople(db)];
        return html(shown, bundle.renderAbout(shown, { people }));
      }),
    terms: () => still('terms', (shown) => bundle.renderTerms(shown)),
    privacy: (choice) =>
      cache.get(`privacy:${choice.isOptedOut}:${choice.hasSignal}`, async () => {
        const settings = await getSettings(db);
        const shown = shellOf(settings, frame, clock());
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
      return preparePage(html(shown, bundle.renderContact(shown, props), NEVER, status));
    },
    feed: (origin) => list('application/atom+xml', origin, (mark) => feedXml(db, mark)),
    sitemap: (origin) => list('application/xml', origin, (mark) => sitemapXml(db, mark)),
    async problem(status) {
      if (status !== 404) return problemNow(status);
      // kept like a page that is there: dead ads bring crowds
      const make = async () => ({ ...(await problemOf(await shell(), 'missing')), status: 200 });
      const page = await cache.get(LOST, make).catch(() => undefined);
      return page ? { ...page, status } : problemNow(status);
    },
    problemNow,
    dropAll,
    hear(text) {
      dropAll();
      const message = text === undefined ? undefined : readContentMessage(text);
      if (message) for (const one of [cache, lists]) one.tell(message.revision, message.took);
    },
  };
}

/** The page is at another address by now. */
export const movedTo = (location: string): Made => ({ status: 301, type: HTML, text: '', endsAtMs: NEVER, location });

/** A page that counts nothing: without its script, its tokens and its ways out. */
const inert = (text: string): string =>
  preparePage({ status: 200, type: HTML, text, endsAtMs: NEVER })
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

/** What pages say around their words when the settings could never be read. */
export const UNKNOWN = { brand: 'Guidepost', tagline: '', disclosure: '', contact_email: '', time_zone: 'UTC' };
