import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { TimelineQuery, TimelineReply } from '../contract.ts';
import { timeline } from './service.ts';

export function journeyRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/timeline',
    { access: 'admin', summary: 'From the ad to the bank, around any id', query: TimelineQuery, reply: TimelineReply },
    ({ query }) => timeline(deps, query),
  );
}
