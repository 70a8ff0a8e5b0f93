import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/web/http.ts';
import type { BudgetInput, BudgetsReply } from '../contract.ts';

const BASE = '/admin/budgets';

/** The calls of budgets, one for each route. */
export const budgetsClient = {
  list: (month: string, signal?: AbortSignal): Promise<BudgetsReply> =>
    call('GET', BASE, { query: { month: month || undefined }, signal, fallback: 'Failed to fetch the budgets' }),
  set: (body: BudgetInput): Promise<BudgetsReply> => call('PUT', BASE, { body, fallback: 'Failed to set the budget' }),
};

/** The first word of every cache key below; name it to read them all again. */
export const BUDGETS_KEY = ['budgets'] as const;

/** What the screen asks for with `useQuery`. @param month '' for this one */
export const budgetsQuery = (month: string) =>
  queryOptions({
    queryKey: [...BUDGETS_KEY, month],
    queryFn: ({ signal }) => budgetsClient.list(month, signal),
    placeholderData: keepPreviousData,
  });
