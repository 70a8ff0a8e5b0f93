import { OWED_SQL } from '../../networks/conversion-statuses.ts';
import type { Dialect } from '../../../platform/server/event-store/dialect.ts';
import type { SUMMED_TYPES } from '../../events/contract.ts';
import type { Metric } from '../../reports/contract.ts';

export type EventType = (typeof SUMMED_TYPES)[number] | 'conversion';

/** What may lack a rate into the currency of a question. */
export type Lacking = 'revenue' | 'cost';

/**
 * What a sum of rows is asked with: the engine, the placeholder of the currency, what keeps to people where rows are of robots too (else
 * empty), and whether all rows are of the one type that the sum is of: a type that is not looked at need not be read.
 */
type Asked = { dialect: Dialect; currency: string; person: string; isOfOneType?: boolean };

/** A sum over events of visitors and what was paid: rows carry `n` events each, and `last_ts`, the instant of the last of them. */
export type BehaviourSum = {
  family: 'behaviour';
  /** The kinds of events that it looks at: the others need not be read at all. */
  types: readonly EventType[];
  /** The columns that it looks at beside those of its question. */
  columns?: readonly string[];
  isOfCost?: true;
  isOfRobots?: true;
  /** An instant, the greatest of all, where the others add up. */
  isLatest?: true;
  lacks?: readonly Lacking[];
  sql(asked: Asked): string;
};
export type ConversionSum = { family: 'conversion'; lacks?: readonly Lacking[]; sql(asked: Asked): string };
/** How many are different: parts do not add up. `who` tells them apart; those `isKeptByHour` need not be counted from the rows. */
export type PeopleSum = { family: 'people'; type: EventType; who: string; isKeptByHour?: true };
/** A sum over source-days: rows carry what those brought whose cost is known (`known_visits`, ...), and each of the others once. */
export type KnownSum = { family: 'known'; lacks?: readonly Lacking[]; sql(asked: Asked): string };

export type Sum = BehaviourSum | ConversionSum | PeopleSum | KnownSum;

/** What a source-day brought; `is_unknown` is 1 where nobody said what it cost, and the others are 0 then. */
export const SOURCE_DAY_COLUMNS = ['events', 'visits', 'conversions', 'expected', 'confirmed', 'cost'] as const;
type SourceDayColumn = (typeof SOURCE_DAY_COLUMNS)[number] | 'is_unknown';
/** Sums that are those of its columns, if whatever is known counts. */
export const OF_SOURCE_DAYS: Partial<Record<Metric, (typeof SOURCE_DAY_COLUMNS)[number]>> = {
  visits: 'visits',
  conversions: 'conversions',
  revenue_expected: 'expected',
  revenue_confirmed: 'confirmed',
  cost: 'cost',
};

export const PERSON = 'not is_bot and not is_internal';
/** Whose rows hold what their arrival said, since it is copied. */
export const TOLD: readonly EventType[] = ['visit', 'click', 'conversion', 'cost'];
export const isTold = (type: EventType): boolean => TOLD.includes(type);
/** Kinds of events that cost. */
export const PAID_TYPES = ['visit', 'cost'] as const;
export const PAID = `type in (${PAID_TYPES.map((type) => `'${type}'`).join(', ')})`;

/** What holds where each of these does; those left empty are none. */
export const allOf = (...conditions: (string | false | undefined)[]): string | undefined =>
  conditions.filter(Boolean).join(' and ') || undefined;

const people = (type: EventType, and = '', columns: readonly string[] = []): BehaviourSum => ({
  family: 'behaviour',
  types: [type],
  columns,
  sql: ({ dialect, person, isOfOneType }) =>
    `coalesce(${dialect.sum('n', allOf(!isOfOneType && `type = '${type}'`, person, and))}, 0)`,
});
const robots = (type: EventType): BehaviourSum => ({
  family: 'behaviour',
  types: [type],
  isOfRobots: true,
  sql: ({ dialect, isOfOneType }) =>
    `coalesce(${dialect.sum('n', allOf(!isOfOneType && `type = '${type}'`, 'is_bot'))}, 0)`,
});

/** What an event cost in the currency, or is worth in it by the rate of its day. */
export const inCurrency = (currency: string): string =>
  `case when cost_currency = ${currency} then cost_micros when base_currency = ${currency} then base_micros end`;
/** What people's arrivals cost. */
const paid = (types: readonly EventType[], which: string): BehaviourSum => ({
  family: 'behaviour',
  types,
  isOfCost: true,
  lacks: ['cost'],
  sql: ({ dialect, currency, person }) => `coalesce(${dialect.sum(inCurrency(currency), allOf(which, person))}, 0)`,
});

const ofConversions = (sql: ConversionSum['sql']): ConversionSum => ({ family: 'conversion', sql });
const moved = (statuses: string, and = '') =>
  ofConversions(({ dialect }) => `coalesce(${dialect.sum('delta_count', `status in (${statuses})${and}`)}, 0)`);
/** Of conversions whose click is known. A clock of a network that runs behind makes no time before the click. */
const lagging = (each: (dialect: Dialect) => string) =>
  ofConversions(
    ({ dialect }) => `coalesce(${dialect.sum(each(dialect), `status in (${OWED_SQL}) and click_ts is not null`)}, 0)`,
  );
const lagMs = (dialect: Dialect): string =>
  `delta_count * greatest(0, ${dialect.epochMs('ts')} - ${dialect.epochMs('click_ts')})`;
/** What came in the currency, and what came in another and has its worth in this one by the rate of its day. */
export function moneySql(dialect: Dialect, statuses: string, currency: string): string {
  const worth = `case when currency = ${currency} then delta_micros when base_currency = ${currency} then base_micros end`;
  return `coalesce(${dialect.sum(worth, `status in (${statuses})`)}, 0)`;
}
const earned = (statuses: string): ConversionSum => ({
  family: 'conversion',
  lacks: ['revenue'],
  sql: ({ dialect, currency }) => moneySql(dialect, statuses, currency),
});

const visitors = (type: EventType): PeopleSum => ({ family: 'people', type, who: 'visitor', isKeptByHour: true });
const ofSourceDays = (column: SourceDayColumn): KnownSum => ({
  family: 'known',
  sql: ({ dialect }) => `coalesce(${dialect.sum(column === 'is_unknown' ? column : `known_${column}`)}, 0)`,
});
const ofKnown = (column: SourceDayColumn): KnownSum => ({ ...ofSourceDays(column), lacks: ['revenue', 'cost'] });

/** Every sum that a question may ask for: where it comes from, what of it is read, and how it is written. */
export const SUMS: Record<Metric, Sum> = {
  visits: people('visit'),
  visit_visitors: visitors('visit'),
  bot_visits: robots('visit'),
  views: people('view'),
  visitors: visitors('view'),
  bot_views: robots('view'),
  impressions: people('impression'),
  review_views: people('view', 'review_id is not null', ['review_id']),
  reads: people('read'),
  cta_views: people('cta_view'),
  cta_impressions: people('cta_impression'),
  clicks: people('click'),
  // a click does not tell who it was of; it tells the visit that it came from, and without a link the page
  click_visits: { family: 'people', type: 'click', who: 'coalesce(visit_id, view_id)' },
  bot_clicks: robots('click'),
  conversions: moved(OWED_SQL),
  pending: moved("'pending'"),
  approved: moved("'approved'"),
  rejected: moved("'rejected'"),
  reversed: moved("'reversed'"),
  leads: moved(OWED_SQL, " and event_kind = 'lead'"),
  sales: moved(OWED_SQL, " and event_kind = 'sale'"),
  lag_ms: lagging(lagMs),
  lagged: lagging(() => 'delta_count'),
  revenue_expected: earned(OWED_SQL),
  revenue_confirmed: earned("'approved'"),
  revenue_pending: earned("'pending'"),
  revenue_rejected: earned("'rejected'"),
  revenue_reversed: earned("'reversed'"),
  cost: paid(PAID_TYPES, PAID),
  cost_estimated: paid(PAID_TYPES, `(type = 'visit' or (type = 'cost' and cost_state is distinct from 'confirmed'))`),
  cost_confirmed: paid(['cost'], `(type = 'cost' and cost_state = 'confirmed')`),
  known: ofSourceDays('events'),
  known_visits: ofKnown('visits'),
  known_conversions: ofKnown('conversions'),
  known_expected: ofKnown('expected'),
  known_confirmed: ofKnown('confirmed'),
  known_cost: ofKnown('cost'),
  unknown_days: ofSourceDays('is_unknown'),
  last_view_at: {
    family: 'behaviour',
    types: ['view'],
    isLatest: true,
    sql: ({ dialect, person }) =>
      `coalesce(${dialect.epochMs(`max(last_ts) filter (where ${allOf("type = 'view'", person)})`)}, 0)`,
  },
};

/** What of a metric may lack a rate; people are no money. */
export const lackingOf = (metric: Metric): readonly Lacking[] => {
  const sum = SUMS[metric];
  return 'lacks' in sum ? (sum.lacks ?? []) : [];
};
/** Is there no figure of it where nobody said what was paid? */
export const needsKnownCost = (metric: Metric): boolean => lackingOf(metric).includes('cost');
/** Is it an instant, the greatest of all, where the others add up? */
export const isLatest = (metric: Metric): boolean => 'isLatest' in SUMS[metric];
