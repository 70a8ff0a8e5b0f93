import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call, type Query } from '../../../platform/web/http.ts';
import type { CostEntry, CostImportReply, CostInput } from '../contract.ts';

const BASE = '/admin/costs';

type One = { data: CostEntry; message: string };

/** The calls of costs, one for each route. */
export const costsClient = {
  list: (query: Query, signal?: AbortSignal): Promise<Paged<CostEntry>> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch costs' }),
  add: (body: CostInput): Promise<One> => call('POST', BASE, { body, fallback: 'Failed to add cost' }),
  undo: (id: string): Promise<One> => call('POST', `${BASE}/${id}/undo`, { fallback: 'Failed to take the cost back' }),
  importFile: (csv: string, isDry: boolean): Promise<CostImportReply> =>
    call('POST', `${BASE}/import`, { body: { csv, dry_run: isDry }, fallback: 'Failed to import costs' }),
};

/** The first word of every cache key below; the numbers begin with another. */
export const COSTS_KEY = ['costs'] as const;

export const costQueries = {
  list: (query: Query) =>
    queryOptions({
      queryKey: [...COSTS_KEY, 'list', query],
      queryFn: ({ signal }) => costsClient.list(query, signal),
      placeholderData: keepPreviousData,
    }),
};
