import { queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../platform/web/http.ts';
import { DESK_KEY } from '../../conversions/web/client.ts';
import type { TimelineReply } from '../contract.ts';

export const journeysClient = {
  timeline: (query: Query, signal?: AbortSignal): Promise<TimelineReply> =>
    call('GET', '/admin/timeline', { query, signal, fallback: 'Failed to fetch the timeline' }),
};

export const journeyQueries = {
  timeline: (query: { id: string; kind?: string }) =>
    queryOptions({
      queryKey: [...DESK_KEY, 'timeline', query],
      queryFn: ({ signal }) => journeysClient.timeline(query, signal),
      enabled: query.id !== '',
    }),
};
