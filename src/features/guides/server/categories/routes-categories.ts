import { IdParams, Message } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import {
  GuideCategories,
  GuideCategoryChange,
  GuideCategoryInput,
  GuideCategoryOrder,
  GuideCategoryReply,
} from '../../contract.ts';
import * as categories from '../categories.ts';

const BASE = '/api/settings/guide-categories';

/** The categories of guides. */
export function categoryRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    { access: 'read:content', summary: 'List guide categories in their order', reply: GuideCategories },
    async () => ({ data: await categories.listGuideCategories(deps.db) }),
  );

  route.post(
    BASE,
    {
      access: 'write:content',
      summary: 'Create a guide category',
      body: GuideCategoryInput,
      reply: GuideCategoryReply,
      status: 201,
    },
    async ({ actor, body }) => ({
      data: await categories.createGuideCategory(deps, actor, body),
      message: 'Category created.',
    }),
  );

  route.put(
    `${BASE}/reorder`,
    {
      access: 'write:content',
      summary: 'Put the guide categories in another order',
      body: GuideCategoryOrder,
      reply: GuideCategories,
    },
    async ({ actor, body }) => ({
      data: await categories.reorderCategories(deps, actor, body.ids),
      message: 'Order saved.',
    }),
  );

  route.put(
    `${BASE}/:id`,
    {
      access: 'write:content',
      summary: 'Change a guide category',
      params: IdParams,
      body: GuideCategoryChange,
      reply: GuideCategoryReply,
    },
    async ({ actor, params, body }) => ({
      data: await categories.updateCategory(deps, actor, params.id, body),
      message: 'Category saved.',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:content', summary: 'Delete a guide category', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await categories.deleteGuideCategory(deps, actor, params.id);
      return { message: 'Category deleted.' };
    },
  );
}
