import type { FastifyReply } from 'fastify';
import { IdParams, Message, oneOf } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { sendCsv } from '../../../platform/server/csv.ts';
import type { Route } from '../../../platform/server/http.ts';
import { z } from 'zod';
import {
  ContentQuery,
  ContentStats,
  CtrQuery,
  CtrStats,
  ListicleStats,
  StatsQuery,
  UtmQuery,
  UtmReply,
} from '../contract.ts';
import { ConversionQuery, ConversionStats } from '../conversion-stats-contract.ts';
import { offerCells } from '../offer-lines.ts';
import { OfferRisks, OfferRisksQuery, OfferStats, OfferStatsQuery } from '../offer-stats-contract.ts';
import { LinkStats, LinkStatsQuery } from '../link-stats-contract.ts';
import { AnnotationQuery, Annotations } from '../annotation-contract.ts';
import { annotations } from './annotations.ts';
import { contentStats } from './content-stats.ts';
import { conversionStats } from './conversion-stats.ts';
import { ReportAsk, ReportReply, SavedView, SavedViewInput } from '../report-contract.ts';
import { WhatIfQuery, WhatIfReply } from '../what-if-contract.ts';
import { LikelyBest, LikelyBestQuery } from '../likely-best-contract.ts';
import { likelyBestOf } from './likely-best.ts';
import { linkStats } from './link-stats.ts';
import { csvOf, report } from './report-call.ts';
import { linesCsv, type Line } from './lines-csv.ts';
import { offerRisks } from './offer-risks.ts';
import { offerStats } from './offer-stats.ts';
import * as stats from './service.ts';
import { guideWhatIf } from './what-if.ts';
import { listViews, removeView, saveView } from './views.ts';

/** The event store for one request: when the caller goes, what it asked is called off. */
function whileAsked(deps: Deps, { raw }: FastifyReply): Deps {
  const gone = new AbortController();
  raw.on('close', () => !raw.writableFinished && gone.abort());
  const { eventStore } = deps;
  return {
    ...deps,
    eventStore: {
      ...eventStore,
      query: (sql, params, options) => eventStore.query(sql, params, { ...options, signal: gone.signal }),
    },
  };
}

/** The reply itself, or its rows as a file. */
function asAsked<Reply extends { data: Line[]; tz: string; currency: string }>(
  reply: FastifyReply,
  { format }: { format: 'json' | 'csv' },
  name: string,
  answer: Reply,
): unknown {
  if (format === 'json') return answer;
  const { head, rows } = linesCsv(answer);
  return sendCsv(reply, name, writeCsv(head, rows));
}

async function answerReport(deps: Deps, ask: ReportAsk, reply: FastifyReply): Promise<unknown> {
  const answer = await report(whileAsked(deps, reply), ask);
  if (ask.format === 'json') return answer;
  const { head, rows } = csvOf(answer);
  return sendCsv(reply, `report-${answer.dimensions.join('-') || 'totals'}`, writeCsv(head, rows));
}

export function statsRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/listicles',
    { access: 'admin', summary: 'Numbers of each guide', query: StatsQuery, reply: ListicleStats },
    async ({ query, reply }) =>
      asAsked(reply, query, 'listicles', await stats.listicleStats(whileAsked(deps, reply), query)),
  );
  route.get(
    '/api/admin/stats/offer-content',
    { access: 'admin', summary: 'Numbers of each review', query: ContentQuery, reply: ContentStats },
    async ({ query, reply }) =>
      asAsked(reply, query, 'offer-content', await contentStats(whileAsked(deps, reply), query)),
  );
  route.get(
    '/api/admin/stats/ctr',
    { access: 'admin', summary: 'Click-through of each product by position', query: CtrQuery, reply: CtrStats },
    async ({ query, reply }) => asAsked(reply, query, 'ctr', await stats.ctrStats(whileAsked(deps, reply), query)),
  );
  route.get(
    '/api/admin/stats/what-if',
    {
      access: 'admin',
      summary: 'What two products of a guide would bring in the place of each other',
      query: WhatIfQuery,
      reply: WhatIfReply,
    },
    ({ query, reply }) => guideWhatIf(whileAsked(deps, reply), query),
  );
  route.get(
    '/api/admin/stats/likely-best',
    {
      access: 'admin',
      summary: 'Which destination of a link, or product of a guide, is likely the best',
      query: LikelyBestQuery,
      reply: LikelyBest,
    },
    ({ query, reply }) => likelyBestOf(whileAsked(deps, reply), query),
  );
  route.get(
    '/api/admin/stats/annotations',
    {
      access: 'admin',
      summary: 'Changes of content, prices, ranks, weights and payouts, for the charts',
      query: AnnotationQuery,
      reply: Annotations,
    },
    ({ query }) => annotations(deps, query),
  );
  route.get(
    '/api/admin/stats/utm-values',
    { access: 'admin', summary: 'Values of the utm parameters, for filters', query: UtmQuery, reply: UtmReply },
    ({ reply }) => stats.utmValues(whileAsked(deps, reply)),
  );
  route.get(
    '/api/admin/stats/conversions',
    { access: 'admin', summary: 'Conversions and their sums', query: ConversionQuery, reply: ConversionStats },
    async ({ query, reply }) =>
      asAsked(reply, query, 'conversions', await conversionStats(whileAsked(deps, reply), query)),
  );
  route.get(
    '/api/admin/stats/offers',
    {
      access: 'admin',
      summary: 'Numbers of each offer, network or category of offers',
      query: OfferStatsQuery,
      reply: OfferStats,
    },
    async ({ query, reply }) => {
      const answer = await offerStats(whileAsked(deps, reply), query);
      if (query.format === 'json') return answer;
      const lines = answer.data.map((row) => offerCells(row, query.columns));
      return asAsked(reply, query, 'offers', { ...answer, data: lines });
    },
  );
  route.get(
    '/api/admin/stats/offers/at-risk',
    {
      access: 'admin',
      summary: 'Offers with clicks that may earn nothing, most money first',
      query: OfferRisksQuery,
      reply: OfferRisks,
    },
    ({ query, reply }) => offerRisks(whileAsked(deps, reply), query),
  );
  route.get(
    '/api/admin/stats/report',
    { access: 'admin', summary: 'Any question to the numbers', query: ReportAsk, reply: ReportReply },
    ({ query, reply }) => answerReport(deps, query, reply),
  );
  route.post(
    '/api/admin/stats/report',
    {
      access: 'admin',
      summary: 'Any question to the numbers, as a body',
      body: ReportAsk,
      reply: ReportReply,
      room: 'none',
    },
    ({ body, reply }) => answerReport(deps, body, reply),
  );
  route.get(
    '/api/admin/stats/views',
    { access: 'admin', summary: 'Reports that were saved', reply: z.object({ data: z.array(SavedView) }) },
    async () => ({ data: await listViews(deps.db) }),
  );
  route.post(
    '/api/admin/stats/views',
    {
      access: 'admin',
      summary: 'Save a report under a name',
      body: SavedViewInput,
      reply: oneOf(SavedView),
      status: 201,
    },
    async ({ actor, body }) => ({ data: await saveView(deps, actor, body), message: 'View saved.' }),
  );
  route.delete(
    '/api/admin/stats/views/:id',
    { access: 'admin', summary: 'Forget a saved report', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await removeView(deps, actor, params.id);
      return { message: 'View removed.' };
    },
  );
  route.get(
    '/api/admin/tracking-links/:id/stats',
    {
      access: 'admin',
      summary: 'Numbers of one tracking link',
      params: IdParams,
      query: LinkStatsQuery,
      reply: LinkStats,
    },
    ({ params, query, reply }) => linkStats(whileAsked(deps, reply), params.id, query),
  );
}
