import { IdParams } from '../../../platform/paging.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { OptimiserChange, OptimiserPools, OptimiserReply, OptimiserRunPage, OptimiserRunQuery } from '../contract.ts';
import type { OptimiserScope } from './pools.ts';
import * as optimiser from './service.ts';

const BASE = '/api/admin/tracking-links/:id/optimisation';

/** Auto-optimisation of a link: how it is set, what is believed, what it did. */
export function optimiserRoutes(route: Route, scope: OptimiserScope): void {
  route.get(
    BASE,
    {
      access: 'read:commerce',
      summary: 'How a link is optimised',
      params: IdParams,
      reply: OptimiserReply,
    },
    async ({ params }) => ({ data: await optimiser.getOptimiser(scope, params.id) }),
  );

  route.put(
    BASE,
    {
      access: 'write:commerce',
      summary: 'Set, switch or freeze the optimisation of a link',
      params: IdParams,
      body: OptimiserChange,
      reply: OptimiserReply,
    },
    async ({ actor, params, body }) => ({
      data: await optimiser.changeOptimiser(scope, actor, params.id, body),
      message: 'Auto-optimisation saved.',
    }),
  );

  route.get(
    `${BASE}/beliefs`,
    {
      access: 'read:commerce',
      summary: 'What the numbers say of the destinations of a link',
      params: IdParams,
      reply: OptimiserPools,
    },
    ({ params }) => optimiser.getBeliefs(scope, params.id),
  );

  route.get(
    `${BASE}/runs`,
    {
      access: 'read:commerce',
      summary: 'What the optimisation of a link did, and why',
      params: IdParams,
      query: OptimiserRunQuery,
      reply: OptimiserRunPage,
    },
    ({ params, query }) => optimiser.listRuns(scope, params.id, query),
  );

  route.post(
    `${BASE}/undo`,
    {
      access: 'write:commerce',
      summary: 'Undo the last step of the optimisation',
      params: IdParams,
      reply: OptimiserReply,
    },
    async ({ actor, params }) => ({
      data: await optimiser.undoLastStep(scope, actor, params.id),
      message: 'The last step is undone.',
    }),
  );
}
