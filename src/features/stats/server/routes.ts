import { IdParams } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http.ts';
import {
  ContentStats,
  ConversionQuery,
  ConversionStats,
  CtrQuery,
  CtrStats,
  LinkStats,
  LinkStatsQuery,
  ListicleStats,
  OfferStats,
  OfferStatsQuery,
  StatsQuery,
  UtmQuery,
  UtmReply,
} from '../contract.ts';
import { conversionStats } from './conversion-stats.ts';
import { linkStats } from './link-stats.ts';
import * as stats from './service.ts';

export function statsRoutes(route: Route, deps: Deps): void {
  route.get(
    '/api/admin/stats/listicles',
    { access: 'admin', summary: 'Numbers of each guide', query: StatsQuery, reply: ListicleStats },
    ({ query }) => stats.listicleStats(deps, query),
  );
  route.get(
    '/api/admin/stats/offer-content',
    { access: 'admin', summary: 'Numbers of each review', query: StatsQuery, reply: ContentStats },
    ({ query }) => stats.contentStats(deps, query),
  );
  route.get(
    '/api/admin/stats/ctr',
    { access: 'admin', summary: 'Click-through of each product by position', query: CtrQuery, reply: CtrStats },
    ({ query }) => stats.ctrStats(deps, query),
  );
  route.get(
    '/api/admin/stats/utm-values',
    { access: 'admin', summary: 'Values of the utm parameters, for filters', query: UtmQuery, reply: UtmReply },
    () => stats.utmValues(deps),
  );
  route.get(
    '/api/admin/stats/conversions',
    { access: 'admin', summary: 'Conversions and their sums', query: ConversionQuery, reply: ConversionStats },
    ({ query }) => conversionStats(deps, query),
  );
  route.get(
    '/api/admin/stats/offers',
    { access: 'admin', summary: 'Numbers of each offer or network', query: OfferStatsQuery, reply: OfferStats },
    ({ query }) => stats.offerStats(deps, query),
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
    ({ params, query }) => linkStats(deps, params.id, query),
  );
}
