import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { AmbiguousList, Contrary, PlaceBody, RefoldedPage } from '../decisions-contract.ts';
import type {
  AssignBody,
  BulkChange,
  Candidates,
  Conversion,
  ConversionChange,
  EachReply,
  MapStatusBody,
  Orphan,
  Rates,
  SiteChange,
  SiteChangeQuery,
  RematchBody,
  UnmappedStatus,
} from '../manual-contract.ts';
import type {
  AcceptBody,
  Batch,
  BatchReply,
  ImportBody,
  ImportReply,
  StatementBody,
  StatementReply,
} from '../statement-contract.ts';
import type { TimelineReply } from '../timeline-contract.ts';
import type { EraseBody, HeldReply } from '../traces-contract.ts';
import type { TrashedNetworks, UnknownAddresses } from '../unknown-contract.ts';

const BASE = '/admin/conversions';
const UNMAPPED = '/admin/affiliate-networks/unmapped-statuses';

type One = { data: Conversion; message?: string };

/** The calls of conversions as records, one for each route. */
export const deskClient = {
  change: (id: string, body: ConversionChange): Promise<One> =>
    call('PATCH', `${BASE}/${id}`, { body, fallback: 'Failed to update conversion' }),
  changeStatuses: (body: BulkChange): Promise<EachReply> =>
    call('POST', `${BASE}/bulk-status`, { body, fallback: 'Failed to update conversions' }),
  orphans: (query: Query, signal?: AbortSignal): Promise<Paged<Orphan>> =>
    call('GET', `${BASE}/orphans`, { query, signal, fallback: 'Failed to fetch orphans' }),
  rematch: (body: RematchBody): Promise<EachReply> =>
    call('POST', `${BASE}/rematch`, { body, fallback: 'Failed to look for clicks' }),
  candidates: (id: string, signal?: AbortSignal): Promise<Candidates> =>
    call('GET', `${BASE}/${id}/candidates`, { signal, fallback: 'Failed to fetch clicks' }),
  assign: (id: string, body: AssignBody): Promise<One> =>
    call('POST', `${BASE}/${id}/rematch`, { body, fallback: 'Failed to tie the conversion to the click' }),
  contrary: (query: Query, signal?: AbortSignal): Promise<Paged<Contrary>> =>
    call('GET', `${BASE}/contrary`, { query, signal, fallback: 'Failed to fetch contrary words' }),
  ambiguous: (signal?: AbortSignal): Promise<AmbiguousList> =>
    call('GET', `${BASE}/ambiguous`, { signal, fallback: 'Failed to fetch unclear refunds' }),
  place: (id: string, body: PlaceBody): Promise<{ message: string }> =>
    call('POST', `${BASE}/ambiguous/${id}`, { body, fallback: 'Failed to decide about the message' }),
  refolded: (query: Query, signal?: AbortSignal): Promise<RefoldedPage> =>
    call('GET', `${BASE}/refolded`, { query, signal, fallback: 'Failed to fetch what was folded anew' }),
  unmapped: (signal?: AbortSignal): Promise<{ data: UnmappedStatus[]; total: number }> =>
    call('GET', UNMAPPED, { signal, fallback: 'Failed to fetch status words' }),
  unknownAddresses: (signal?: AbortSignal): Promise<UnknownAddresses> =>
    call('GET', `${BASE}/unknown-addresses`, { signal, fallback: 'Failed to fetch unknown addresses' }),
  trashedNetworks: (signal?: AbortSignal): Promise<TrashedNetworks> =>
    call('GET', `${BASE}/trashed-networks`, { signal, fallback: 'Failed to fetch what waits for networks' }),
  mapStatus: (body: MapStatusBody): Promise<{ message: string; judged: number }> =>
    call('POST', UNMAPPED, { body, fallback: 'Failed to explain the status word' }),
  importFile: (body: Partial<ImportBody>): Promise<ImportReply> =>
    call('POST', `${BASE}/import`, { body, fallback: 'Failed to import the file' }),
  imports: (signal?: AbortSignal): Promise<{ data: Batch[]; total: number }> =>
    call('GET', `${BASE}/imports`, { signal, fallback: 'Failed to fetch imports' }),
  undoImport: (id: string): Promise<{ message: string }> =>
    call('POST', `${BASE}/imports/${id}/undo`, { fallback: 'Failed to take the import back' }),
  reconcile: (body: Partial<StatementBody>): Promise<StatementReply> =>
    call('POST', `${BASE}/reconcile`, { body, fallback: 'Failed to read the statement' }),
  acceptFindings: (body: Partial<AcceptBody>): Promise<BatchReply> =>
    call('POST', `${BASE}/reconcile/accept`, { body, fallback: 'Failed to take the findings over' }),
  rates: async (signal?: AbortSignal): Promise<Rates> =>
    (await call<{ data: Rates }>('GET', '/admin/exchange-rates', { signal, fallback: 'Failed to fetch rates' })).data,
  replaceRates: (csv: string): Promise<{ data: Rates; message?: string }> =>
    call('PUT', '/admin/exchange-rates', { body: { csv }, fallback: 'Failed to replace the rates' }),
  siteChange: async (query: SiteChangeQuery, signal?: AbortSignal): Promise<SiteChange> =>
    (
      await call<{ data: SiteChange }>('GET', '/admin/exchange-rates/site-change', {
        query,
        signal,
        fallback: 'Failed to look at what would change',
      })
    ).data,
  held: (clickId: string): Promise<HeldReply> =>
    call('GET', '/admin/personal-data', { query: { click_id: clickId }, fallback: 'Failed to export what is held' }),
  erase: (body: EraseBody): Promise<{ message: string }> =>
    call('POST', '/admin/personal-data/erase', { body, fallback: 'Failed to delete the traces' }),
  timeline: (query: Query, signal?: AbortSignal): Promise<TimelineReply> =>
    call('GET', '/admin/timeline', { query, signal, fallback: 'Failed to fetch the timeline' }),
};

/** The first word of every cache key below. What changes a conversion also changes the numbers. */
export const DESK_KEY = ['conversions'] as const;
export const STATS_KEY = ['stats'] as const;

/** What screens ask for with `useQuery`. */
export const deskQueries = {
  orphans: (query: Query) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'orphans', query],
      queryFn: ({ signal }) => deskClient.orphans(query, signal),
      placeholderData: keepPreviousData,
    }),
  candidates: (id: string) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'candidates', id],
      queryFn: ({ signal }) => deskClient.candidates(id, signal),
    }),
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
  unmapped: () =>
    queryOptions({ queryKey: [...DESK_KEY, 'unmapped'], queryFn: ({ signal }) => deskClient.unmapped(signal) }),
  unknownAddresses: () =>
    queryOptions({
      queryKey: [...DESK_KEY, 'unknown-addresses'],
      queryFn: ({ signal }) => deskClient.unknownAddresses(signal),
    }),
  trashedNetworks: () =>
    queryOptions({
      queryKey: [...DESK_KEY, 'trashed-networks'],
      queryFn: ({ signal }) => deskClient.trashedNetworks(signal),
    }),
  imports: () =>
    queryOptions({ queryKey: [...DESK_KEY, 'imports'], queryFn: ({ signal }) => deskClient.imports(signal) }),
  siteChange: (query: SiteChangeQuery) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'site-change', query],
      queryFn: ({ signal }) => deskClient.siteChange(query, signal),
      staleTime: 0,
    }),
  rates: () => queryOptions({ queryKey: [...DESK_KEY, 'rates'], queryFn: ({ signal }) => deskClient.rates(signal) }),
  timeline: (query: { id: string; kind?: string }) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'timeline', query],
      queryFn: ({ signal }) => deskClient.timeline(query, signal),
      enabled: query.id !== '',
    }),
};
