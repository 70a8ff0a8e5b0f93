import type { FastifyRequest } from 'fastify';
import type { Mend } from '../../features/links/contract.ts';
import type { Parts } from './parts.ts';
import type { ShortCut } from '../../platform/server/http/short-cuts/short-cuts.ts';
import { isOddQuery, mendAddress, type Mended } from './mend-address.ts';

type Incoming = FastifyRequest['raw'];
type Routing = ReturnType<Parts['snapshot']['current']>;

/** Addresses that came mangled, from the request to whoever answers it. @param routing knows the guides */
export function createMending(routing: () => Pick<Routing, 'guides'>) {
  const known = new WeakMap<Incoming, Mended>();

  /** The id alone is an address of a guide too; who is led on anyway is led to the right one. */
  function canonical(url: string): string {
    const [, digits, query = ''] = /^\/listicles\/([1-9]\d{0,8})(?:-[\w-]*)?(\?.*)?$/.exec(url) ?? [];
    const id = Number(digits);
    const guide = routing().guides.get(id);
    return guide?.isPublic && guide.slug ? `/listicles/${id}-${guide.slug}${query}` : url;
  }

  return {
    /** The address by which the request is routed: as it was meant. */
    rewriteUrl(request: Incoming): string {
      const came = request.url ?? '/';
      const mended = mendAddress(came);
      if (!mended) return came;
      known.set(request, mended);
      return mended.url;
    },

    /** Leaves what may have to be mended to the framework. */
    unlessOdd:
      (shortCut: ShortCut): ShortCut =>
      (asked, send, fail) =>
        !isOddQuery(asked.url) && shortCut(asked, send, fail),

    mendsOf: ({ raw }: Pick<FastifyRequest, 'raw'>): readonly Mend[] | undefined => known.get(raw)?.mends,

    /** Where a reader is led whose page was asked for by a mangled address; undefined for everybody else. */
    movedTo({ raw, method }: Pick<FastifyRequest, 'raw' | 'method'>): string | undefined {
      const mended = known.get(raw);
      const isReading = method === 'GET' || method === 'HEAD';
      return mended?.isPage && isReading ? canonical(mended.url) + mended.anchor : undefined;
    },
  };
}
