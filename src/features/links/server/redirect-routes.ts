import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../../platform/errors.ts';
import type { Route } from '../../../platform/server/http.ts';
import type { Arrival, Redirect, Redirects } from './redirect.ts';
import { WAY_OUT } from './short-cut.ts';

const Slug = z.object({ slug: z.string().max(200) });
const ItemId = z.object({ item: z.string().max(20) });

/**
 * The ways out of the site. They take any query and answer 302 or 307 with `no-store`, so that nobody remembers them.
 * @param arrivalOf reads who comes from the raw request
 */
export function redirectRoutes(
  route: Route,
  redirects: Redirects,
  arrivalOf: (request: FastifyRequest) => Arrival,
): void {
  const answer = (reply: FastifyReply, redirect: Redirect | undefined, what: string): FastifyReply => {
    if (!redirect) throw notFound(what);
    return reply
      .status(redirect.status)
      .headers({ ...WAY_OUT, location: redirect.location })
      .send('');
  };

  route.get(
    '/go/:slug',
    { access: 'public', summary: 'A tracking link', params: Slug },
    async ({ params, request, reply }) => answer(reply, await redirects.go(params.slug, arrivalOf(request)), 'Link'),
  );

  route.get(
    '/out/review/:slug',
    { access: 'public', summary: 'From a review to its offer', params: Slug },
    async ({ params, request, reply }) =>
      answer(reply, await redirects.outReview(params.slug, arrivalOf(request)), 'Review'),
  );

  route.get(
    '/out/:item',
    { access: 'public', summary: 'From a product to its offer', params: ItemId },
    async ({ params, request, reply }) => {
      const id = /^[1-9]\d{0,9}$/.test(params.item) ? Number(params.item) : undefined;
      return answer(reply, id === undefined ? undefined : await redirects.outItem(id, arrivalOf(request)), 'Product');
    },
  );
}
