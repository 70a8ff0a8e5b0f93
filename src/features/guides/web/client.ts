import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BulkChangesReply, Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type {
  BulkStatus,
  Guide,
  GuideChange,
  GuideCopy,
  GuideInput,
  Item,
  ItemChange,
  ItemInput,
  ItemRanking,
} from '../contract.ts';

const BASE = '/admin/listicles';

type One<T> = { data: T; message?: string };
type Listed = { data: Item[]; message?: string };

/** The calls of guides and their products, one for each route. */
export const guidesClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Guide>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch listicles' }),

  find: async (id: number, signal?: AbortSignal): Promise<Guide> =>
    (await call<One<Guide>>('GET', `${BASE}/${id}`, { signal, fallback: 'Failed to fetch listicle data' })).data,

  create: (body: GuideInput): Promise<One<Guide>> =>
    call('POST', BASE, { body, fallback: 'Failed to create listicle' }),

  update: (id: number, body: GuideChange): Promise<One<Guide>> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to update listicle' }),

  setStatuses: (body: BulkStatus): Promise<BulkChangesReply> =>
    call('POST', `${BASE}/bulk-status`, { body, fallback: 'Failed to set the status' }),

  /** An address that shows a guide with my unsaved edits to whoever has it. */
  previewUrl: async (id: number): Promise<string> =>
    (
      await call<One<{ url: string }>>('POST', `${BASE}/${id}/preview-link`, {
        fallback: 'The preview link could not be made',
      })
    ).data.url,

  duplicate: (id: number, body: GuideCopy): Promise<One<Guide>> =>
    call('POST', `${BASE}/${id}/duplicate`, { body, fallback: 'Failed to duplicate listicle' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete listicle' }),

  restore: (id: number): Promise<One<Guide>> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore listicle' }),

  items: async (id: number, signal?: AbortSignal): Promise<Item[]> =>
    (await call<Listed>('GET', `${BASE}/${id}/items`, { signal, fallback: 'Failed to fetch products' })).data,

  addItem: (id: number, body: ItemInput): Promise<One<Item>> =>
    call('POST', `${BASE}/${id}/items`, { body, fallback: 'Failed to add product' }),

  updateItem: (id: number, itemId: number, body: ItemChange): Promise<One<Item>> =>
    call('PUT', `${BASE}/${id}/items/${itemId}`, { body, fallback: 'Failed to save product' }),

  removeItem: (id: number, itemId: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}/items/${itemId}`, { fallback: 'Failed to remove product' }),

  restoreItem: (itemId: number): Promise<One<Item>> =>
    call('POST', `/admin/guide-products/${itemId}/restore`, { fallback: 'Failed to restore product' }),

  /** Order, scores and badges at once. */
  rank: (id: number, body: ItemRanking): Promise<Listed> =>
    call('PUT', `${BASE}/${id}/items/ranking`, { body, fallback: 'Failed to save order and scores' }),

  reorder: (id: number, ids: readonly number[]): Promise<Listed> =>
    call('PUT', `${BASE}/${id}/items/reorder`, { body: { ids }, fallback: 'Failed to save the order' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const GUIDES_KEY = ['guides'] as const;

/** What screens ask for with `useQuery`. */
export const guideQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...GUIDES_KEY, 'list', query],
      queryFn: ({ signal }) => guidesClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  one: (id: number) =>
    queryOptions({ queryKey: [...GUIDES_KEY, 'one', id], queryFn: ({ signal }) => guidesClient.find(id, signal) }),

  items: (id: number) =>
    queryOptions({ queryKey: [...GUIDES_KEY, 'items', id], queryFn: ({ signal }) => guidesClient.items(id, signal) }),
};
