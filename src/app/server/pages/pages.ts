import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { receiveContact } from '../../../features/settings/server/service.ts';
import { ContactBody } from '../../../features/settings/contract.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { createRoute, type Route } from '../../../platform/server/http/http.ts';
import { createLimiter } from '../../../platform/server/http/limiter.ts';
import { takesPages } from '../../../platform/server/http/problems.ts';
import { isForMachines } from './draw-problem.ts';
import { machineRoutes } from '../routes/machine-routes.ts';
import { answerNotModified, sendPage } from './page-reply.ts';
import type { Clock } from '../../../platform/time.ts';
import { privacyRoutes } from '../routes/privacy-routes.ts';
import { movedTo } from './render-shell.ts';
import type { Pages } from './render-site.ts';
import { preparePage, type Page } from './render.ts';
import { networkOf } from '../../../features/accounts/rules.ts';

/** Which page is opened; only guides and reviews are views, the others merely hand the context of a visit on. */
export type OpenedPage = { kind: 'guide' | 'review'; id: number } | { kind: 'other' };

/** One opening of a page. */
export type PageView = {
  /** The event id of the view, by whose time the 30 minutes of its ETag run. */
  id: string;
  /** ASCII and URL-safe: it is written into links as it is. */
  token: string;
  /** The reader came through a tracking link: internal links carry the token too. */
  hasVisit: boolean;
  /** Appends the view without waiting. Called once when the page is sent; never for HEAD, a 304 or an `other` page. */
  record(): void;
};

/** The parts of a request that say who comes. */
export type Asked = {
  url: string;
  method: string;
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** The door to events: who opens which page, with which context. */
export type Views = { open(request: Asked, page: OpenedPage): PageView };

const IdPath = z.object({ id: z.string() });
const SlugPath = z.object({ slug: z.string() });
/** The id, and what may follow it. */
const GUIDE = /^([1-9]\d{0,9})(?:-(.*))?$/s;
const MAX_ID = 2_147_483_647;
/** No address of ours is a tenth of that. */
const MAX_PATH = 2048;
const SLUG = /^[a-z0-9][a-z0-9-]{0,127}$/;

/** Messages that one network may send in the window. */
const MAX_MESSAGES = 5;
const MESSAGES_WINDOW_MS = 10 * 60 * 1000;
const MAX_FORM_BYTES = 64 * 1024;

/** What one network may search: far more than people do. */
const SEARCHES_PER_SECOND = 5;
const SEARCHES_AT_ONCE = 100;

/** Every page of the public site; they take forms, so they live in a scope of their own. */
export function pagesRoutes(app: FastifyInstance, deps: Deps, pages: Pages, views: Views): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // nobody asks this scope who they are: it has public routes only
    const route = createRoute(scope, () => Promise.resolve(undefined));
    const site = { pages, views, clock: deps.clock, living: deps.living };
    readingRoutes(route, site);
    contactRoutes(route, deps, site);
    privacyRoutes(route, {
      pages,
      publicUrl: deps.config.publicUrl,
      send: (request, reply, page) => sendOther(site, request, reply, page),
    });
    machineRoutes(route, deps, pages);
    route.get('/*', { access: 'public', summary: 'No such page' }, async ({ request, reply }) => {
      const isForReaders = !isForMachines(request.url) && takesPages(request.headers);
      if (request.url.split('?')[0]!.length > MAX_PATH) throw new AppError('address_too_long', 'The path is too long.');
      return isForReaders ? sendPage(request, reply, await pages.problem(404)) : reply.callNotFound();
    });
    done();
  });
}

/** Before the answer to a write of the back office leaves, nothing made of older content can be read any more. */
export function dropPagesOnWrites(app: FastifyInstance, pages: Pages): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    const { access, room } = request.routeOptions.config;
    // what takes no room writes nothing that a page shows
    if (isWrite && reply.statusCode < 400 && access !== 'public' && room !== 'none') await pages.takeIn();
    return payload;
  });
}

type SiteScope = { pages: Pages; views: Views; clock: Clock; living: Deps['living'] };

function readingRoutes(route: Route, site: SiteScope): void {
  const { pages } = site;
  const page = (summary: string) => ({ access: 'public' as const, summary });

  route.get('/', page('Home'), async ({ request, reply }) => {
    return sendOther(site, request, reply, await pages.home(pageOf(request)));
  });

  for (const [path, summary, name] of [
    ['/categories/:slug', 'A category', 'category'],
    ['/authors/:slug', 'An author', 'author'],
  ] as const) {
    route.get(path, { ...page(summary), params: SlugPath }, async ({ params, request, reply }) =>
      sendOther(
        site,
        request,
        reply,
        await (SLUG.test(params.slug) ? pages[name](params.slug, pageOf(request)) : pages.problem(404)),
      ),
    );
  }

  route.get('/listicles/:id', { ...page('A guide'), params: IdPath }, async ({ params, request, reply }) => {
    const [, digits, slug] = GUIDE.exec(params.id) ?? [];
    const id = Number(digits ?? 0);
    if (id === 0 || id > MAX_ID) return sendPage(request, reply, await pages.problem(404));
    const kept = pages.guide(id);
    const shown = kept instanceof Promise ? await kept : kept;
    // the id alone is an address too; a slug that is not the right one leads to it
    const isElsewhere = slug !== undefined && shown.path !== undefined && shown.path !== `/listicles/${params.id}`;
    if (isElsewhere) return sendPage(request, reply, preparePage(movedTo(shown.path!)));
    return sendView(site, { request, reply }, shown, 'guide');
  });

  route.get('/offer-reviews/:slug', { ...page('A review'), params: SlugPath }, async ({ params, request, reply }) => {
    const { slug } = params;
    if (!SLUG.test(slug)) return sendPage(request, reply, await pages.problem(404));
    const kept = pages.review(slug);
    const shown = kept instanceof Promise ? await kept : kept;
    return sendView(site, { request, reply }, shown, 'review');
  });

  for (const name of ['about', 'terms'] as const) {
    route.get(`/${name}`, page(name), async ({ request, reply }) =>
      sendOther(site, request, reply, await pages[name]()),
    );
  }

  // a search reads the whole catalogue and is never cached
  const searches = createLimiter(SEARCHES_PER_SECOND, SEARCHES_AT_ONCE, site.living);
  route.get('/search', page('Search'), async ({ request, reply }) => {
    const { q } = request.query as { q?: unknown };
    if (typeof q === 'string' && !searches.allows(networkOf(request.ip), site.clock().getTime())) {
      void reply.header('retry-after', '5');
      return sendPage(request, reply, await pages.problem(429));
    }
    return sendOther(site, request, reply, await pages.search(typeof q === 'string' ? q : ''));
  });
}

/** The page of a list that is asked for; anything that is none means the first. */
function pageOf(request: FastifyRequest): number {
  const asked = Number((request.query as { page?: unknown }).page ?? 1);
  return Number.isInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
}

type Call = { request: FastifyRequest; reply: FastifyReply };

/** A guide or a review: 304 without a view when the reader's copy is right and young, else the page with a token of its own. */
function sendView(site: SiteScope, { request, reply }: Call, page: Page, kind: 'guide' | 'review') {
  if (page.status !== 200 || page.subjectId === undefined) return sendPage(request, reply, page);
  if (answerNotModified(request, reply, page, site.clock())) return reply;
  const view = site.views.open(request, { kind, id: page.subjectId });
  if (request.method !== 'HEAD') view.record();
  return sendPage(request, reply, page, view);
}

/** Any other page: a token only for who brought one. */
function sendOther(site: SiteScope, request: FastifyRequest, reply: FastifyReply, page: Page) {
  if (page.status !== 200) return sendPage(request, reply, page);
  if (answerNotModified(request, reply, page, site.clock())) return reply;
  const brought = (request.query as { v?: unknown }).v;
  const view = typeof brought === 'string' ? site.views.open(request, { kind: 'other' }) : undefined;
  return sendPage(request, reply, page, view?.hasVisit ? view : undefined);
}

const EMPTY = { name: '', email: '', message: '' };

function contactRoutes(route: Route, deps: Deps, site: SiteScope): void {
  const { pages, clock } = site;
  const sent = new LRUCache<string, number[]>({ max: 20_000 });

  /** Takes one from the network's allowance. @returns false when it is used up */
  function mayWrite(network: string): boolean {
    const nowMs = clock().getTime();
    const recent = (sent.get(network) ?? []).filter((atMs) => Math.abs(nowMs - atMs) < MESSAGES_WINDOW_MS);
    if (recent.length >= MAX_MESSAGES) return false;
    sent.set(network, [...recent, nowMs]);
    return true;
  }

  route.get('/contact', { access: 'public', summary: 'Contact' }, async ({ request, reply }) => {
    const isSent = (request.query as { sent?: unknown }).sent === '1';
    return sendOther(site, request, reply, await pages.contact({ isSent, values: EMPTY, errors: {} }, 200));
  });

  route.post(
    '/contact',
    { access: 'public', summary: 'Send a message', bodyLimitBytes: MAX_FORM_BYTES, room: 'much' },
    async ({ request, reply }) => {
      const form = (request.body ?? {}) as Record<string, unknown>;
      const values = { name: text(form['name']), email: text(form['email']), message: text(form['message']) };
      const refuse = async (status: 400 | 429, errors: Record<string, string[]>) =>
        sendPage(request, reply, await pages.contact({ isSent: false, values, errors }, status));
      const unreadable = UNREADABLE_FIELDS.filter((name) => isUnreadable(form[name]));
      if (unreadable.length > 0)
        return refuse(
          400,
          Object.fromEntries(
            unreadable.map((name) => [name, ['This holds characters that cannot be read. Please type it again.']]),
          ),
        );
      const parsed = ContactBody.safeParse({ ...values, website: text(form['website']) });
      if (!parsed.success) {
        return refuse(400, z.flattenError(parsed.error).fieldErrors);
      }
      if (!mayWrite(networkOf(request.ip))) {
        void reply.header('retry-after', String(MESSAGES_WINDOW_MS / 1000));
        return refuse(429, { form: ['You have sent several messages in a short time. Please wait ten minutes.'] });
      }
      if (!(await receiveContact(deps, parsed.data))) {
        void reply.header('retry-after', '3600');
        return refuse(429, { form: ['Our inbox is full today. Please try again tomorrow.'] });
      }
      return reply.redirect('/contact?sent=1', 303);
    },
  );
}

const UNREADABLE_FIELDS = ['name', 'email', 'message'] as const;

/** NUL, or what stands for bytes that are no UTF-8: part of what was written is lost. */
const isUnreadable = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || value.includes('\uFFFD') || !value.isWellFormed());

/** A field of a form, without what no database column can hold. */
const text = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '');
