import { IdParams } from '../../../../platform/paging.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import type { Route } from '../../../../platform/server/http/http.ts';
import { NetworkTest } from '../../contract.ts';
import { testNetwork } from './network-test.ts';

/** Lies with the data that it makes: a row of the postback log. */
export function networkTestRoutes(route: Route, deps: Deps): void {
  route.post(
    '/api/admin/affiliate-networks/:id/test-postback',
    {
      access: 'admin',
      summary: 'Judge a made-up postback of a network, marked as a test',
      params: IdParams,
      reply: NetworkTest,
    },
    ({ actor, params }) => testNetwork(deps, actor, params.id),
  );
}
