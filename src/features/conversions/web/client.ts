import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BulkChangesReply, Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { AmbiguousList, Contrary, PlaceBody, RefoldedPage } from '../decisions-contract.ts';
import type { BulkChange, Conversion, ConversionChange, SiteChange, SiteChangeQuery } from '../manual-contract.ts';

const BASE = '/admin/conversions';

type One = { data: Conversion; message?: string };

/** The calls of conversions as records, one for each route. */
export const deskClient = {
  change: (id: string, body: ConversionChange): Promise<One> =>
    call('PATCH', `${BASE}/${id}`, { body, fallback: 'Failed to update conversion' }),
  changeStatuses: (body: BulkChange): Promise<BulkChangesReply<string>> =>
    call('POST', `${BASE}/bulk-status`, { body, fallback: 'Failed to update conversions' }),
  contrary: (query: Query, signal?: AbortSignal): Promise<Paged<Contrary>> =>
    call('GET', `${BASE}/contrary`, { query, signal, fallback: 'Failed to fetch contrary words' }),
  ambiguous: (signal?: AbortSignal): Promise<AmbiguousList> =>
    call('GET', `${BASE}/ambiguous`, { signal, fallback: 'Failed to fetch unclear refunds' }),
  place: (id: string, body: PlaceBody): Promise<{ message: string }> =>
    call('POST', `${BASE}/ambiguous/${id}`, { body, fallback: 'Failed to decide about the message' }),
  refolded: (query: Query, signal?: AbortSignal): Promise<RefoldedPage> =>
    call('GET', `${BASE}/refolded`, { query, signal, fallback: 'Failed to fetch what was folded anew' }),
  siteChange: async (query: SiteChangeQuery, signal?: AbortSignal): Promise<SiteChange> =>
    (
      await call<{ data: SiteChange }>('GET', '/admin/exchange-rates/site-change', {
        query,
        signal,
        fallback: 'Failed to look at what would change',
      })
    ).data,
};

/** The first word of every cache key below. What changes a conversion also changes the numbers. */
export const DESK_KEY = ['conversions'] as const;
export const STATS_KEY = ['stats'] as const;

/** What screens ask for with `useQuery`. */
export const deskQueries = {
  contrary: (query: Query) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'contrary', query],
      queryFn: ({ signal }) => deskClient.contrary(query, signal),
      placeholderData: keepPreviousData,
    }),
  ambiguous: () =>
    queryOptions({ queryKey: [...DESK_KEY, 'ambiguous'], queryFn: ({ signal }) => deskClient.ambiguous(signal) }),
  refolded: (query: Query) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'refolded', query],
      queryFn: ({ signal }) => deskClient.refolded(query, signal),
      placeholderData: keepPreviousData,
    }),
  siteChange: (query: SiteChangeQuery) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'site-change', query],
      queryFn: ({ signal }) => deskClient.siteChange(query, signal),
      staleTime: 0,
    }),
};
