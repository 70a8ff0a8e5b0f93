import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Alert, AlertChannel, AlertChange, AlertCounts, AlertPage } from '../contract.ts';

const BASE = '/admin/alerts';
/** How often the bell asks. */
const ASKED_EVERY_MS = 60_000;

type One = { data: Alert; message?: string };

/** The calls of alerts, one for each route. */
export const alertsClient = {
  list: (query: Query, signal?: AbortSignal): Promise<AlertPage> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch alerts' }),

  counts: async (signal?: AbortSignal): Promise<AlertCounts> =>
    (await call<{ data: AlertCounts }>('GET', `${BASE}/counts`, { signal, fallback: 'Failed to count alerts' })).data,

  change: (id: number, body: AlertChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to change the alert' }),

  test: (channel: AlertChannel): Promise<{ message?: string }> =>
    call('POST', `${BASE}/test`, { body: { channel }, fallback: 'Failed to send the test' }),

  readAll: (): Promise<{ message?: string }> =>
    call('POST', `${BASE}/read`, { fallback: 'Failed to mark the alerts as read' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const ALERTS_KEY = ['alerts'] as const;

/** What screens ask for with `useQuery`. */
export const alertsQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...ALERTS_KEY, 'list', query],
      queryFn: ({ signal }) => alertsClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),

  /** For the bell; asked for again every minute. */
  counts: () =>
    queryOptions({
      queryKey: [...ALERTS_KEY, 'counts'],
      queryFn: ({ signal }) => alertsClient.counts(signal),
      refetchInterval: ASKED_EVERY_MS,
    }),
};
