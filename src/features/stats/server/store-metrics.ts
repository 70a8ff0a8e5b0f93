import type { SUMMED_TYPES } from '../../events/contract.ts';
import type { Metric } from '../contract.ts';
import { duckDb } from './store-dialect.ts';

/** Where a sum comes from: events of visitors, different people among them, conversions, or source-days that say what they cost or do not. */
export type Family = 'behaviour' | 'people' | 'conversion' | 'known';

export type EventType = (typeof SUMMED_TYPES)[number] | 'conversion';

const OF_ONE_TYPE = {
  click_visits: 'click',
  impressions: 'impression',
  reads: 'read',
  cta_views: 'cta_view',
  cta_impressions: 'cta_impression',
} as const;

/** The kinds of events that a sum looks at: the others need not be read at all. */
export function typesOf(metric: Metric): readonly EventType[] {
  if (metric in OF_ONE_TYPE) return [OF_ONE_TYPE[metric as keyof typeof OF_ONE_TYPE]];
  if (metric === 'cost' || metric === 'cost_estimated') return ['visit', 'cost'];
  if (metric === 'cost_confirmed') return ['cost'];
  if (metric.endsWith('visits') || metric === 'visit_visitors') return ['visit'];
  if (metric.endsWith('views') || metric === 'visitors' || metric === 'last_view_at') return ['view'];
  return metric.endsWith('clicks') ? ['click'] : ['conversion'];
}

/** The columns that a sum looks at beside those of its question. */
export const neededColumns = (metric: Metric): readonly string[] => (metric === 'review_views' ? ['review_id'] : []);

/** Sums of what is different, which do not add up. */
type OfPeople = 'visitors' | 'visit_visitors' | 'click_visits';
const isOfPeople = (metric: Metric): metric is OfPeople =>
  metric === 'visitors' || metric === 'visit_visitors' || metric === 'click_visits';
/** Sums over source-days: of those whose cost is known, and how many others there are. */
type OfKnown = Extract<Metric, `known${string}` | 'unknown_days'>;
const isOfKnown = (metric: Metric): metric is OfKnown => metric.startsWith('known') || metric === 'unknown_days';
/** A sum that rows of events add up to. */
export type Additive = Exclude<Metric, OfPeople | OfKnown>;

export function familyOf(metric: Metric): Family {
  if (isOfPeople(metric)) return 'people';
  if (isOfKnown(metric)) return 'known';
  return typesOf(metric)[0] === 'conversion' ? 'conversion' : 'behaviour';
}

export const isOfCost = (metric: Metric): boolean => metric.startsWith('cost');

export const PERSON = 'not is_bot and not is_internal';
const count = (type: string, and: string) => `coalesce(sum(n) filter (where type = '${type}'${and}), 0)`;
const moved = (statuses: string) => `coalesce(sum(delta_count) filter (where status in (${statuses})), 0)`;
const ofKind = (kind: string) =>
  `coalesce(sum(delta_count) filter (where status in ('pending', 'approved') and event_kind = '${kind}'), 0)`;
/** Of conversions whose click is known. A clock of a network that runs behind makes no time before the click. */
const lagging = (each: string) =>
  `coalesce(sum(${each}) filter (where status in ('pending', 'approved') and click_ts is not null), 0)`;
const LAG_MS = `delta_count * greatest(0, ${duckDb.epochMs('ts')} - ${duckDb.epochMs('click_ts')})`;
/** What came in the currency, and what came in another and has its worth in this one by the rate of its day. */
export const money = (statuses: string, currency: string) =>
  `coalesce(sum(case when currency = ${currency} then delta_micros when base_currency = ${currency} then base_micros end)` +
  ` filter (where status in (${statuses})), 0)`;

/** What an event cost in the currency, or is worth in it by the rate of its day. */
export const inCurrency = (currency: string): string =>
  `case when cost_currency = ${currency} then cost_micros when base_currency = ${currency} then base_micros end`;
const ESTIMATED = `(type = 'visit' or (type = 'cost' and cost_state is distinct from 'confirmed'))`;
const CONFIRMED = `(type = 'cost' and cost_state = 'confirmed')`;
/** What people's arrivals cost. */
const cost = (which: string, currency: string, and: string): string =>
  `coalesce(sum(${inCurrency(currency)}) filter (where ${which}${and}), 0)`;

/** Do only people's events count for it, or all that there is of conversions? */
export const isOfPersons = (metric: Metric): boolean => !metric.startsWith('bot_');

/**
 * A sum over rows of its family: those of behaviour carry `n` events each, and `last_ts`, the instant of the last of them.
 * @param currency the placeholder of the currency
 * @param arePersons every row of behaviour is of people: nothing more needs to be asked of it
 */
export function metricSql(metric: Additive, currency: string, arePersons: boolean): string {
  const person = arePersons ? '' : ` and ${PERSON}`;
  const people = (type: string, and = '') => count(type, `${person}${and}`);
  const bots = (type: string) => count(type, ' and is_bot');
  return {
    visits: people('visit'),
    bot_visits: bots('visit'),
    views: people('view'),
    bot_views: bots('view'),
    impressions: people('impression'),
    review_views: people('view', ' and review_id is not null'),
    reads: people('read'),
    cta_views: people('cta_view'),
    cta_impressions: people('cta_impression'),
    clicks: people('click'),
    bot_clicks: bots('click'),
    conversions: moved("'pending', 'approved'"),
    pending: moved("'pending'"),
    approved: moved("'approved'"),
    rejected: moved("'rejected'"),
    reversed: moved("'reversed'"),
    leads: ofKind('lead'),
    sales: ofKind('sale'),
    lag_ms: lagging(LAG_MS),
    lagged: lagging('delta_count'),
    revenue_expected: money("'pending', 'approved'", currency),
    revenue_confirmed: money("'approved'", currency),
    revenue_pending: money("'pending'", currency),
    revenue_rejected: money("'rejected'", currency),
    revenue_reversed: money("'reversed'", currency),
    cost: cost(`type in ('visit', 'cost')`, currency, person),
    cost_estimated: cost(ESTIMATED, currency, person),
    cost_confirmed: cost(CONFIRMED, currency, person),
    last_view_at: `coalesce(${duckDb.epochMs(`max(last_ts) filter (where type = 'view'${person})`)}, 0)`,
  }[metric];
}
