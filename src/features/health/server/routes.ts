import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http.ts';
import { ServerHealthReply } from '../contract.ts';
import type { HealthProbes } from './money-looks.ts';
import { createHealth } from './service.ts';

export function healthRoutes(route: Route, deps: Deps, probes: HealthProbes): void {
  const look = createHealth(deps, probes);

  route.get(
    '/api/admin/server-health',
    { access: 'admin', summary: 'How the server is', reply: ServerHealthReply },
    async () => ({ data: await look() }),
  );
}
