import { guideNames } from '../../../guides/server/service.ts';
import { linkNames } from '../../../links/server/service.ts';
import { frameOf, rowsAsked, type Scope } from '../../../reports/server/service.ts';
import { reviewNames } from '../../../reviews/server/service.ts';
import type { ChannelList } from '../../../visitors/server/channel-of.ts';
import type { CrawledPages, CrawledPagesQuery, Crawlers, CrawlersQuery } from '../../crawlers-contract.ts';
import { listCrawledPages, listCrawlers, type CrawledPage } from './store-crawlers.ts';

const MAX_PAGES = 1000;
/** What stands for the name of one that is gone. */
const NAMES = { guide: 'Guide', review: 'Review', link: 'Link' };

const instant = (ts: string): string => new Date(ts).toISOString();

/** Which robots of assistants and models came, and how often. @param list what is known of them */
export async function crawlerStats(
  scope: Scope,
  query: CrawlersQuery,
  list: ChannelList['ai_crawlers'],
): Promise<Crawlers> {
  const { frame, said } = await frameOf(scope, query);
  const known = new Map(list.map((one) => [one.name, one]));
  const rows = await listCrawlers(scope.eventStore, frame.range);
  const data = rows.map(({ crawler, fetches, pages, last_at }) => ({
    crawler,
    operator: known.get(crawler)?.operator ?? null,
    purpose: known.get(crawler)?.purpose ?? null,
    fetches: Number(fetches),
    pages: Number(pages),
    last_at: instant(last_at),
  }));
  return { data: rowsAsked(data, query, 'crawler'), ...said };
}

/** What they fetched. */
export async function crawledPages(scope: Scope, query: CrawledPagesQuery): Promise<CrawledPages> {
  const { frame, said } = await frameOf(scope, query);
  const rows = await listCrawledPages(scope.eventStore, frame.range, {
    crawler: query.crawler,
    // a file holds all
    limit: query.format === 'csv' ? undefined : MAX_PAGES,
  });
  const idsOf = (kind: CrawledPage['kind']): number[] => rows.filter((row) => row.kind === kind).map((row) => row.id);
  const [guides, reviews, links] = await Promise.all([
    guideNames(scope.db, idsOf('guide')),
    reviewNames(scope.db, idsOf('review')),
    linkNames(scope.db, idsOf('link')),
  ]);
  const titles = {
    guide: new Map(guides.map((one) => [one.id, one.title])),
    review: new Map(reviews.map((one) => [one.id, one.title])),
    link: links,
  };
  const data = rows.map(({ kind, id, fetches, crawlers, last_at }) => ({
    kind,
    id,
    title: titles[kind].get(id) ?? `${NAMES[kind]} ${id}`,
    fetches: Number(fetches),
    crawlers: Number(crawlers),
    last_at: instant(last_at),
  }));
  return { data: rowsAsked(data, query, 'title'), total: Number(rows[0]?.total ?? 0), ...said };
}
