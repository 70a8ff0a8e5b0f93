import { daysOf, localDays, type Range } from '../../../platform/time.ts';
import { HOUR_SUMS, PEOPLE_SCOPES, SUMMED_TYPES } from '../../events/contract.ts';
import { formsBefore, VISITORS, type TouchedHour } from '../../events/server/store-hours.ts';
import type { Metric } from '../../reports/contract.ts';
import { columnsOf, costlessOf, cutOf, isLookedUp, isTime, type Dimension } from '../dimensions-contract.ts';
import { hasWholeHours, hourFloor, isHour, spansOf, splitRange } from './engine/hour-spans.ts';
import type { Filter, ReportQuery } from './report-query.ts';
import {
  isTold,
  lackingOf,
  PAID_TYPES,
  SUMS,
  type BehaviourSum,
  type EventType,
  type Lacking,
  type PeopleSum,
  type Sum,
} from './store-sums.ts';

/** What counts for a question, whatever is asked of it. */
export type Slice = Pick<ReportQuery, 'range' | 'zone' | 'filters' | 'timeBasis' | 'dimensions' | 'said'>;
/** The hours that must be answered from rows. */
export type Touched = readonly TouchedHour[];

/** Events of visitors and what was paid: of whole hours from the least sums that keep the wanted columns apart, the rest from the rows. */
export type BehaviourSource = {
  slice: Slice;
  types: readonly EventType[];
  columns: readonly string[];
  /** The table of sums; undefined where none keeps them apart. */
  table: string | undefined;
  summed: readonly Range[];
  rows: readonly Range[];
  isOfCost: boolean;
  isOfLast: boolean;
  /** Only what people did. */
  arePersons: boolean;
  /** So many rows that finding those of one kind after the other takes less than finding several kinds at once. */
  isByKind: boolean;
};

/** Conversions: the rows that lie together, and of changed hours those among the events. */
export type ConversionSource = { slice: Slice; columns: readonly string[]; changed: readonly Range[] };

/** Different people: those kept by the hour up to the first hour that has changed, and from there on those who had not come before. */
export type PeopleSource = {
  slice: Slice;
  type: EventType;
  who: string;
  /** `before`: all whose first hour is at or after the start of the range. `ids`: those wanted; undefined: all. */
  kept?: { scope: string; ids: Filter['values'] | undefined; span: Range };
  /** What is read from the rows; `known` is where those came who are not new in it. */
  fresh?: { span: Range; known?: Range };
};

/** Source-days that say what they cost, and others: decided over all that a source brought on a local day, before any filter or cut. */
export type KnownSource = { told: BehaviourSource; arrived: BehaviourSource; earned: ConversionSource };

/**
 * What is told of source-days, and what is asked of the same arrivals, bills and conversions beside it: they are read once.
 * @param lacks what of them may lack a rate
 */
type KnownPart = {
  sums: readonly Metric[];
  beside: readonly Metric[];
  lacks: Readonly<Record<Lacking, boolean>>;
  source: KnownSource;
};

type BehaviourPart = { sums: readonly Metric[]; lacks: boolean; source: BehaviourSource };

/** What is read for a question, from where, and which of its sums come from it. */
export type Plan = {
  query: ReportQuery;
  behaviour: readonly BehaviourPart[];
  conversion?: { sums: readonly Metric[]; lacks: boolean; source: ConversionSource };
  people: readonly { metric: Metric; source: PeopleSource }[];
  known?: KnownPart;
  /** Of totals, where what they ask for does not tell all of it. */
  unconverted?: UnconvertedPlan;
};

/** Where that lies which lacks a rate: what conversions brought, and what was paid, if that is asked for. */
export type UnconvertedPlan = { earned: ConversionSource; paid: BehaviourSource | undefined };

/** What of an event or a line of sums is looked at. */
type Looked = Pick<BehaviourSource, 'types' | 'isOfCost' | 'isOfLast' | 'arePersons'> & { columns?: readonly string[] };

/** What people's arrivals cost. */
const ARRIVALS = { types: PAID_TYPES, isOfCost: true, isOfLast: false, arePersons: true } as const;
const MONEY = [
  'type',
  'ts',
  'click_ts',
  'status',
  'event_kind',
  'delta_count',
  'delta_micros',
  'currency',
  'base_micros',
  'base_currency',
];
/** The code of a visitor is that of one UTC day: nobody who comes now came longer ago under the same one. A day more is room for clocks. */
const CODE_MS = 2 * 86_400_000;

const askedOf = ({ dimensions, filters }: Slice): Dimension[] => [
  ...dimensions,
  ...filters.map((one) => one.dimension),
];
const asksLocal = (slice: Slice): boolean => askedOf(slice).some((one) => isTime(one) || cutOf(one).clock);
/** The columns that a question looks at, but for its time. */
const columnsAsked = (slice: Slice, types: readonly EventType[]): string[] =>
  askedOf(slice).flatMap((one) => {
    const { isCopied, values } = cutOf(one);
    // who is never told what an arrival said is asked only whether there was one, and who is no conversion is in no state
    if (isCopied && !types.some(isTold)) return ['link_id'];
    return values === 'states' && !types.includes('conversion') ? [] : columnsOf(one);
  });

const touchedBy = (touched: Touched, types: readonly string[]): number[] =>
  [...new Set(touched.filter(({ type }) => types.includes(type)).map(({ hour }) => Date.parse(hour)))].toSorted(
    (a, b) => a - b,
  );

export function planBehaviour(slice: Slice, { types, ...looked }: Looked, touched: Touched): BehaviourSource {
  const columns = [...new Set([...columnsAsked(slice, types), ...(looked.columns ?? [])])];
  const sums = HOUR_SUMS.find(
    (one) =>
      columns.every((column) => one.columns.includes(column)) &&
      types.every((type) => ((one.types ?? SUMMED_TYPES) as readonly string[]).includes(type)) &&
      (one.keepsLast || !looked.isOfLast),
  );
  const spans =
    sums && (!asksLocal(slice) || hasWholeHours(slice.range, slice.zone))
      ? splitRange(slice.range, touchedBy(touched, [...types, ...formsBefore(sums.since ?? 0)]))
      : { summed: [], rows: [slice.range] };
  // a filter leaves so few rows that finding them once is all that counts
  const isByKind = spans.summed.length === 0 && slice.filters.every(({ values }) => values === 'any');
  return { ...looked, ...spans, slice, types, columns, table: sums?.table, isByKind };
}

export const planConversions = (slice: Slice, touched: Touched): ConversionSource => ({
  slice,
  columns: [...new Set([...MONEY, ...columnsAsked(slice, ['conversion'])])],
  changed: spansOf(touchedBy(touched, ['conversion'])),
});

/** Which kept people answer a question; undefined: none. */
function scopeOf(slice: Slice): { scope: string; ids: Filter['values'] | undefined } | undefined {
  // who came to several records with something in common came once
  if (askedOf(slice).some(isLookedUp)) return undefined;
  const [by, ...more] = slice.dimensions.filter((one) => !isTime(one));
  const [filter, ...others] = slice.filters;
  const one = by ?? filter?.dimension;
  if (more.length > 0 || others.length > 0 || (by && filter && filter.dimension !== by)) return undefined;
  if (one === undefined) return { scope: 'all', ids: undefined };
  if (isTime(one)) return undefined;
  const scope = cutOf(one).column!;
  if (!(PEOPLE_SCOPES as readonly string[]).includes(scope)) return undefined;
  if (!filter) return { scope, ids: undefined };
  if (by) return { scope, ids: filter.values };
  if (filter.values === 'any') return { scope: `${scope}:any`, ids: undefined };
  // the people of several together are not those of each added up
  return filter.values.length === 1 ? { scope, ids: filter.values } : undefined;
}

function planPeople(slice: Slice, { type, who, isKeptByHour }: PeopleSum, touched: Touched): PeopleSource {
  const { range } = slice;
  const source = { slice, type, who };
  const isKept = isHour(range.from) && (!asksLocal(slice) || hasWholeHours(range, slice.zone));
  const kept = isKept && isKeptByHour ? scopeOf(slice) : undefined;
  const changed = touchedBy(touched, [type, VISITORS]).find((hour) => hour >= range.from.getTime());
  const end = new Date(Math.min(hourFloor(range.to).getTime(), changed ?? Number.POSITIVE_INFINITY));
  if (!kept || end <= range.from) return { ...source, fresh: { span: range } };
  const span = { from: range.from, to: end };
  if (end >= range.to) return { ...source, kept: { ...kept, span } };
  const known = { from: new Date(Math.max(range.from.getTime(), end.getTime() - CODE_MS)), to: end };
  return { ...source, kept: { ...kept, span }, fresh: { span: { from: end, to: range.to }, known } };
}

/** The whole local days that a range touches. */
const wholeDays = ({ range, zone }: Slice): Range => localDays(...daysOf(range, zone), zone);

function planKnown(query: ReportQuery, touched: Touched): KnownSource {
  const whole: Slice = { ...query, range: wholeDays(query), filters: [], dimensions: ['source', 'day'] };
  const slice: Slice = { ...query, dimensions: [...query.dimensions, 'source', 'day'] };
  return {
    told: planBehaviour(whole, ARRIVALS, touched),
    arrived: planBehaviour(slice, ARRIVALS, touched),
    earned: planConversions(slice, touched),
  };
}

/** What a question asks for may lack a rate: of what came in, of what was paid. */
function lacks(query: ReportQuery, what: Lacking): boolean {
  if (what === 'cost' && costlessOf(askedOf(query)) !== undefined) return false;
  return query.metrics.some((metric) => lackingOf(metric).includes(what));
}

/** @param lacks whether what was paid may lack a rate */
function planPart(query: ReportQuery, sums: readonly Metric[], lacks: boolean, touched: Touched): BehaviourPart {
  const records = sums.map((metric) => SUMS[metric] as BehaviourSum);
  const looked: Looked = {
    types: [...new Set([...records.flatMap(({ types }) => types), ...(lacks ? PAID_TYPES : [])])],
    columns: records.flatMap(({ columns = [] }) => columns),
    isOfCost: lacks || records.some((one) => one.isOfCost),
    isOfLast: records.some((one) => one.isLatest),
    arePersons: records.every((one) => !one.isOfRobots),
  };
  return { sums, lacks, source: planBehaviour(query, looked, touched) };
}

/** What visitors did, and what was paid: in one part, or where all of it is in rows alone, in one for each kind of them. */
function planParts(query: ReportQuery, sums: readonly Metric[], lacks: boolean, touched: Touched): BehaviourPart[] {
  if (sums.length === 0 && !lacks) return [];
  const whole = planPart(query, sums, lacks, touched);
  if (!whole.source.isByKind) return [whole];
  const kinds = Map.groupBy(sums, (metric) => String((SUMS[metric] as BehaviourSum).types));
  const paid = String(PAID_TYPES);
  if (lacks && !kinds.has(paid)) kinds.set(paid, []);
  return [...kinds].map(([kind, ofKind]) => planPart(query, ofKind, lacks && kind === paid, touched));
}

/** Is it a sum over what known cost is told of anyway: people's arrivals, bills and conversions? */
function isOfSourceDays(metric: Metric): boolean {
  const sum = SUMS[metric];
  if (sum.family !== 'behaviour') return sum.family === 'conversion';
  return !sum.isOfRobots && sum.types.every((type) => (PAID_TYPES as readonly string[]).includes(type));
}

/** Which tables answer a question, and over which hours. */
export const planReport = (query: ReportQuery, touched: Touched): Plan =>
  planSums(query, touched, { cost: lacks(query, 'cost'), revenue: lacks(query, 'revenue') });

/** The same for totals, which tell what of all money lacks a rate, shown or not. */
export function planTotals(query: ReportQuery, touched: Touched): Plan {
  const plan = planSums(query, touched, { cost: true, revenue: true });
  if (!plan.known) return plan;
  // what is told by source-days is not told by currencies
  const known = { ...plan.known, lacks: { cost: false, revenue: false } };
  return { ...plan, known, unconverted: planUnconverted(query, touched, true) };
}

function planSums(query: ReportQuery, touched: Touched, lacking: Record<Lacking, boolean>): Plan {
  const of = (family: Sum['family']): Metric[] => query.metrics.filter((metric) => SUMS[metric].family === family);
  const known = of('known');
  const beside = known.length > 0 ? query.metrics.filter(isOfSourceDays) : [];
  const alone = (family: Sum['family']) => of(family).filter((metric) => !beside.includes(metric));
  const plan: Plan = {
    query,
    behaviour: planParts(query, alone('behaviour'), lacking.cost && known.length === 0, touched),
    people: of('people').map((metric) => ({
      metric,
      source: planPeople(query, SUMS[metric] as PeopleSum, touched),
    })),
  };
  if (known.length > 0) plan.known = { sums: known, beside, lacks: lacking, source: planKnown(query, touched) };
  else if (of('conversion').length > 0 || lacking.revenue)
    plan.conversion = { sums: of('conversion'), lacks: lacking.revenue, source: planConversions(query, touched) };
  return plan;
}

/** Which tables hold what lacks a rate. @param isOfCost false: of a cut by which no cost is known */
export const planUnconverted = (slice: Slice, touched: Touched, isOfCost: boolean): UnconvertedPlan => ({
  earned: planConversions(slice, touched),
  paid: isOfCost ? planBehaviour(slice, ARRIVALS, touched) : undefined,
});
