import { z } from 'zod';
import { IdParams, Message } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { ItemChange, ItemInput, ItemList, ItemOrder, ItemRanking, ItemReply } from '../../contract.ts';
import * as items from '../items.ts';
import { rankItems, reorderItems } from '../ranking.ts';

const BASE = '/api/admin/listicles/:id/items';

const ItemParams = z.object({ ...IdParams.shape, itemId: IdParams.shape.id });

/** The products of a guide. */
export function itemRoutes(route: Route, deps: Deps): void {
  route.get(
    BASE,
    { access: 'read:content', summary: 'Products of a guide by rank', params: IdParams, reply: ItemList },
    async ({ params }) => ({ data: await items.listItems(deps, params.id) }),
  );

  route.post(
    BASE,
    {
      access: 'write:content',
      summary: 'Add a product',
      params: IdParams,
      body: ItemInput,
      reply: ItemReply,
      status: 201,
    },
    async ({ actor, params, body }) => {
      const item = await items.addItem(deps, actor, params.id, body);
      const isHeldBack = !item.is_visible && body.is_visible === undefined;
      const message = isHeldBack
        ? 'Product added, hidden from readers: its checklist says what is missing before it can be shown.'
        : 'Product added.';
      return { data: item, message };
    },
  );

  route.put(
    `${BASE}/reorder`,
    {
      access: 'write:content',
      summary: 'Put the products in order',
      params: IdParams,
      body: ItemOrder,
      reply: ItemList,
    },
    async ({ actor, params, body }) => ({
      data: await reorderItems(deps, actor, params.id, body.ids),
      message: 'Order saved.',
    }),
  );

  route.put(
    `${BASE}/ranking`,
    {
      access: 'write:content',
      summary: 'Order, scores and badges of the products in one call',
      params: IdParams,
      body: ItemRanking,
      reply: ItemList,
    },
    async ({ actor, params, body }) => ({
      data: await rankItems(deps, actor, params.id, body),
      message: 'Order and scores saved.',
    }),
  );

  route.put(
    `${BASE}/:itemId`,
    { access: 'write:content', summary: 'Change a product', params: ItemParams, body: ItemChange, reply: ItemReply },
    async ({ actor, params, body }) => ({
      data: await items.updateItem(deps, actor, { guideId: params.id, id: params.itemId }, body),
      message: 'Product saved.',
    }),
  );

  route.delete(
    `${BASE}/:itemId`,
    { access: 'write:content', summary: 'Take a product out', params: ItemParams, reply: Message },
    async ({ actor, params }) => {
      await items.removeItem(deps, actor, { guideId: params.id, id: params.itemId });
      return { message: 'Product removed.' };
    },
  );

  route.post(
    '/api/admin/guide-products/:id/restore',
    { access: 'write:content', summary: 'Bring a removed product back', params: IdParams, reply: ItemReply },
    async ({ actor, params }) => {
      const { item, isWithoutBadge } = await items.restoreItem(deps, actor, params.id);
      const message = isWithoutBadge
        ? 'Product restored, without its badge: another product is the best overall now.'
        : 'Product restored.';
      return { data: item, message };
    },
  );
}
