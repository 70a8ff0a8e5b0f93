import type { FastifyInstance } from 'fastify';
import { offerUndo } from '../../features/accounts/server/offer-undo.ts';
import { accountsRoutes } from '../../features/accounts/server/routes.ts';
import { authenticate } from '../../features/accounts/server/sessions.ts';
import { alertsRoutes } from '../../features/alerts/server/routes.ts';
import { replayTrashed } from '../../features/postbacks/server/trashed.ts';
import { billPort, ratePort } from '../../features/conversions/server/service.ts';
import { backupRoutes } from '../../features/backups/server/routes.ts';
import { conversionsRoutes } from '../../features/conversions/server/routes.ts';
import { networkPostbackRoutes, postbackRoutes } from '../../features/postbacks/server/routes.ts';
import { costFeedRoutes } from '../../features/costs/server/routes-feeds.ts';
import { costRoutes } from '../../features/costs/server/routes.ts';
import { deliveryRoutes } from '../../features/deliveries/server/routes.ts';
import { journeyRoutes } from '../../features/journeys/server/routes.ts';
import { ratesRoutes } from '../../features/rates/server/routes.ts';
import { statementRoutes } from '../../features/statements/server/routes.ts';
import { traceRoutes } from '../../features/traces/server/routes.ts';
import { eventStoreRoutes } from '../../features/recovery/server/routes.ts';
import { guidesRoutes } from '../../features/guides/server/routes.ts';
import { healthRoutes } from '../../features/health/server/routes.ts';
import { linkFileRoutes } from '../../features/link-files/server/routes.ts';
import { linkTable } from '../../features/link-files/server/service.ts';
import { optimiserRoutes } from '../../features/optimiser/server/routes.ts';
import { lostRoutes, simulatorRoutes } from '../../features/router/server/routes-desk.ts';
import { upToDate } from '../../features/router/server/snapshot.ts';
import { linksRoutes } from '../../features/links/server/routes.ts';
import { redirectRoutes } from '../../features/router/server/routes.ts';
import { keepSourceOnLinks } from '../../features/links/server/service.ts';
import { redirectShortCut } from '../../features/router/server/short-cut.ts';
import { mediaRoutes } from '../../features/media/server/routes.ts';
import { networksRoutes } from '../../features/networks/server/routes.ts';
import { offersRoutes } from '../../features/offers/server/routes.ts';
import { offerClosingRoutes } from '../../features/offers/server/routes-closing.ts';
import { offerHealthRoutes } from '../../features/offers/server/routes-health.ts';
import { peopleRoutes } from '../../features/people/server/routes.ts';
import { reviewsRoutes } from '../../features/reviews/server/routes.ts';
import { settingsRoutes } from '../../features/settings/server/routes.ts';
import { sourcesRoutes } from '../../features/sources/server/routes.ts';
import { crawlerRoutes } from '../../features/stats/server/routes-crawlers.ts';
import { realtimeRoutes, sharingRoutes, statsRoutes } from '../../features/stats/server/routes.ts';
import { countWaitingViews } from '../../features/stats/server/view-mails.ts';
import { budgetRoutes } from '../../features/budgets/server/routes.ts';
import { placementRoutes } from '../../features/placements/server/routes.ts';
import type { Deps } from '../../platform/server/deps.ts';
import type { Authenticate } from '../../platform/server/http/access.ts';
import { createHttp, createRoute, type Route } from '../../platform/server/http/http.ts';
import { adminPage } from './pages/admin-page.ts';
import { apiDocs } from './routes/api-docs.ts';
import { accountPorts } from './account-ports.ts';
import { beaconRoutes } from './routes/beacon.ts';
import { editingRoutes } from './editing/editing.ts';
import { listNumbers } from './numbers.ts';
import { keepRoom } from './keep-room.ts';
import { PAGE_HEADERS, sendPage } from './pages/page-reply.ts';
import { guideShortCut } from './pages/page-short-cut.ts';
import { closingPort, findOfferPlaces } from './offer-places.ts';
import { createMending } from './mending.ts';
import { ownVisitsRoutes } from './routes/own-visits-routes.ts';
import { problemPages } from './pages/draw-problem.ts';
import { dropPagesOnWrites, pagesRoutes } from './pages/pages.ts';
import type { Parts } from './parts.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { probes } from './routes/probes.ts';
import { sampleRoutes } from './sample/sample.ts';
import { shutPages } from './pages/render-shut.ts';
import { arrivalOf, createViews, mintWithoutView } from './visitors.ts';

/**
 * One of several ends only once the balancer has seen by its probes that it does: a request that is on its way over a connection that is
 * closed at that moment would be nobody's. deploy/haproxy.cfg takes 1.4 s at most, and longer on a busy machine.
 */
const LINGER_MS = 3000;

/** The whole HTTP surface, ready to listen or to inject into. The list of features is the list of what the product does. */
export async function buildApp(deps: Deps, parts: Parts): Promise<FastifyInstance> {
  const { clock } = deps;
  const { snapshot, tokens } = parts;
  const visitorParts = { ...parts, clock };
  const views = createViews(visitorParts);
  const headers = securityHeaders(deps.config.publicUrl);
  const onlyByTls = transportSecurity(deps.config.publicUrl);
  const arrive = (request: Parameters<typeof arrivalOf>[1]) => arrivalOf(visitorParts, request);
  const drawShut = shutPages(deps, parts.pages.site, () => snapshot.current().site, headers);
  const mending = createMending(snapshot.current);
  const app = createHttp({
    log: deps.log,
    trustProxy: deps.config.trustProxy,
    headers,
    drawProblem: problemPages(parts.pages),
    rewriteUrl: mending.rewriteUrl,
    lingerMs: () => ((deps.living?.() ?? 1) > 1 ? LINGER_MS : 0),
    shortCuts: [
      redirectShortCut(snapshot.current, parts.redirects, { arrivalOf: arrive, drawShut, headers: onlyByTls }),
      guideShortCut(parts.pages, views, headers),
    ].map(mending.unlessOdd),
  });
  leadToMended(app, mending.movedTo);
  app.addHook('onResponse', (_request, reply, done) => {
    parts.meters.requests.record(reply.elapsedTime, reply.statusCode >= 500);
    done();
  });
  keepRoom(app, parts.room);
  dropPagesOnWrites(app, parts.pages);
  const whoIs: Authenticate = (token) => authenticate(deps.db, token, parts.steady());
  const route = createRoute(app, whoIs);

  await apiDocs(app);
  await backOfficeRoutes(app, route, { deps, parts, whoIs });

  redirectRoutes(route, parts.redirects, {
    arrivalOf: (request) => ({ ...arrive(request), mends: mending.mendsOf(request) }),
    drawShut,
    noteLost: parts.lostSlugs.note,
    sendLost: async (request, reply) => sendPage(request, reply, await parts.pages.problem(404)),
  });
  postbackRoutes(app, deps);
  beaconRoutes(route, {
    open: tokens.open,
    arrivalOf: arrive,
    placeOf: (itemId) => snapshot.current().items.get(itemId),
    recordLazy: parts.recorder.recordLazy,
    clock,
  });
  probes(route, { db: deps.db, isEnding: () => app.isEnding() });
  await adminPage(app, route);
  previewRoutes(route, deps, parts.pages, parts.previews);
  pagesRoutes(app, deps, parts.pages, views);
  return app;
}

/** A page whose address came mangled is asked for again by its own. */
function leadToMended(app: FastifyInstance, movedTo: ReturnType<typeof createMending>['movedTo']): void {
  app.addHook('onRequest', (request, reply, done) => {
    const path = movedTo(request);
    if (path === undefined) return done();
    return void reply.code(301).headers(PAGE_HEADERS).header('location', path).send();
  });
}

type Given = { deps: Deps; parts: Parts; whoIs: Authenticate };

/** What administrators call, feature by feature. */
async function backOfficeRoutes(app: FastifyInstance, route: Route, { deps, parts, whoIs }: Given): Promise<void> {
  const numbers = listNumbers(deps);
  // what ends by time ends by a clock that nobody can set back
  const accounts = accountPorts(deps, parts);
  offerUndo(app, accounts.undo);
  accountsRoutes(route, { ...deps, clock: parts.steady }, accounts);
  settingsRoutes(route, deps);
  sampleRoutes(route, deps);
  ownVisitsRoutes(route, deps.config.publicUrl);
  alertsRoutes(route, deps);
  // the form parser's hooks stay off the redirects
  await app.register(async (room) => mediaRoutes(createRoute(room, whoIs), deps, room));
  peopleRoutes(route, deps);
  networksRoutes(route, deps, numbers.networks, (id) => replayTrashed(deps, id), numbers.ranks.networks);
  offersRoutes(route, deps, numbers.offers, numbers.ranks.offers);
  offerHealthRoutes(route, deps, findOfferPlaces);
  offerClosingRoutes(route, deps, closingPort, numbers);
  reviewsRoutes(
    route,
    deps,
    numbers.reviewViews,
    (review, query) => {
      return `/out/review/${review.slug}?v=${mintWithoutView({ ...parts, clock: deps.clock }, { review_id: review.id }, query)}`;
    },
    numbers.ranks.reviews,
  );
  guidesRoutes(
    route,
    deps,
    numbers.guideViews,
    (item, query) => {
      return `/out/${item.id}?v=${mintWithoutView({ ...parts, clock: deps.clock }, { guide_id: item.guide_id }, query)}`;
    },
    numbers.ranks.guides,
  );
  editingRoutes(route, deps, parts.pages, parts.previews);
  sourcesRoutes(route, deps, numbers.sources, keepSourceOnLinks, numbers.ranks.sources);
  eventStoreRoutes(route, parts.keeper);
  linksRoutes(route, deps, {
    count: numbers.links,
    rank: numbers.ranks.links,
    countPages: numbers.pages,
    table: linkTable,
  });
  linkFileRoutes(route, deps, numbers.links);
  optimiserRoutes(route, { ...deps, goalNumbers: numbers.goalNumbers, roll: Math.random });
  lostRoutes(route, deps);
  simulatorRoutes(route, deps, { caps: parts.caps, routing: () => upToDate(parts.snapshot) });
  ratesRoutes(route, deps, ratePort(deps));
  costRoutes(route, deps, billPort);
  costFeedRoutes(route, deps, billPort);
  conversionsRoutes(route, deps);
  networkPostbackRoutes(route, deps);
  statementRoutes(route, deps);
  traceRoutes(route, deps);
  journeyRoutes(route, deps);
  deliveryRoutes(route, deps);
  backupRoutes(route, deps, {
    runs: parts.backups,
    countViewLetters: (instant) => countWaitingViews(deps, instant),
  });
  statsRoutes(route, deps);
  realtimeRoutes(route, deps, parts.shipper.status);
  sharingRoutes(
    route,
    { ...deps, clock: parts.steady },
    {
      shipping: parts.shipper.status,
      isWhole: async () => (await parts.keeper.standing()).state === 'whole',
    },
  );
  placementRoutes(route, deps);
  budgetRoutes(route, deps);
  crawlerRoutes(route, deps, parts.channels);
  healthRoutes(route, parts.health, parts.probes, {
    whoIs,
    metricsToken: deps.config.metricsToken,
    instance: parts.instance.identity,
  });
}

// No @fastify/under-pressure: it would refuse everybody alike, and a redirect is never to be refused. Redirects wait for the journal alone;
// what needs the database is given up by the limits of its pool and answers 503; floods end at the limiters of single routes.

/**
 * What every answer says to the browser. Pages, the back office and the API reference put a policy of their own in its place.
 * A list made once: 13 µs of an answer, where @fastify/helmet 13 takes 69 (3,000 injected calls, best of six rounds, 2026-11-23).
 */
const securityHeaders = (publicUrl: string | undefined): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  ...transportSecurity(publicUrl),
});

const transportSecurity = (publicUrl: string | undefined): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
