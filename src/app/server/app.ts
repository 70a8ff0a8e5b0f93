import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { accountsRoutes } from '../../features/accounts/server/routes.ts';
import { authenticate } from '../../features/accounts/server/service.ts';
import { networksRoutes } from '../../features/networks/server/routes.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { createHttp, createRoute } from '../../platform/server/http.ts';
import { adminPage } from './admin-page.ts';
import { countNetworks } from './numbers.ts';
import { probes } from './probes.ts';

/** The whole HTTP surface, ready to listen or to inject into. The list of features is the list of what the product does. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = createHttp({ log: deps.log, trustProxy: deps.config.trustProxy });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'https:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: deps.config.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  const route = createRoute(app, (token) => authenticate(deps.db, token, deps.clock()));

  accountsRoutes(route, deps);
  networksRoutes(route, deps, countNetworks);
  probes(route, deps);
  await adminPage(app, route);
  return app;
}
