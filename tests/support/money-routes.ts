import type { FastifyInstance } from 'fastify';
import { billPort, ratePort } from '../../src/features/conversions/server/service.ts';
import { conversionsRoutes } from '../../src/features/conversions/server/routes.ts';
import { networkPostbackRoutes, postbackRoutes } from '../../src/features/postbacks/server/routes.ts';
import { costFeedRoutes } from '../../src/features/costs/server/routes-feeds.ts';
import { costRoutes } from '../../src/features/costs/server/routes.ts';
import { deliveryRoutes } from '../../src/features/deliveries/server/routes.ts';
import { journeyRoutes } from '../../src/features/journeys/server/routes.ts';
import { ratesRoutes } from '../../src/features/rates/server/routes.ts';
import { statementRoutes } from '../../src/features/statements/server/routes.ts';
import { traceRoutes } from '../../src/features/traces/server/routes.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import type { Route } from '../../src/platform/server/http/http.ts';

/** What comes in of money, and what the back office asks of it, for `testApp`. */
export function moneyRoutes(route: Route, deps: Deps, app: FastifyInstance): void {
  postbackRoutes(app, deps);
  ratesRoutes(route, deps, ratePort(deps));
  costRoutes(route, deps, billPort);
  costFeedRoutes(route, deps, billPort);
  conversionsRoutes(route, deps);
  networkPostbackRoutes(route, deps);
  statementRoutes(route, deps);
  traceRoutes(route, deps);
  journeyRoutes(route, deps);
  deliveryRoutes(route, deps);
}
