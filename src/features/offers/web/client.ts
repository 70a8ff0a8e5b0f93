import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BulkChangesReply, Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import { firstFound } from '../../../platform/web/first-found.ts';
import type { Network } from '../../networks/contract.ts';
import type { OfferBulk } from '../bulk-contract.ts';
import type { ClosingPlace, NetworkClosing, OfferClosing } from '../closing-contract.ts';
import type {
  Offer,
  OfferChange,
  OfferInput,
  OfferLinkHealth,
  OfferPayout,
  OfferSaved,
  OfferStatus,
} from '../contract.ts';
import type { Category, CategoryChange, CategoryInput } from '../category-contract.ts';

const BASE = '/admin/offers';
const NETWORKS = '/admin/affiliate-networks';
const CLOSING_FAILED = 'Failed to find out who uses the offer';

type One<T> = { data: T; message?: string };

/** The calls of offers and their categories, one for each route. */
export const offersClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<Offer>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch offers' }),

  find: async (id: number, signal?: AbortSignal): Promise<Offer> =>
    (await call<One<Offer>>('GET', `${BASE}/${id}`, { signal, fallback: 'Failed to fetch offer' })).data,

  payouts: async (id: number, signal?: AbortSignal): Promise<OfferPayout[]> =>
    (
      await call<{ data: OfferPayout[] }>('GET', `${BASE}/${id}/payouts`, {
        signal,
        fallback: 'Failed to fetch payouts',
      })
    ).data,

  create: (body: OfferInput): Promise<OfferSaved> => call('POST', BASE, { body, fallback: 'Failed to create offer' }),

  update: (id: number, body: OfferChange): Promise<OfferSaved> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to update offer' }),

  changeMany: (body: OfferBulk): Promise<BulkChangesReply> =>
    call('POST', `${BASE}/bulk`, { body, fallback: 'Failed to change the offers' }),

  /** Who would miss it, were it closed. */
  closing: async (id: number): Promise<ClosingPlace[]> =>
    (await call<{ data: ClosingPlace[] }>('GET', `${BASE}/${id}/closing`, { fallback: CLOSING_FAILED })).data,

  /** A change that closes it, together with what stands in for it. */
  close: (id: number, body: OfferClosing): Promise<OfferSaved> =>
    call('PUT', `${BASE}/${id}/closing`, { body, fallback: 'Failed to update offer' }),

  closingNetwork: async (id: number): Promise<ClosingPlace[]> =>
    (await call<{ data: ClosingPlace[] }>('GET', `${NETWORKS}/${id}/closing`, { fallback: CLOSING_FAILED })).data,

  closeNetwork: (id: number, body: NetworkClosing): Promise<One<Network>> =>
    call('PUT', `${NETWORKS}/${id}/closing`, { body, fallback: 'Failed to update affiliate network' }),

  remove: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete offer' }),

  restore: (id: number): Promise<One<Offer>> =>
    call('POST', `${BASE}/${id}/restore`, { fallback: 'Failed to restore offer' }),

  linkHealth: async (id: number, signal?: AbortSignal): Promise<OfferLinkHealth> =>
    (
      await call<One<OfferLinkHealth>>('GET', `${BASE}/${id}/link-health`, {
        signal,
        fallback: 'Failed to fetch the state of the link',
      })
    ).data,

  checkLink: (id: number): Promise<One<OfferLinkHealth>> =>
    call('POST', `${BASE}/${id}/check-link`, { fallback: 'Failed to check the link' }),

  /** @param until null ends it */
  snoozeLink: (id: number, until: string | null): Promise<One<OfferLinkHealth>> =>
    call('PUT', `${BASE}/${id}/link-snooze`, { body: { until }, fallback: 'Failed to vouch for the link' }),

  categories: async (signal?: AbortSignal): Promise<Category[]> =>
    (await call<{ data: Category[] }>('GET', `${BASE}/categories`, { signal, fallback: 'Failed to fetch categories' }))
      .data,

  createCategory: (body: CategoryInput): Promise<One<Category>> =>
    call('POST', `${BASE}/categories`, { body, fallback: 'Failed to create category' }),

  updateCategory: (id: number, body: CategoryChange): Promise<One<Category>> =>
    call('PUT', `${BASE}/categories/${id}`, { body, fallback: 'Failed to update category' }),

  removeCategory: (id: number): Promise<{ message?: string }> =>
    call('DELETE', `${BASE}/categories/${id}`, { fallback: 'Failed to delete category' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const OFFERS_KEY = ['offers'] as const;

/** What screens ask for with `useQuery`. */
export const offerQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...OFFERS_KEY, 'list', query],
      queryFn: ({ signal }) => offersClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** The first few that hold the text, for a picker. */
  search: (query: { search: string; status?: OfferStatus; all?: 1 }) =>
    firstFound([...OFFERS_KEY, 'search', query], (few, signal) =>
      offersClient.list({ ...few, ...query, sortBy: 'name', order: 'asc' }, signal),
    ),

  one: (id: number) =>
    queryOptions({ queryKey: [...OFFERS_KEY, 'one', id], queryFn: ({ signal }) => offersClient.find(id, signal) }),

  payouts: (id: number) =>
    queryOptions({
      queryKey: [...OFFERS_KEY, 'payouts', id],
      queryFn: ({ signal }) => offersClient.payouts(id, signal),
    }),

  linkHealth: (id: number) =>
    queryOptions({
      queryKey: [...OFFERS_KEY, 'link-health', id],
      queryFn: ({ signal }) => offersClient.linkHealth(id, signal),
    }),

  categories: () =>
    queryOptions({
      queryKey: [...OFFERS_KEY, 'categories'],
      queryFn: ({ signal }) => offersClient.categories(signal),
    }),
};
