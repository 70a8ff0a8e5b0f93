import { within } from '../../../../platform/server/event-store/dialect.ts';
import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import type { Range } from '../../../../platform/time.ts';
import type { CRAWLED_KINDS } from '../../crawlers-contract.ts';

type Fetched = { fetches: number; last_at: string };

/** A line for each page and crawler. Ids of one kind are unique. */
const fetchedPages = ({ dialect }: EventStore, range: Range, and = ''): string =>
  `select crawler, kind, id, count(*) as n, max(ts) as last_ts from (
     select crawler, ts,
       case when type = 'visit' then 'link' when review_id is not null then 'review' else 'guide' end as kind,
       case when type = 'visit' then link_id when review_id is not null then review_id else guide_id end as id
     from events where type in ('view', 'visit') and crawler is not null and ${within(dialect, 'ts', range)}${and}
   ) as fetched where id is not null group by 1, 2, 3`;

/** @throws AppError unavailable */
export const listCrawlers = (
  events: EventStore,
  range: Range,
): Promise<(Fetched & { crawler: string; pages: number })[]> =>
  events.query(
    `select crawler, cast(sum(n) as bigint) as fetches, cast(count(*) as bigint) as pages, max(last_ts) as last_at
       from (${fetchedPages(events, range)}) as pages group by 1 order by 2 desc, 1`,
  );

export type CrawledPage = Fetched & {
  kind: (typeof CRAWLED_KINDS)[number];
  id: number;
  crawlers: number;
  total: number;
};

/** The most fetched first, each with how many there are. @throws AppError unavailable */
export const listCrawledPages = (
  events: EventStore,
  range: Range,
  { crawler, limit }: { crawler: string | undefined; limit: number | undefined },
): Promise<CrawledPage[]> =>
  events.query(
    `select *, cast(count(*) over () as bigint) as total from (
       select kind, id, cast(sum(n) as bigint) as fetches, cast(count(*) as bigint) as crawlers, max(last_ts) as last_at
         from (${fetchedPages(events, range, crawler === undefined ? '' : ' and crawler = $1')}) as pages group by 1, 2
     ) as pages order by fetches desc, kind, id${limit === undefined ? '' : ` limit ${limit}`}`,
    crawler === undefined ? [] : [crawler],
  );
