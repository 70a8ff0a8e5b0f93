import { z } from 'zod';
import { CRAWLER_PURPOSES, type CrawlerPurpose } from '../events/channels.ts';
import { Range, rangeKeys, rowKeys, text } from '../reports/contract.ts';

const PURPOSES = Object.keys(CRAWLER_PURPOSES) as [CrawlerPurpose, ...CrawlerPurpose[]];

export const CrawlersQuery = z.strictObject({
  ...rangeKeys,
  ...rowKeys(['crawler', 'operator', 'purpose', 'fetches', 'pages', 'last_at']),
});
export type CrawlersQuery = z.infer<typeof CrawlersQuery>;

const fetched = {
  fetches: z.int().describe('Pages of guides and reviews that were fetched, and tracking links that were followed'),
  last_at: z.string(),
};
export const Crawlers = z.object({
  data: z.array(
    z.object({
      crawler: z.string(),
      operator: z.string().nullable().describe('null where the list no longer has it'),
      purpose: z.enum(PURPOSES).nullable(),
      pages: z.int().describe('Different ones'),
      ...fetched,
    }),
  ),
  ...Range,
});
export type Crawlers = z.infer<typeof Crawlers>;

export const CrawledPagesQuery = z.strictObject({
  ...rangeKeys,
  ...rowKeys(['title', 'kind', 'fetches', 'crawlers', 'last_at']),
  crawler: text.optional(),
});
export type CrawledPagesQuery = z.infer<typeof CrawledPagesQuery>;

/** What of ours a crawler fetched. */
export const CRAWLED_KINDS = ['guide', 'review', 'link'] as const;

export const CrawledPages = z.object({
  data: z.array(
    z.object({
      kind: z.enum(CRAWLED_KINDS),
      id: z.int(),
      title: z.string(),
      crawlers: z.int().describe('Different ones'),
      ...fetched,
    }),
  ),
  total: z.int().describe('Of all; `data` has the 1,000 that were fetched most'),
  ...Range,
});
export type CrawledPages = z.infer<typeof CrawledPages>;
