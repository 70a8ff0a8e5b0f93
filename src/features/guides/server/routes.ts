import { z } from 'zod';
import { AppError, notFound } from '../../../platform/errors.ts';
import { BulkChangesReply, IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Rank } from '../../../platform/server/records/figures.ts';
import { createLimiter } from '../../../platform/server/http/limiter.ts';
import {
  BulkStatus,
  GUIDE_COLUMNS,
  GuideChange,
  GuideCopy,
  type GuideFigure,
  GuideInput,
  GuidePage,
  GuideQuery,
  GuideReply,
  PublicGuidePage,
  PublicGuideQuery,
  PublicGuideReply,
} from '../contract.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { publicGuide, publicGuidesOf } from './reading.ts';
import { categoryRoutes } from './categories/routes-categories.ts';
import { itemRoutes } from './products/routes-items.ts';
import * as guides from './service.ts';
import { networkOf } from '../../accounts/rules.ts';

const BASE = '/api/admin/listicles';

/**
 * The address behind the button of a product in a public answer.
 * @param query what stood in the address of the page: utm_source, utm_term and the like; any key, any value
 */
export type MintOut = (
  item: { id: number; guide_id: number; offer_id: number; rank: number },
  query: unknown,
) => string;

/** @param rank left out where nothing is counted */
export function guidesRoutes(
  route: Route,
  deps: Deps,
  countViews: guides.CountGuideViews,
  mintOut: MintOut,
  rank?: Rank<GuideFigure>,
): void {
  const scope = { ...deps, countViews, ...(rank && { rank }) };

  route.get(
    BASE,
    { access: 'read:content', summary: 'List guides', query: GuideQuery, reply: GuidePage },
    ({ query, reply }): Promise<unknown> => {
      if (query.format !== 'csv') return guides.listGuides(scope, query);
      return sendList(reply, scope, query, {
        name: 'listicles',
        columns: GUIDE_COLUMNS,
        days: 30,
        list: (inside, page) => guides.listGuides(inside, { ...query, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/:id`,
    { access: 'read:content', summary: 'One guide', params: IdParams, reply: GuideReply },
    async ({ params }) => ({ data: await guides.getGuide(scope, params.id) }),
  );

  route.post(
    BASE,
    { access: 'write:content', summary: 'Create a guide', body: GuideInput, reply: GuideReply, status: 201 },
    async ({ actor, body }) => ({
      data: await guides.createGuide(scope, actor, body),
      message: 'Listicle created successfully!',
    }),
  );

  route.put(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Change a guide', params: IdParams, body: GuideChange, reply: GuideReply },
    async ({ actor, params, body }) => ({
      data: await guides.updateGuide(scope, actor, params.id, body),
      message: 'Listicle updated successfully!',
    }),
  );

  route.post(
    `${BASE}/bulk-status`,
    {
      access: 'write:content',
      summary: 'One status for many guides, or what it would change',
      body: BulkStatus,
      reply: BulkChangesReply,
    },
    ({ actor, body }) => guides.setStatuses(scope, actor, body),
  );

  route.post(
    `${BASE}/:id/duplicate`,
    {
      access: 'write:content',
      summary: 'Copy a guide with its products',
      params: IdParams,
      body: GuideCopy,
      reply: GuideReply,
      status: 201,
    },
    async ({ actor, params, body }) => ({
      data: await guides.duplicateGuide(scope, actor, params.id, body),
      message: 'Listicle duplicated successfully!',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Delete a guide', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await guides.deleteGuide(scope, actor, params.id);
      return { message: 'Listicle deleted successfully!' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'write:content', summary: 'Bring a deleted guide back', params: IdParams, reply: GuideReply },
    async ({ actor, params }) => ({
      data: await guides.restoreGuide(scope, actor, params.id),
      message: 'Listicle restored.',
    }),
  );

  itemRoutes(route, deps);
  categoryRoutes(route, deps);
  publicRoutes(route, deps, mintOut);
}

/** What one network may search: far more than people do. */
const SEARCHES_PER_SECOND = 5;
const SEARCHES_AT_ONCE = 100;

function publicRoutes(route: Route, deps: Deps, mintOut: MintOut): void {
  const searches = createLimiter(SEARCHES_PER_SECOND, SEARCHES_AT_ONCE, deps.living);
  route.get(
    '/api/listicles',
    { access: 'public', summary: 'Published guides, featured first', query: PublicGuideQuery, reply: PublicGuidePage },
    ({ query, request, reply }) => {
      if (query.q && !searches.allows(networkOf(request.ip), deps.clock().getTime()))
        throw new AppError('too_many_requests', 'Too many searches. Please wait a moment.', {
          details: { retry_after_s: 5 },
        });
      void reply.header('cache-control', 'no-cache');
      return publicGuidesOf(deps.db, query);
    },
  );

  route.get(
    '/api/listicles/:id',
    {
      access: 'public',
      summary: 'One published guide with its products; 410 when it was public once',
      params: z.object({ id: z.string().max(200) }),
      reply: PublicGuideReply,
    },
    async ({ params, request, reply }) => {
      const id = /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0;
      const guide = id >= 1 && id < 2 ** 31 ? await publicGuide(deps.db, id, deps.clock()) : 'missing';
      if (guide === 'missing') throw notFound('Guide');
      if (guide === 'gone') throw new AppError('gone', 'This guide is no longer available.');
      // each answer carries addresses of its own
      void reply.header('cache-control', 'private, no-store');
      const items = guide.items.map((item) => ({
        ...item,
        out_url:
          item.offer &&
          mintOut({ id: item.id, guide_id: guide.id, offer_id: item.offer.id, rank: item.rank }, request.query),
      }));
      return { data: { ...guide, items } };
    },
  );
}
