import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callFile, type Query } from '../../../platform/web/http.ts';
import type { ContentStats, CtrStats, GuideStats, UtmReply } from '../contract.ts';
import type { ConversionStats } from '../conversion-stats-contract.ts';
import type { OfferRisks, OfferStats } from '../offer-stats-contract.ts';
import type { LinkStats } from '../link-stats-contract.ts';
import type { Annotations } from '../annotation-contract.ts';
import type { LikelyBest } from '../likely-best-contract.ts';
import type { WhatIfReply } from '../what-if-contract.ts';
import type { WhyReply } from '../why-contract.ts';
import type { ReportParameters, ReportReply, SavedView, SavedViewInput } from '../report-contract.ts';

/** The calls of the numbers, one for each route. */
export const statsClient = {
  listicles: (query: Query, signal?: AbortSignal): Promise<GuideStats> =>
    call('GET', '/admin/stats/listicles', { query, signal, fallback: 'Failed to fetch listicle stats' }),

  content: (query: Query, signal?: AbortSignal): Promise<ContentStats> =>
    call('GET', '/admin/stats/offer-content', { query, signal, fallback: 'Failed to fetch offer content stats' }),

  ctr: (query: Query, signal?: AbortSignal): Promise<CtrStats> =>
    call('GET', '/admin/stats/ctr', { query, signal, fallback: 'Failed to fetch item CTR stats' }),

  whatIf: (query: Query, signal?: AbortSignal): Promise<WhatIfReply> =>
    call('GET', '/admin/stats/what-if', { query, signal, fallback: 'Failed to fetch what-if' }),

  likelyBest: (query: Query, signal?: AbortSignal): Promise<LikelyBest> =>
    call('GET', '/admin/stats/likely-best', { query, signal, fallback: 'Failed to judge who is likely the best' }),

  why: (query: Query, signal?: AbortSignal): Promise<WhyReply> =>
    call('GET', '/admin/stats/why', { query, signal, fallback: 'Failed to fetch what this number is made of' }),

  annotations: (query: Query, signal?: AbortSignal): Promise<Annotations> =>
    call('GET', '/admin/stats/annotations', { query, signal, fallback: 'Failed to fetch changes' }),

  utmValues: (signal?: AbortSignal): Promise<UtmReply> =>
    call('GET', '/admin/stats/utm-values', { signal, fallback: 'Failed to fetch UTM values' }),

  conversions: (query: Query, signal?: AbortSignal): Promise<ConversionStats> =>
    call('GET', '/admin/stats/conversions', { query, signal, fallback: 'Failed to fetch conversion stats' }),

  offers: (query: Query, signal?: AbortSignal): Promise<OfferStats> =>
    call('GET', '/admin/stats/offers', { query, signal, fallback: 'Failed to fetch offer stats' }),

  offerRisks: (query: Query, signal?: AbortSignal): Promise<OfferRisks> =>
    call('GET', '/admin/stats/offers/at-risk', { query, signal, fallback: 'Failed to fetch offers at risk' }),

  report: (query: Query, signal?: AbortSignal): Promise<ReportReply> =>
    call('GET', '/admin/stats/report', { query, signal, fallback: 'Failed to fetch report' }),

  parameters: (signal?: AbortSignal): Promise<ReportParameters> =>
    call('GET', '/admin/stats/parameters', { signal, fallback: 'Failed to fetch parameters of sources' }),

  /** All rows of a stats screen as a file. @param screen the last part of its call: `listicles` */
  csv: (screen: string, query: Query): Promise<File> =>
    callFile(`/admin/stats/${screen}`, {
      query: { ...query, format: 'csv' },
    }),

  views: (signal?: AbortSignal): Promise<{ data: SavedView[] }> =>
    call('GET', '/admin/stats/views', { signal, fallback: 'Failed to fetch saved views' }),

  saveView: (body: SavedViewInput): Promise<{ data: SavedView; message?: string }> =>
    call('POST', '/admin/stats/views', { body, fallback: 'Failed to save view' }),

  removeView: (id: number): Promise<{ message: string }> =>
    call('DELETE', `/admin/stats/views/${id}`, { fallback: 'Failed to remove view' }),

  pinView: (id: number): Promise<{ message: string }> =>
    call('PUT', `/admin/stats/views/${id}/pin`, { fallback: 'Failed to pin view' }),

  unpinView: (id: number): Promise<{ message: string }> =>
    call('DELETE', `/admin/stats/views/${id}/pin`, { fallback: 'Failed to unpin view' }),

  link: (id: number, query: Query, signal?: AbortSignal): Promise<LinkStats> =>
    call('GET', `/admin/tracking-links/${id}/stats`, { query, signal, fallback: 'Failed to fetch stats' }),
};

// Numbers are fresh within two seconds of the event; an open screen asks again now and then.
const REFRESH_MS = 15_000;

/** Numbers that a screen shows, asked again now and then. */
export const numbers = <T>(name: string, query: Query, ask: (query: Query, signal: AbortSignal) => Promise<T>) =>
  queryOptions({
    queryKey: ['stats', name, query],
    queryFn: ({ signal }) => ask(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** What screens ask for with `useQuery`. */
export const statsQueries = {
  listicles: (query: Query) => numbers('listicles', query, statsClient.listicles),
  content: (query: Query) => numbers('content', query, statsClient.content),
  ctr: (query: Query) => numbers('ctr', query, statsClient.ctr),
  /** A fit and thousands of draws: asked once, not every few seconds. */
  whatIf: (query: Query) => ({ ...numbers('what-if', query, statsClient.whatIf), refetchInterval: false as const }),
  /** Moves once a day. */
  likelyBest: (query: Query) => ({
    ...numbers('likely-best', query, statsClient.likelyBest),
    refetchInterval: false as const,
  }),
  why: (query: Query) => numbers('why', query, statsClient.why),
  annotations: (query: Query) => numbers('annotations', query, statsClient.annotations),
  conversions: (query: Query) => numbers('conversions', query, statsClient.conversions),
  offers: (query: Query) => numbers('offers', query, statsClient.offers),
  offerRisks: (query: Query) => numbers('offer-risks', query, statsClient.offerRisks),
  link: (id: number, query: Query) =>
    numbers(`link-${id}`, query, (asked, signal) => statsClient.link(id, asked, signal)),
  report: (query: Query) => numbers('report', query, statsClient.report),
  parameters: () =>
    queryOptions({ queryKey: ['stats', 'parameters'], queryFn: ({ signal }) => statsClient.parameters(signal) }),
  views: () => queryOptions({ queryKey: ['stats', 'views'], queryFn: ({ signal }) => statsClient.views(signal) }),
  utmValues: () => queryOptions({ queryKey: ['stats', 'utm'], queryFn: ({ signal }) => statsClient.utmValues(signal) }),
};
