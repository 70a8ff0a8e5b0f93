import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../platform/errors.ts';
import { takesPages } from '../../../platform/server/http/problems.ts';
import type { Page } from './render.ts';
import type { Lent } from './render-pieces.ts';

/** What a page must know of its request; the framework's has more. */
export type Reader = { url: string; headers: Readonly<Record<string, string | string[] | undefined>> };

/** How long a reader's copy counts as the same view. */
const SAME_VIEW_MS = 30 * 60 * 1000;
/** In place of the view's id on pages that carry none. */
const NO_VIEW = '0';

/** No script but our own file, no inline style, nothing embedded. Pictures may come from elsewhere by https. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Of every page, whoever reads it. */
export const PAGE_HEADERS = {
  'cache-control': 'private, no-cache',
  'content-security-policy': POLICY,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

/** Sends a page filled in with the token of its view. @throws AppError not_found | gone to who takes no page: its body says it */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  view?: { id: string; token: string; hasVisit: boolean },
): FastifyReply {
  const isMissing = page.status === 404 || page.status === 410;
  if (isMissing && !takesPages(request.headers))
    throw page.status === 404 ? notFound('Page') : new AppError('gone', 'This page was taken down.');
  const { headers, lent } = drawPage(request, page, view);
  const kept = page.status >= 400 && { 'cache-control': 'no-store' };
  return reply
    .code(page.status)
    .headers({ ...PAGE_HEADERS, ...kept, ...headers })
    .send(lent.body);
}

/** What the head has beyond `PAGE_HEADERS`, and the bytes of a page for one reader; without a view the places of the token stay empty. */
export function drawPage(
  request: Reader,
  page: Page,
  view?: { id: string; token: string; hasVisit: boolean },
): { headers: Record<string, string>; lent: Lent } {
  const pieces = page.pieces(view?.hasVisit ?? false);
  const token = view?.token ?? '';
  const isPacked = acceptsGzip(request);
  return {
    headers: {
      'content-type': page.type,
      // with what the reader came with: a visit, campaign words
      ...(page.isStale && { warning: '110 - "Response is Stale"' }),
      ...(page.location !== undefined && { location: page.location + queryOf(request.url) }),
      ...(page.status === 200 && { etag: etag(request, page, view?.id ?? NO_VIEW) }),
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
    lent: pieces.lend(token, isPacked ? 'gzip' : 'plain'),
  };
}

/** Answers 304 when the reader's copy has these very bytes, was made for the same address, and is younger than 30 minutes. */
export function answerNotModified(request: FastifyRequest, reply: FastifyReply, page: Page, now: Date): boolean {
  const given = request.headers['if-none-match'];
  if (!given) return false;
  const viewId = ETAG.exec(given)?.[1];
  if (!viewId || etag(request, page, viewId) !== given) return false;
  const ageMs = viewId === NO_VIEW ? 0 : now.getTime() - timeOf(viewId);
  if (!(ageMs >= 0 && ageMs < SAME_VIEW_MS)) return false;
  void reply.code(304).headers(PAGE_HEADERS).header('etag', given).send();
  return true;
}

const ETAG = /^W\/"[\w-]+\.[0-9a-z]+\.([0-9a-z]+)"$/;

/** Names the bytes, the context (which the address holds) and the view. Weak: the compressed and the plain form share it. */
const etag = (request: Reader, page: Page, viewId: string): string =>
  `W/"${page.tag}.${contextOf(request.url)}.${viewId}"`;

/** A short name of what follows the path: the token and the campaign words that the view was made with. */
function contextOf(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '0';
  let hash = 0x811c9dc5;
  for (let i = start; i < url.length; i += 1) hash = Math.imul(hash ^ url.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** What follows the path, with its question mark. */
function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The millisecond that an event id begins with; not a number for anything else. */
function timeOf(id: string): number {
  let ms = 0;
  for (const digit of id.slice(0, 10)) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return Number.NaN;
    ms = ms * 32 + value;
  }
  return ms;
}

const acceptsGzip = (request: Reader): boolean => {
  const accepted = request.headers['accept-encoding'];
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted);
};
