import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { type Actor, type Authenticate, seesTraces } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import { HealthQuery, ServerHealthReply } from '../contract.ts';
import { METRICS_TYPE, writeMetrics, type Told } from './metrics.ts';
import type { HealthProbes } from './money-checks.ts';
import type { Health } from './service.ts';

/** @param metricsToken what a scraper shows; undefined: only an administrator's own token opens the metrics */
export function healthRoutes(
  route: Route,
  health: Health,
  probes: HealthProbes,
  { whoIs, metricsToken, instance }: { whoIs: Authenticate; metricsToken: string | undefined; instance: Told },
): void {
  route.get(
    '/api/admin/server-health',
    { access: 'admin', summary: 'How the server is', query: HealthQuery, reply: ServerHealthReply },
    async ({ query }) => ({ data: await health.check(query.instance) }),
  );

  route.get(
    '/metrics',
    { access: 'public', summary: 'For Prometheus; with METRICS_TOKEN or an administrator as the bearer' },
    async ({ request, reply }) => {
      const token = bearerOf(request);
      if (!isSame(token, metricsToken) && !(token !== undefined && isTold(await whoIs(token))))
        throw new AppError('unauthorized', 'Metrics need a bearer token.');
      return reply
        .type(METRICS_TYPE)
        .header('cache-control', 'no-store')
        .send(await writeMetrics(probes, await health.findings(), instance));
    },
  );
}

const isTold = (actor: Actor | undefined): boolean => actor !== undefined && seesTraces(actor);

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]{16,200})$/i.exec(request.headers.authorization ?? '')?.[1];

/** In constant time, whatever the lengths. */
const isSame = (given: string | undefined, kept: string | undefined): boolean =>
  given !== undefined && kept !== undefined && timingSafeEqual(digest(given), digest(kept));

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
