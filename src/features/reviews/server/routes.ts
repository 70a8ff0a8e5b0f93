import { z } from 'zod';
import { AppError, notFound } from '../../../platform/errors.ts';
import { BulkChangesReply, IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Rank } from '../../../platform/server/records/figures.ts';
import {
  BulkStatus,
  PublicReviewReply,
  REVIEW_COLUMNS,
  ReviewChange,
  type ReviewFigure,
  ReviewInput,
  ReviewPage,
  ReviewQuery,
  ReviewReply,
} from '../contract.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { reviewBySlug } from './reading.ts';
import * as reviews from './service.ts';

const BASE = '/api/admin/offer-content';

/**
 * The address behind the button of a review in a public answer.
 * @param query what stood in the address of the page: utm_source, utm_term and the like; any key, any value
 */
export type MintReviewOut = (review: { id: number; slug: string; offer_id: number }, query: unknown) => string;

/** @param rank left out where nothing is counted */
export function reviewsRoutes(
  route: Route,
  deps: Deps,
  countViews: reviews.CountReviewViews,
  mintOut: MintReviewOut,
  rank?: Rank<ReviewFigure>,
): void {
  const scope = { ...deps, countViews, ...(rank && { rank }) };

  route.get(
    BASE,
    { access: 'read:content', summary: 'List reviews', query: ReviewQuery, reply: ReviewPage },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return reviews.listReviews(scope, query);
      return sendList(reply, scope, query, {
        name: 'offer-content',
        columns: REVIEW_COLUMNS,
        days: 30,
        list: (inside, page) => reviews.listReviews(inside, { ...query, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/:id`,
    { access: 'read:content', summary: 'One review', params: IdParams, reply: ReviewReply },
    async ({ params }) => ({ data: await reviews.getReview(scope, params.id) }),
  );

  route.post(
    BASE,
    { access: 'write:content', summary: 'Create a review', body: ReviewInput, reply: ReviewReply, status: 201 },
    async ({ actor, body }) => ({
      data: await reviews.createReview(scope, actor, body),
      message: 'Content created successfully!',
    }),
  );

  route.put(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Change a review', params: IdParams, body: ReviewChange, reply: ReviewReply },
    async ({ actor, params, body }) => ({
      data: await reviews.updateReview(scope, actor, params.id, body),
      message: 'Content updated successfully!',
    }),
  );

  route.post(
    `${BASE}/bulk-status`,
    {
      access: 'write:content',
      summary: 'One status for many reviews, or what it would change',
      body: BulkStatus,
      reply: BulkChangesReply,
    },
    ({ actor, body }) => reviews.setStatuses(scope, actor, body),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Delete a review', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await reviews.deleteReview(scope, actor, params.id);
      return { message: 'Content deleted successfully!' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'write:content', summary: 'Bring a deleted review back', params: IdParams, reply: ReviewReply },
    async ({ actor, params }) => ({
      data: await reviews.restoreReview(scope, actor, params.id),
      message: 'Content restored.',
    }),
  );

  route.get(
    '/api/offer-reviews/:slug',
    {
      access: 'public',
      summary: 'One published review with its offer; 301 from a slug of before, 410 when it was public once',
      params: z.object({ slug: z.string().max(2048) }),
      reply: PublicReviewReply,
    },
    async ({ params, request, reply }) => {
      const isSlug = /^[a-z0-9][a-z0-9-]{0,127}$/.test(params.slug);
      const review = isSlug ? await reviewBySlug(deps.db, params.slug, deps.clock()) : 'missing';
      if (review === 'missing') throw notFound('Review');
      if (review === 'gone') throw new AppError('gone', 'This review is no longer available.');
      // each answer carries an address of its own, and a slug can be taken back
      void reply.header('cache-control', 'private, no-store');
      if ('movedTo' in review) {
        const rest = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
        const to = `/api/offer-reviews/${review.movedTo}${rest}`;
        void reply.code(301).header('location', to);
        return { redirect_to: to };
      }
      return { data: { ...review, out_url: review.offer.is_available ? mintOut(review, request.query) : null } };
    },
  );
}
