import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Query } from '../../../platform/web/http.ts';
import type { BudgetInput, BudgetsReply } from '../contract.ts';

const BASE = '/admin/budgets';

/** The calls of budgets, one for each route. */
export const budgetsClient = {
  list: (query: Query, signal?: AbortSignal): Promise<BudgetsReply> =>
    call('GET', BASE, { query, signal, fallback: 'Failed to fetch the budgets' }),
  set: (body: BudgetInput): Promise<BudgetsReply> => call('PUT', BASE, { body, fallback: 'Failed to set the budget' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const BUDGETS_KEY = ['budgets'] as const;

/** What the screen asks for with `useQuery`. */
export const budgetsQuery = (query: Query) =>
  queryOptions({
    queryKey: [...BUDGETS_KEY, query],
    queryFn: ({ signal }) => budgetsClient.list(query, signal),
    placeholderData: keepPreviousData,
  });
