import { call, type Query } from '../../../platform/web/http.ts';
import type { CrawledPages, Crawlers } from '../crawlers-contract.ts';
import { numbers } from './client.ts';

/** Apart from the other numbers, so that only this screen fetches it. */
export const crawlerQueries = {
  crawlers: (query: Query) =>
    numbers('crawlers', query, (asked, signal): Promise<Crawlers> =>
      call('GET', '/admin/stats/crawlers', { query: asked, signal, fallback: 'Failed to fetch AI crawlers' }),
    ),
  pages: (query: Query) =>
    numbers('crawled-pages', query, (asked, signal): Promise<CrawledPages> =>
      call('GET', '/admin/stats/crawlers/pages', {
        query: asked,
        signal,
        fallback: 'Failed to fetch what AI crawlers fetched',
      }),
    ),
};
