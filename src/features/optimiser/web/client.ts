import { queryOptions } from '@tanstack/react-query';
import type { Paged } from '../../../platform/paging.ts';
import { call } from '../../../platform/web/http.ts';
import type { Optimiser, OptimiserChange, OptimiserPools, OptimiserRun } from '../contract.ts';
import { LINKS_KEY } from '../../links/web/client.ts';

const pathOf = (linkId: number): string => `/admin/tracking-links/${linkId}/optimisation`;

export type OptimiserSaved = { data: Optimiser; message?: string };

/** The calls of a link's auto-optimisation. */
export const optimiserClient = {
  change: (linkId: number, body: OptimiserChange): Promise<OptimiserSaved> =>
    call('PUT', pathOf(linkId), { body, fallback: 'Failed to save auto-optimisation' }),

  undo: (linkId: number): Promise<OptimiserSaved> =>
    call('POST', `${pathOf(linkId)}/undo`, { fallback: 'Failed to undo the last step' }),
};

/** What the dialog asks for with `useQuery`. */
export const optimiserQueries = {
  settings: (linkId: number) =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'optimiser', linkId, 'settings'],
      queryFn: async ({ signal }) =>
        (
          await call<OptimiserSaved>('GET', pathOf(linkId), {
            signal,
            fallback: 'Failed to fetch auto-optimisation',
          })
        ).data,
    }),

  beliefs: (linkId: number) =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'optimiser', linkId, 'beliefs'],
      queryFn: ({ signal }) =>
        call<OptimiserPools>('GET', `${pathOf(linkId)}/beliefs`, {
          signal,
          fallback: 'Failed to fetch what the numbers say',
        }),
    }),

  runs: (linkId: number, limit: number) =>
    queryOptions({
      queryKey: [...LINKS_KEY, 'optimiser', linkId, 'runs', limit],
      queryFn: ({ signal }) =>
        call<Paged<OptimiserRun>>('GET', `${pathOf(linkId)}/runs`, {
          query: { limit },
          signal,
          fallback: 'Failed to fetch the log',
        }),
    }),
};
