import { unmatchedMessages } from '../../features/postbacks/server/service.ts';
import { sourceNumbers } from '../../features/deliveries/server/service.ts';
import { countUnreadCosts } from '../../features/events/server/store-arrivals.ts';
import type { CountGuideViews } from '../../features/guides/server/service.ts';
import type { CountLinks } from '../../features/links/server/service.ts';
import type { CountPages } from '../../features/links/server/choices.ts';
import type { ReadGoalNumbers } from '../../features/optimiser/server/pools.ts';
import type { CountNetworks } from '../../features/networks/server/service.ts';
import type { CountOffers } from '../../features/offers/server/service.ts';
import type { CountReviewViews } from '../../features/reviews/server/service.ts';
import type { CountSources } from '../../features/sources/server/service.ts';
import { BY_GUIDE } from '../../features/reports/dimensions-contract.ts';
import { sumsBy } from '../../features/reports/server/service.ts';

import { goalNumbers as readGoalNumbers } from '../../features/reports/server/store-goals.ts';
import { lastVisits } from '../../features/stats/server/store-link.ts';
import { moneyPer } from '../../features/reports/rules.ts';
import { valueOf } from '../../features/reports/metrics.ts';
import type { EventStore } from '../../platform/server/event-store/event-store.ts';
import type { Log } from '../../platform/server/log.ts';
import { formatMicros } from '../../platform/money.ts';
import { countUsers } from '../../platform/server/records/usages.ts';

const SPENT = ['revenue_expected', 'cost', 'known', 'known_expected', 'known_cost', 'unknown_days'] as const;

/** What was paid in a month and what is left of it, of the days that say what they cost; null where none does. */
function spentOf(sums: Record<(typeof SPENT)[number], bigint> | undefined) {
  if (!sums) return { cost_30d: null, profit_30d: null, roi_30d: null, left_out_30d: 0 };
  const [cost, profit, roi] = [valueOf(sums, 'cost'), valueOf(sums, 'profit'), valueOf(sums, 'roi')];
  return {
    cost_30d: cost === null ? null : String(cost),
    profit_30d: profit === null ? null : String(profit),
    roi_30d: roi === null ? null : Number(roi),
    left_out_30d: Number(sums.unknown_days),
  };
}

const WEEK = 7;
const MONTH = 30;
const DAY_MS = 86_400_000;

type Numbers = { eventStore: EventStore; sums: typeof sumsBy };

const countViews =
  ({ eventStore, sums }: Numbers, dimension: typeof BY_GUIDE | 'review'): CountGuideViews & CountReviewViews =>
  async (db, ids, now) => {
    const rows = await sums({ db, eventStore }, dimension, { ids, days: MONTH, now }, ['views']);
    return new Map([...rows].map(([id, row]) => [id, Number(row.views)]));
  };

const countNetworks =
  ({ eventStore, sums }: Numbers): CountNetworks =>
  async (db, ids, now) => {
    const [rows, unmatched, offers] = await Promise.all([
      sums({ db, eventStore }, 'network', { ids, days: MONTH, now }, ['conversions']),
      unmatchedMessages(db, ids, now),
      countUsers(db, 'network', ids, { isNamedOnce: true }),
    ]);
    return new Map(
      ids.map((id) => [
        id,
        {
          offers_count: offers.get(id) ?? 0,
          conversions_30d: Number(rows.get(id)?.conversions ?? 0),
          unmatched_7d: unmatched.get(id) ?? 0,
        },
      ]),
    );
  };

const countOffers =
  ({ eventStore, sums }: Numbers): CountOffers =>
  async (db, ids, now) => {
    const rows = await sums({ db, eventStore }, 'offer', { ids, days: WEEK, now }, [
      'clicks',
      'conversions',
      'revenue_expected',
    ]);
    return new Map(
      ids.map((id) => {
        const row = rows.get(id);
        const clicks = Number(row?.clicks ?? 0);
        return [
          id,
          {
            clicks_7d: clicks,
            conv_7d: Number(row?.conversions ?? 0),
            epc_7d: moneyPer(row?.revenue_expected ?? 0n, clicks),
            unconverted_7d: row?.unconverted,
          },
        ];
      }),
    );
  };

const countSources =
  ({ eventStore, sums }: Numbers): CountSources =>
  async (db, ids, now) => {
    const [rows, sent, unread] = await Promise.all([
      sums({ db, eventStore }, 'source', { ids, days: MONTH, now }, ['visits', ...SPENT]),
      sourceNumbers(db, ids, now),
      countUnreadCosts(db, 'source', ids, { from: new Date(now.getTime() - MONTH * DAY_MS), to: now }),
    ]);
    return new Map(
      ids.map((id) => [
        id,
        {
          visits_30d: Number(rows.get(id)?.visits ?? 0),
          ...spentOf(rows.get(id)),
          unconverted_30d: rows.get(id)?.unconverted,
          unread_costs_30d: unread.get(id) ?? null,
          ...(sent.get(id) ?? { postbacks_ok_rate_24h: null, last_error: null }),
        },
      ]),
    );
  };

const countLinks =
  ({ eventStore, sums }: Numbers): CountLinks =>
  async (db, ids, now) => {
    const metrics = ['visits', 'visit_visitors', 'bot_visits', 'clicks', 'conversions', ...SPENT] as const;
    const [rows, last] = await Promise.all([
      sums({ db, eventStore }, 'link', { ids, days: MONTH, now }, metrics),
      lastVisits(eventStore, ids, MONTH, now).catch(() => new Map<number, string>()),
    ]);
    return new Map(
      ids.map((id) => {
        const row = rows.get(id);
        const { profit_30d: _profit, ...spent } = spentOf(row);
        return [
          id,
          {
            visits_30d: Number(row?.visits ?? 0),
            uniques_30d: Number(row?.visit_visitors ?? 0),
            bots_30d: Number(row?.bot_visits ?? 0),
            last_visit_at: last.get(id) ?? null,
            clicks_30d: Number(row?.clicks ?? 0),
            ctr_30d: row && row.visits > 0n ? Number(row.clicks) / Number(row.visits) : null,
            conversions_30d: Number(row?.conversions ?? 0),
            revenue_30d: formatMicros(row?.revenue_expected ?? 0n),
            epc_30d: moneyPer(row?.revenue_expected ?? 0n, Number(row?.clicks ?? 0)),
            ...spent,
            unconverted_30d: row?.unconverted,
          },
        ];
      }),
    );
  };

const countPages =
  ({ eventStore, sums }: Numbers): CountPages =>
  async (db, type, ids, now) => {
    const rows = await sums({ db, eventStore }, type, { ids, days: MONTH, now }, [
      'views',
      'clicks',
      'revenue_expected',
    ]);
    return new Map(
      [...rows].map(([id, row]) => [
        id,
        {
          views_30d: Number(row.views),
          epc_30d: moneyPer(row.revenue_expected, Number(row.clicks)),
          unconverted_30d: row.unconverted,
        },
      ]),
    );
  };

/** Columns of lists whose facts only later features know. A store that does not answer leaves them at zero, and the list is still there. */
export function listNumbers({ eventStore, log }: { eventStore: EventStore; log: Log }) {
  const sums: typeof sumsBy = async (...args) => {
    try {
      return await sumsBy(...args);
    } catch (error) {
      log.warn({ err: error }, 'a list goes without its numbers');
      return new Map();
    }
  };
  const numbers = { eventStore, sums };
  const goalNumbers: ReadGoalNumbers = (ask) => readGoalNumbers(eventStore, ask);
  return {
    networks: countNetworks(numbers),
    offers: countOffers(numbers),
    sources: countSources(numbers),
    links: countLinks(numbers),
    pages: countPages(numbers),
    goalNumbers,
    guideViews: countViews(numbers, BY_GUIDE),
    reviewViews: countViews(numbers, 'review'),
  };
}
