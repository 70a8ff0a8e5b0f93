import type { FastifyInstance } from 'fastify';
import { entryPorts } from '../../src/app/server/undo/entry-ports.ts';
import { rowsPorts } from '../../src/app/server/undo/feature-ports.ts';
import { REASONS } from '../../src/app/server/undo/reasons.ts';
import { closingPort, findOfferPlaces } from '../../src/app/server/offer-places.ts';
import type { UndoPorts } from '../../src/features/accounts/server/undo-ports.ts';
import { guidesRoutes } from '../../src/features/guides/server/routes.ts';
import { keepSourceOnLinks } from '../../src/features/links/server/service.ts';
import { networksRoutes } from '../../src/features/networks/server/routes.ts';
import { offerClosingRoutes } from '../../src/features/offers/server/routes-closing.ts';
import { offerHealthRoutes } from '../../src/features/offers/server/routes-health.ts';
import { offersRoutes } from '../../src/features/offers/server/routes.ts';
import { budgetRoutes } from '../../src/features/budgets/server/routes.ts';
import { placementRoutes } from '../../src/features/placements/server/routes.ts';
import { peopleRoutes } from '../../src/features/people/server/routes.ts';
import { reviewsRoutes } from '../../src/features/reviews/server/routes.ts';
import { settingsRoutes } from '../../src/features/settings/server/routes.ts';
import { sourcesRoutes } from '../../src/features/sources/server/routes.ts';
import { crawlerRoutes } from '../../src/features/stats/server/routes-crawlers.ts';
import { statsRoutes } from '../../src/features/stats/server/routes.ts';
import type { Deps } from '../../src/platform/server/deps.ts';
import type { Route } from '../../src/platform/server/http/http.ts';
import { testApp, type TestApp } from './app.ts';
import { linkRoutes } from './link-routes.ts';
import { moneyRoutes } from './money-routes.ts';
import { readChannels } from '../../src/features/visitors/server/channel-of.ts';

const none = () => Promise.resolve(new Map<number, never>());

/** All that an administrator changes records by, for `testApp`. */
function deskRoutes(route: Route, deps: Deps, app: FastifyInstance): void {
  settingsRoutes(route, deps);
  peopleRoutes(route, deps);
  networksRoutes(route, deps, none);
  offersRoutes(route, deps, none);
  offerHealthRoutes(route, deps, findOfferPlaces);
  offerClosingRoutes(route, deps, closingPort, { offers: none } as never);
  reviewsRoutes(route, deps, none, () => '');
  guidesRoutes(route, deps, none, () => '');
  sourcesRoutes(route, deps, none, keepSourceOnLinks);
  linkRoutes(route, deps);
  moneyRoutes(route, deps, app);
  statsRoutes(route, deps);
  placementRoutes(route, deps);
  budgetRoutes(route, deps);
  crawlerRoutes(route, deps, readChannels(undefined));
}

/** The back office with everything that can be taken back. */
export async function undoApp(given: Partial<Deps> = {}): Promise<TestApp> {
  // made before the parts that they stand on are known
  const undo: { -readonly [Key in keyof UndoPorts]: UndoPorts[Key] } = { rows: [], entries: {}, reasons: REASONS };
  return testApp(
    (route, deps, app) => {
      undo.rows = rowsPorts(deps);
      undo.entries = entryPorts(deps);
      deskRoutes(route, deps, app);
    },
    given,
    { undo },
  );
}
