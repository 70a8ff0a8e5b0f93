import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../../platform/errors.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { takesPages } from '../../../platform/server/http/problems.ts';
import type { Arrival } from '../arrival.ts';
import type { Redirects } from './redirect.ts';
import type { Way } from './redirecting/record-click.ts';
import { WAY_OUT } from './short-cut.ts';
import type { DrawShut } from './shut.ts';

const Slug = z.object({ slug: z.string().max(200) });
const ItemId = z.object({ item: z.string().max(20) });

/** What the ways out need of the application. */
type Ports = {
  /** Reads who comes from the raw request. */
  arrivalOf: (request: FastifyRequest) => Arrival;
  /** The page where nobody can be sent on. */
  drawShut: DrawShut;
  /** Counts a visit of a slug that no link has. */
  noteLost: (slug: string, arrival: Arrival) => void;
  /** The page for readers of an address that leads nowhere. */
  sendLost: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

/** The ways out of the site. They take any query and answer 302 or 307 with `no-store`, so that nobody remembers them. */
export function redirectRoutes(
  route: Route,
  redirects: Redirects,
  { arrivalOf, drawShut, noteLost, sendLost }: Ports,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, way: Way | undefined, what: string) => {
    // who says nothing may be a reader
    if (!way && takesPages(request.headers)) return sendLost(request, reply);
    if (!way) throw notFound(what);
    if ('location' in way) {
      return reply
        .status(way.status)
        .headers({ ...WAY_OUT, location: way.location })
        .send('');
    }
    const { status, headers, body } = drawShut(request, way);
    return reply
      .status(status)
      .headers({ ...headers, ...WAY_OUT })
      .send(body);
  };

  route.get(
    '/go/:slug',
    { access: 'public', summary: 'A tracking link', params: Slug },
    async ({ params, request, reply }) => {
      const arrival = arrivalOf(request);
      const way = await redirects.go(params.slug, arrival);
      if (!way) noteLost(params.slug, arrival);
      return answer(request, reply, way, 'Link');
    },
  );

  route.get(
    '/out/review/:slug',
    { access: 'public', summary: 'From a review to its offer', params: Slug },
    async ({ params, request, reply }) =>
      answer(request, reply, await redirects.outReview(params.slug, arrivalOf(request)), 'Review'),
  );

  route.get(
    '/out/:item',
    { access: 'public', summary: 'From a product to its offer', params: ItemId },
    async ({ params, request, reply }) => {
      const id = /^[1-9]\d{0,9}$/.test(params.item) ? Number(params.item) : undefined;
      const way = id === undefined ? undefined : await redirects.outItem(id, arrivalOf(request));
      return answer(request, reply, way, 'Product');
    },
  );
}
