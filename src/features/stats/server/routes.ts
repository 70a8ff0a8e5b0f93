import type { FastifyReply } from 'fastify';
import { IdParams } from '../../../platform/paging.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { refuseLimit, sendCsv } from '../../../platform/server/http/csv.ts';
import { type Actor, askPassword, refuseFile, seesTraces } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import {
  ContentCounts,
  ContentQuery,
  ContentStats,
  CtrCounts,
  CtrQuery,
  CtrStats,
  GuideCounts,
  GuideStats,
  StatsQuery,
  UtmQuery,
  UtmReply,
} from '../contract.ts';
import { ConversionQuery, ConversionStats, ConversionStatsMasked } from '../conversion-stats-contract.ts';
import { offerCells } from '../offers/lines.ts';
import { OfferRisks, OfferRisksQuery, OfferStats, OfferStatsQuery } from '../offer-stats-contract.ts';
import { LinkStats, LinkStatsMasked, LinkStatsQuery } from '../link-stats-contract.ts';
import { AnnotationQuery, Annotations, UnpaidAnnotations } from '../annotation-contract.ts';
import { annotations } from './annotations.ts';
import { attributionRoutes } from './attribution/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { cohortRoutes } from './cohorts/routes.ts';
import { contentStats } from './content-stats.ts';
import { conversionStats, conversionTable } from './conversion-stats.ts';
import { parametersOfSources } from '../../sources/server/service.ts';
import { ReportAsk, ReportParameters, ReportReply } from '../report-contract.ts';
import { Realtime, RealtimeCounts } from '../realtime-contract.ts';
import { WhatIfQuery, WhatIfReply } from '../what-if-contract.ts';
import { WhyQuery, WhyReply } from '../why-contract.ts';
import { LikelyBest, LikelyBestQuery } from '../likely-best-contract.ts';
import { likelyBestOf } from './chances/likely-best.ts';
import { linkStats } from './link-stats.ts';
import { ownAskedBy } from '../../reports/server/own-asked.ts';
import { refuseSubs } from './builder/refuse-subs.ts';
import { ownColumnRoutes } from './builder/routes-columns.ts';
import { report, reportTable } from './builder/report-call.ts';
import { asAsked, FILE_MS, until, whileAsked } from './as-asked.ts';
import { offerRisks } from './offers/offer-risks.ts';
import { offerStats } from './offers/offer-stats.ts';
import { realtime, type Shipping } from './realtime/realtime.ts';
import * as stats from './guide-stats.ts';
import { guideWhatIf } from './chances/what-if.ts';
import { explainTotal } from './why.ts';
import { savedViewRoutes } from './views/routes.ts';
import { sharedViewRoutes, viewLinkRoutes } from './views/routes-links.ts';
import { viewMailRoutes } from './views/routes-mails.ts';
import type { StoreWords } from './views/shared-view.ts';

async function answerReport(
  deps: Deps,
  ask: ReportAsk,
  { reply, actor }: { reply: FastifyReply; actor: Actor },
): Promise<unknown> {
  refuseSubs(actor, ask);
  const own = await ownAskedBy(deps.db, actor, ask.own);
  if (ask.format === 'json') return report(whileAsked(deps, reply), ask, own);
  refuseLimit(ask);
  return sendCsv(reply, `report-${ask.dimensions.join('-') || 'totals'}`, (signal) =>
    reportTable(until(signal, deps, FILE_MS), ask, { own, signal }),
  );
}

function answerConversions(
  deps: Deps,
  query: ConversionQuery,
  { reply, actor }: { reply: FastifyReply; actor: Actor },
): Promise<unknown> {
  // it looks for ids, which whoever knows one could tie to a person's visit
  if (query.search && !seesTraces(actor)) throw invalid('search', 'is not open to you: it looks for ids of visitors');
  if (query.format === 'json') return conversionStats(whileAsked(deps, reply), query);
  refuseFile(actor, seesTraces(actor));
  // all ids of clicks and transactions, to take along
  askPassword(actor, true);
  refuseLimit(query);
  return sendCsv(reply, 'conversions', (signal) => conversionTable(deps, query, signal));
}

export function statsRoutes(route: Route, deps: Deps): void {
  screenRoutes(route, deps);
  questionRoutes(route, deps);
  offerRoutes(route, deps);
  reportRoutes(route, deps);
  ownColumnRoutes(route, deps);
  savedViewRoutes(route, deps);
  cohortRoutes(route, deps);
  attributionRoutes(route, deps);
  changeRoutes(route, deps);
}

/** The tables of the screens, each also as a file. */
function screenRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/listicles',
    {
      access: 'read:stats',
      summary: 'Numbers of each guide',
      query: StatsQuery,
      reply: GuideStats,
      moneyless: GuideCounts,
    },
    ({ query, ...call }) =>
      asAsked(deps, call, query, { name: 'listicles', ask: (scope) => stats.guideStats(scope, query) }),
  );
  route.get(
    '/api/admin/stats/offer-content',
    {
      access: 'read:stats',
      summary: 'Numbers of each review',
      query: ContentQuery,
      reply: ContentStats,
      moneyless: ContentCounts,
    },
    ({ query, ...call }) =>
      asAsked(deps, call, query, { name: 'offer-content', ask: (scope) => contentStats(scope, query) }),
  );
  route.get(
    '/api/admin/stats/ctr',
    {
      access: 'read:stats',
      summary: 'Click-through of each product by position',
      query: CtrQuery,
      reply: CtrStats,
      moneyless: CtrCounts,
    },
    ({ query, ...call }) => asAsked(deps, call, query, { name: 'ctr', ask: (scope) => stats.ctrStats(scope, query) }),
  );
  route.get(
    '/api/admin/stats/conversions',
    {
      access: 'read:stats',
      summary: 'Conversions and their sums',
      query: ConversionQuery,
      reply: ConversionStats,
      masked: ConversionStatsMasked,
    },
    ({ query, ...call }) => answerConversions(deps, query, call),
  );
  route.get(
    '/api/admin/tracking-links/:id/stats',
    {
      access: 'read:stats',
      summary: 'Numbers of one tracking link',
      params: IdParams,
      query: LinkStatsQuery,
      reply: LinkStats,
      masked: LinkStatsMasked,
    },
    ({ params, query, reply }) => linkStats(whileAsked(deps, reply), params.id, query),
  );
}

/** What a screen is asked about its numbers. */
function questionRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/why',
    {
      access: 'read:stats',
      summary: 'What a total of money is made of, what is left out of it and why',
      query: WhyQuery,
      reply: WhyReply,
    },
    ({ query, reply, actor }) => {
      refuseSubs(actor, query);
      return explainTotal(whileAsked(deps, reply), query);
    },
  );
  route.get(
    '/api/admin/stats/what-if',
    {
      access: 'read:stats',
      summary: 'What two products of a guide would bring in the place of each other',
      query: WhatIfQuery,
      reply: WhatIfReply,
    },
    ({ query, reply }) => guideWhatIf(whileAsked(deps, reply), query),
  );
  route.get(
    '/api/admin/stats/likely-best',
    {
      access: 'read:stats',
      summary: 'Which destination of a link, or product of a guide, is likely the best',
      query: LikelyBestQuery,
      reply: LikelyBest,
    },
    ({ query, reply }) => likelyBestOf(whileAsked(deps, reply), query),
  );
  route.get(
    '/api/admin/stats/annotations',
    {
      access: 'read:stats',
      summary: 'Changes of content, prices, ranks, weights and payouts, for the charts',
      query: AnnotationQuery,
      reply: Annotations,
      moneyless: UnpaidAnnotations,
    },
    ({ query }) => annotations(deps, query),
  );
  route.get(
    '/api/admin/stats/utm-values',
    {
      access: 'read:stats',
      summary: 'Values of the utm parameters, for filters',
      query: UtmQuery,
      reply: UtmReply,
      moneyless: UtmReply,
    },
    ({ reply }) => stats.utmValues(whileAsked(deps, reply)),
  );
}

function offerRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/offers',
    {
      access: 'read:stats',
      summary: 'Numbers of each offer, network or category of offers',
      query: OfferStatsQuery,
      reply: OfferStats,
    },
    ({ query, ...call }) =>
      asAsked(deps, call, query, {
        name: 'offers',
        ask: (scope) => offerStats(scope, query),
        linesOf: (row) => offerCells(row, query.columns),
      }),
  );
  route.get(
    '/api/admin/stats/offers/at-risk',
    {
      access: 'read:stats',
      summary: 'Offers with clicks that may earn nothing, most money first',
      query: OfferRisksQuery,
      reply: OfferRisks,
    },
    ({ query, reply }) => offerRisks(whileAsked(deps, reply), query),
  );
}

/** The report builder: in an address, or as a body. */
function reportRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/report',
    { access: 'read:stats', summary: 'Any question to the numbers', query: ReportAsk, reply: ReportReply },
    ({ query, reply, actor }) => answerReport(deps, query, { reply, actor }),
  );
  route.post(
    '/api/admin/stats/report',
    {
      access: 'read:stats',
      summary: 'Any question to the numbers, as a body',
      body: ReportAsk,
      reply: ReportReply,
      room: 'none',
    },
    ({ body, reply, actor }) => answerReport(deps, body, { reply, actor }),
  );
  route.get(
    '/api/admin/stats/parameters',
    { access: 'read:stats', summary: 'What sources send along, for reports', reply: ReportParameters },
    async () => ({ data: await parametersOfSources(deps.db) }),
  );
}

/** The last minutes. @param shipping how far the stores are behind */
export function realtimeRoutes(route: Route, deps: Deps, shipping: Shipping): void {
  route.get(
    '/api/admin/stats/realtime',
    {
      access: 'read:stats',
      summary: 'Visits, clicks, conversions and revenue of the last 30 minutes',
      reply: Realtime,
      moneyless: RealtimeCounts,
    },
    ({ reply }) => realtime(whileAsked(deps, reply), shipping),
  );
}

/** Saved views that are shared by a link, or mailed. @param deps its clock is one that nobody can set back: links end by it */
export function sharingRoutes(route: Route, deps: Deps, words: StoreWords): void {
  viewLinkRoutes(route, deps);
  sharedViewRoutes(route, deps, words);
  viewMailRoutes(route, deps, words);
}
