import { commonHead, type ShortCut } from '../../../platform/server/http/short-cuts/short-cuts.ts';
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
  const common = commonHead({ ...WAY_OUT, ...more });
  return (asked, send, fail) => {
    const found = PATH.exec(asked.url);
    if (!found) return false;
    const slug = found[1];
    const itemId = Number(found[2]);
    if (slug === undefined ? !routing().items.has(itemId) : !routing().linkBySlug.has(slug)) return false;
    const arrival = arrivalOf({ ...asked, method: 'GET' });
    const way: Promise<Way | undefined> =
      slug === undefined ? redirects.outItem(itemId, arrival) : redirects.go(slug, arrival);
    const answer = (found: Way | undefined): void => {
      if (!found) throw new Error('there was such a way out a moment ago');
      if ('location' in found) return send(found.status, common, ['location', found.location]);
      const { status, headers, body } = drawShut(asked, found);
      send(status, commonHead({ ...headers, ...WAY_OUT, ...more }), [], body);
    };
    way.then(answer).catch(fail);
    return true;
  };
}
