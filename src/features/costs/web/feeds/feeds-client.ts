import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../platform/web/http.ts';
import type { Feed, FeedChange, FeedInput, FeedRun, FeedTry, FetchReply } from '../../feed-contract.ts';
import { COSTS_KEY } from '../client.ts';

const BASE = '/admin/cost-files';

type One = { data: Feed; message: string };

/** The calls of scheduled files, one for each route. */
export const feedsClient = {
  list: (signal?: AbortSignal): Promise<{ data: Feed[] }> =>
    call('GET', BASE, { signal, fallback: 'Failed to fetch the scheduled files' }),
  add: (body: FeedInput): Promise<One> => call('POST', BASE, { body, fallback: 'Failed to add the scheduled file' }),
  update: (id: number, body: FeedChange): Promise<One> =>
    call('PUT', `${BASE}/${id}`, { body, fallback: 'Failed to save the scheduled file' }),
  remove: (id: number): Promise<{ message: string }> =>
    call('DELETE', `${BASE}/${id}`, { fallback: 'Failed to delete the scheduled file' }),
  tryOut: (body: FeedTry): Promise<FetchReply> =>
    call('POST', `${BASE}/try`, { body, fallback: 'Failed to fetch the file' }),
  fetch: (id: number, isDry: boolean): Promise<FetchReply> =>
    call('POST', `${BASE}/${id}/fetch`, { body: { dry_run: isDry }, fallback: 'Failed to fetch the file' }),
  runs: (id: number, signal?: AbortSignal): Promise<{ data: FeedRun[] }> =>
    call('GET', `${BASE}/${id}/runs`, { signal, fallback: 'Failed to fetch what was fetched' }),
  undoRun: (id: number, runId: string): Promise<{ data: FeedRun; message: string }> =>
    call('POST', `${BASE}/${id}/runs/${runId}/undo`, { fallback: 'Failed to take the fetch back' }),
};

/** Below the costs: what is fetched changes them. */
export const feedQueries = {
  list: () => queryOptions({ queryKey: [...COSTS_KEY, 'files'], queryFn: ({ signal }) => feedsClient.list(signal) }),
  runs: (id: number) =>
    queryOptions({
      queryKey: [...COSTS_KEY, 'files', id, 'runs'],
      queryFn: ({ signal }) => feedsClient.runs(id, signal),
    }),
};
