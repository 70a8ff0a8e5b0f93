import type { Deps } from '../../../platform/server/deps.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { ChannelList } from '../../visitors/server/channel-of.ts';
import { CrawledPages, CrawledPagesQuery, Crawlers, CrawlersQuery } from '../crawlers-contract.ts';
import { asAsked } from './as-asked.ts';
import { crawledPages, crawlerStats } from './crawlers/crawlers.ts';

/** Robots of assistants and models, apart from readers. */
export function crawlerRoutes(route: Route, deps: Deps, { ai_crawlers }: Pick<ChannelList, 'ai_crawlers'>): void {
  route.get(
    '/api/admin/stats/crawlers',
    {
      access: 'read:stats',
      summary: 'Crawlers of AI assistants and models, and how much each fetched',
      query: CrawlersQuery,
      reply: Crawlers,
      moneyless: Crawlers,
    },
    ({ query, ...call }) =>
      asAsked(deps, call, query, { name: 'ai-crawlers', ask: (scope) => crawlerStats(scope, query, ai_crawlers) }),
  );
  route.get(
    '/api/admin/stats/crawlers/pages',
    {
      access: 'read:stats',
      summary: 'What crawlers of AI assistants and models fetched',
      query: CrawledPagesQuery,
      reply: CrawledPages,
      moneyless: CrawledPages,
    },
    ({ query, ...call }) =>
      asAsked(deps, call, query, { name: 'ai-crawled-pages', ask: (scope) => crawledPages(scope, query) }),
  );
}
