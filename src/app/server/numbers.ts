import { unmatchedMessages } from '../../features/postbacks/server/service.ts';
import { sourceNumbers } from '../../features/deliveries/server/service.ts';
import { countUnreadCosts } from '../../features/events/server/store-arrivals.ts';
import type { CountGuideViews } from '../../features/guides/server/service.ts';
import type { CountLinks } from '../../features/links/server/service.ts';
import type { CountPages } from '../../features/links/server/choices.ts';
import type { ReadGoalNumbers } from '../../features/optimiser/server/pools.ts';
import { networkIds, type CountNetworks } from '../../features/networks/server/service.ts';
import type { CountOffers } from '../../features/offers/server/service.ts';
import type { CountReviewViews } from '../../features/reviews/server/service.ts';
import { sourceIds, type CountSources } from '../../features/sources/server/service.ts';
import { BY_GUIDE } from '../../features/reports/dimensions-contract.ts';
import { figuresBy, sumsBy } from '../../features/reports/server/service.ts';

import { goalNumbers as readGoalNumbers } from '../../features/reports/server/store-goals.ts';
import { lastVisits } from '../../features/stats/server/store-link.ts';
import { moneyPer, ratioOf } from '../../features/reports/rules.ts';
import { partsOf, valueOf, type FigureName } from '../../features/reports/metrics.ts';
import type { Metric } from '../../features/reports/contract.ts';
import type { EventStore } from '../../platform/server/event-store/event-store.ts';
import type { Log } from '../../platform/server/log.ts';
import type { Db } from '../../platform/server/postgres/postgres.ts';
import type { Rank } from '../../platform/server/records/figures.ts';
import { askAll } from '../../platform/server/records/record-queries.ts';
import { countUsers } from '../../platform/server/records/usages.ts';

type Sums = { readonly [M in Metric]?: bigint };
/** A figure of a list, and the sums that it is made of. */
type Shown<Value = number | string | null> = { parts: readonly Metric[]; of(sums: Sums): Value };

const shown = <Name extends FigureName>(name: Name): Shown<ReturnType<typeof valueOf<Name>>> => ({
  parts: partsOf(name),
  of: (sums) => valueOf(sums, name),
});

/** What a list shows of a row, and is put in order by: the one like the other. */
const OF_OFFERS = { clicks_7d: shown('clicks'), conv_7d: shown('conversions'), epc_7d: shown('epc') };
/** What was paid in a month and what is left of it, of the days that say what they cost; null where none does. */
const SPENT = { cost_30d: shown('cost'), roi_30d: shown('roi'), left_out_30d: shown('unknown_days') };
const OF_SOURCES = { visits_30d: shown('visits'), profit_30d: shown('profit'), ...SPENT };
const OF_NETWORKS = { conversions_30d: shown('conversions') };
const OF_PAGES = { views_30d: shown('views') };
const OF_LINKS = {
  visits_30d: shown('visits'),
  uniques_30d: shown('visit_visitors'),
  bots_30d: shown('bot_visits'),
  clicks_30d: shown('clicks'),
  ctr_30d: {
    parts: ['clicks', 'visits'],
    of: ({ clicks = 0n, visits = 0n }) => ratioOf(Number(clicks), Number(visits)),
  } satisfies Shown<number | null>,
  conversions_30d: shown('conversions'),
  revenue_30d: shown('revenue_expected'),
  epc_30d: shown('epc'),
  ...SPENT,
};

type AllShown = Record<string, Shown>;
const partsOfAll = (all: AllShown): Metric[] => [...new Set(Object.values(all).flatMap(({ parts }) => parts))];
const valuesOfRow = <All extends AllShown>(all: All, sums: Sums = {}) =>
  Object.fromEntries(Object.entries(all).map(([key, { of }]) => [key, of(sums)])) as {
    [Key in keyof All]: ReturnType<All[Key]['of']>;
  };

const WEEK = 7;
const MONTH = 30;
const DAY_MS = 86_400_000;

type Numbers = { eventStore: EventStore; sums: typeof sumsBy; figures: typeof figuresBy };
type Cut = { dimension: typeof BY_GUIDE | 'review' | 'network' | 'offer' | 'source' | 'link'; days: number };

/** Every row of a list by one of its figures. */
const rankBy =
  <All extends AllShown>(
    { eventStore, figures }: Numbers,
    { dimension, days }: Cut,
    all: All,
  ): Rank<keyof All & string> =>
  async (db, figure, now) => {
    const { parts, of } = all[figure]!;
    const keyOf = (sums: Sums): number | null => {
      const value = of(sums);
      return value === null ? null : Number(value);
    };
    return { of: await figures({ db, eventStore }, dimension, { days, now }, parts, keyOf), others: keyOf({}) };
  };

/** The same of a list that is never long, by what is asked of each of its rows. */
const rankCounted =
  <Figure extends string>(
    count: (db: Db, ids: number[], now: Date) => Promise<Map<number, Record<Figure, number | null>>>,
    allIds: (db: Db) => Promise<number[]>,
    others: number | null,
  ): Rank<Figure> =>
  async (db, figure, now) => {
    const rows = await count(db, await allIds(db), now);
    return { of: new Map([...rows].map(([id, row]) => [id, row[figure]])), others };
  };

/** By one of some figures, or else by another way. */
const rankEither =
  <One extends string, Other extends string>(
    all: Record<One, unknown>,
    one: Rank<One>,
    other: Rank<Other>,
  ): Rank<One | Other> =>
  (db, figure, now) =>
    figure in all ? one(db, figure as One, now) : other(db, figure as Other, now);

const countViews =
  ({ eventStore, sums }: Numbers, dimension: typeof BY_GUIDE | 'review'): CountGuideViews & CountReviewViews =>
  async (db, ids, now) => {
    const rows = await sums({ db, eventStore }, dimension, { ids, days: MONTH, now }, ['views']);
    return new Map([...rows].map(([id, row]) => [id, Number(row.views)]));
  };

/** What the database alone says of networks. */
async function countMessages(db: Db, ids: number[], now: Date) {
  const [unmatched, offers] = await askAll(
    db,
    () => unmatchedMessages(db, ids, now),
    () => countUsers(db, 'network', ids, { isNamedOnce: true }),
  );
  return new Map(
    ids.map((id) => [id, { offers_count: offers.get(id) ?? 0, unmatched_7d: unmatched.get(id) ?? 0 }] as const),
  );
}

const countNetworks =
  ({ eventStore, sums }: Numbers): CountNetworks =>
  async (db, ids, now) => {
    const [rows, counted] = await askAll(
      db,
      () => sums({ db, eventStore }, 'network', { ids, days: MONTH, now }, partsOfAll(OF_NETWORKS)),
      () => countMessages(db, ids, now),
    );
    return new Map([...counted].map(([id, of]) => [id, { ...valuesOfRow(OF_NETWORKS, rows.get(id)), ...of }]));
  };

const countOffers =
  ({ eventStore, sums }: Numbers): CountOffers =>
  async (db, ids, now) => {
    const rows = await sums({ db, eventStore }, 'offer', { ids, days: WEEK, now }, partsOfAll(OF_OFFERS));
    return new Map(
      ids.map((id) => [id, { ...valuesOfRow(OF_OFFERS, rows.get(id)), unconverted_7d: rows.get(id)?.unconverted }]),
    );
  };

const countSources =
  ({ eventStore, sums }: Numbers): CountSources =>
  async (db, ids, now) => {
    const [rows, sent, unread] = await askAll(
      db,
      () => sums({ db, eventStore }, 'source', { ids, days: MONTH, now }, partsOfAll(OF_SOURCES)),
      () => sourceNumbers(db, ids, now),
      () => countUnreadCosts(db, 'source', ids, { from: new Date(now.getTime() - MONTH * DAY_MS), to: now }),
    );
    return new Map(
      ids.map((id) => [
        id,
        {
          ...valuesOfRow(OF_SOURCES, rows.get(id)),
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
    const [rows, last] = await Promise.all([
      sums({ db, eventStore }, 'link', { ids, days: MONTH, now }, partsOfAll(OF_LINKS)),
      lastVisits(eventStore, ids, MONTH, now).catch(() => new Map<number, string>()),
    ]);
    return new Map(
      ids.map((id) => [
        id,
        {
          ...valuesOfRow(OF_LINKS, rows.get(id)),
          last_visit_at: last.get(id) ?? null,
          unconverted_30d: rows.get(id)?.unconverted,
        },
      ]),
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

/** What lists are put in order by that only later features know. */
const ranksOf = (numbers: Numbers) => ({
  offers: rankBy(numbers, { dimension: 'offer', days: WEEK }, OF_OFFERS),
  links: rankBy(numbers, { dimension: 'link', days: MONTH }, OF_LINKS),
  guides: rankBy(numbers, { dimension: BY_GUIDE, days: MONTH }, OF_PAGES),
  reviews: rankBy(numbers, { dimension: 'review', days: MONTH }, OF_PAGES),
  networks: rankEither(
    OF_NETWORKS,
    rankBy(numbers, { dimension: 'network', days: MONTH }, OF_NETWORKS),
    rankCounted(countMessages, networkIds, 0),
  ),
  sources: rankEither(
    OF_SOURCES,
    rankBy(numbers, { dimension: 'source', days: MONTH }, OF_SOURCES),
    rankCounted<'postbacks_ok_rate_24h'>(sourceNumbers, sourceIds, null),
  ),
});

/** Columns of lists whose facts only later features know. A store that does not answer leaves them at zero, and the list is still there. */
export function listNumbers({ eventStore, log }: { eventStore: EventStore; log: Log }) {
  const orNone = async <Found>(asked: Promise<Map<number, Found>>, lacks: string): Promise<Map<number, Found>> => {
    try {
      return await asked;
    } catch (error) {
      log.warn({ err: error }, `a list goes without its ${lacks}`);
      return new Map();
    }
  };
  const sums: typeof sumsBy = (...args) => orNone(sumsBy(...args), 'numbers');
  const figures: typeof figuresBy = (...args) => orNone(figuresBy(...args), 'order');
  const numbers = { eventStore, sums, figures };
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
    ranks: ranksOf(numbers),
  };
}
