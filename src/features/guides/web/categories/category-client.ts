import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { GuideCategory, GuideCategoryChange, GuideCategoryInput } from '../../contract.ts';

const BASE = '/settings/guide-categories';

type One = { data: GuideCategory; message?: string };
type All = { data: GuideCategory[]; message?: string };

/** The calls of guide categories, one for each route. */
export const categoriesClient = {
  list: async (signal?: AbortSignal): Promise<GuideCategory[]> =>
    (await call<All>('GET', BASE, { ...(signal && { signal }), fallback: 'Failed to fetch categories' })).data,

  create: (body: GuideCategoryInput): Promise<One> =>
    call('POST', BASE, { body, fallback: 'Failed to create category' }),

  update: (id: number, body: GuideCategoryChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to save category' }),

  reorder: (ids: readonly number[]): Promise<All> =>
    call('PUT', `${BASE}/reorder`, { body: { ids }, fallback: 'Failed to save the order' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete category' }),
};

/** The first word of the cache keys of categories; name it to read them again. */
export const CATEGORIES_KEY = ['guide-categories'] as const;

/** What screens ask for with `useQuery`. */
export const categoryQueries = {
  /** Every category in its order. */
  all: () => queryOptions({ queryKey: CATEGORIES_KEY, queryFn: ({ signal }) => categoriesClient.list(signal) }),
};
