import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../platform/web/http.ts';
import type { Losing, PlacementList, PlacementListInput, PlacementRule, PlacementRuleInput } from '../contract.ts';

const RULES = '/admin/stats/placement-rules';
const LISTS = '/admin/stats/placement-lists';

type Done = { message?: string };

/** The calls of placements, one for each route. */
export const placementsClient = {
  losing: (query: Query, signal?: AbortSignal): Promise<Losing> =>
    call('GET', '/admin/stats/losing-placements', { query, signal, fallback: 'Failed to judge the placements' }),
  rules: (sourceId: string, signal?: AbortSignal): Promise<{ data: PlacementRule[] }> =>
    call('GET', RULES, { query: { source_id: sourceId }, signal, fallback: 'Failed to fetch the daily rules' }),
  saveRule: (body: PlacementRuleInput): Promise<Done> =>
    call('POST', RULES, { body, fallback: 'Failed to save the rule' }),
  removeRule: (id: number): Promise<Done> =>
    call('DELETE', `${RULES}/${id}`, { fallback: 'Failed to remove the rule' }),
  lists: (query: Query, signal?: AbortSignal): Promise<{ data: PlacementList[] }> =>
    call('GET', LISTS, { query, signal, fallback: 'Failed to fetch the kept lists' }),
  keepList: (body: PlacementListInput): Promise<Done> =>
    call('POST', LISTS, { body, fallback: 'Failed to keep the list' }),
  removeList: (id: number): Promise<Done> =>
    call('DELETE', `${LISTS}/${id}`, { fallback: 'Failed to remove the list' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const PLACEMENTS_KEY = ['placements'] as const;

/** What the screen asks for with `useQuery`. A verdict moves once a day: it is not asked again by itself. */
export const placementQueries = {
  losing: (query: Query) =>
    queryOptions({
      queryKey: [...PLACEMENTS_KEY, 'losing', query],
      queryFn: ({ signal }) => placementsClient.losing(query, signal),
    }),
  rules: (sourceId: string) =>
    queryOptions({
      queryKey: [...PLACEMENTS_KEY, 'rules', sourceId],
      queryFn: ({ signal }) => placementsClient.rules(sourceId, signal),
    }),
  lists: (query: Query) =>
    queryOptions({
      queryKey: [...PLACEMENTS_KEY, 'lists', query],
      queryFn: ({ signal }) => placementsClient.lists(query, signal),
      placeholderData: keepPreviousData,
    }),
};
