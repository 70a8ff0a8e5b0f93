import type { ShortCut } from '../../../platform/server/http/http.ts';
import type { Arrival } from '../arrival.ts';
import type { Redirects } from './redirect.ts';
import type { Way } from './redirecting/record-click.ts';
import type { DrawShut } from './shut.ts';
import type { Routing } from './redirecting/routing-tables.ts';

const PATH = /^\/(?:go\/([\w-]{1,200})|out\/([1-9]\d{0,9}))(?:\?|$)/;

/** Reads who comes from the parts of a request. */
export type ReadArrival = (request: {
  url: string;
  method: string;
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}) => Arrival;

/** The headers of each way out: nobody may remember it, and the merchant is not told where it stood. */
export const WAY_OUT = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
} as const;

type Ports = {
  arrivalOf: ReadArrival;
  /** The page where nobody can be sent on. */
  drawShut: DrawShut;
  /** Headers of each answer, beyond those of a way out. */
  headers?: Record<string, string>;
};

/** The plain GETs of `/go/{slug}` and `/out/{item}` without the framework. Another method or an unknown link is left to the declared routes. */
export function redirectShortCut(
  routing: () => Routing,
  redirects: Redirects,
  { arrivalOf, drawShut, headers: more = {} }: Ports,
): ShortCut {
  const redirectHeaders = Object.entries({ ...WAY_OUT, ...more }).flat();
  return (request, response, fail) => {
    const found = request.method === 'GET' && PATH.exec(request.url ?? '');
    if (!found) return false;
    const slug = found[1];
    const itemId = Number(found[2]);
    if (slug === undefined ? !routing().items.has(itemId) : !routing().linkBySlug.has(slug)) return false;
    const asked = { url: request.url!, headers: request.headers };
    const arrival = arrivalOf({ ...asked, method: 'GET', ip: request.socket.remoteAddress ?? '' });
    const way: Promise<Way | undefined> =
      slug === undefined ? redirects.outItem(itemId, arrival) : redirects.go(slug, arrival);
    const send = (found: Way | undefined): void => {
      if (!found) throw new Error('there was such a way out a moment ago');
      if ('location' in found) {
        response.writeHead(found.status, [...redirectHeaders, 'location', found.location, 'content-length', '0']);
        response.end();
        return;
      }
      const { status, headers, body } = drawShut(asked, found);
      response.writeHead(status, { ...headers, ...WAY_OUT, ...more, 'content-length': body.length });
      response.end(body);
    };
    way.then(send).catch(fail);
    return true;
  };
}
