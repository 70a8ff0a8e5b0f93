import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import type { BehaviourSource, KnownSource, Slice } from '../plan.ts';
import type { ReportQuery } from '../report-query.ts';
import { localDay } from './store-local-time.ts';
import { behaviourSql, conversionsSql, dimensionColumns, dimensionSql, type Binder } from '../store-sources.ts';
import { inCurrency, moneySql, PAID, PAID_TYPES, SOURCE_DAY_COLUMNS, type EventType } from '../store-sums.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** Arrivals and bills; among sums by the hour more than those would come, and to ask it of rows by themselves takes longer than to find them. */
const arrivals = (source: BehaviourSource, to: Binder): string =>
  behaviourSql(source, to) + (source.summed.length > 0 ? ` and ${PAID}` : '');

/** A sum of all source-days, whatever is known of them: over arrivals and bills, or over conversions alone, or a column that is made anyway. */
export type Beside = { name: string } & ({ sum: string } | { column: (typeof SOURCE_DAY_COLUMNS)[number] });

const COST = ['cost_state', 'cost_currency', 'cost_micros'];
const WORTH = ['base_currency', 'base_micros'];
const ARRIVED = ['type', ...COST, ...WORTH];
const MONEY = ['ts', 'click_ts', 'status', 'event_kind', 'delta_count', 'delta_micros', 'currency'];
const EARNED = ['type', ...MONEY, ...WORTH];
/** What sums over arrivals, bills and conversions look at. */
const LINE = ['type', ...COST, ...MONEY, ...WORTH];

/**
 * What has no source is one source of its own.
 * @param currency its placeholder
 * @returns lines by the dimensions of the question (`d0`, `d1`, ...) with `SOURCE_DAY_COLUMNS` of known cost (`known_visits`, ...), `is_unknown`, and those
 */
export function knownSql(
  { told, arrived, earned }: KnownSource,
  query: ReportQuery,
  currency: string,
  beside: readonly Beside[],
  to: Binder,
): string {
  const { dialect } = to;
  const zero = dialect.figure(0);
  const paid = inCurrency(currency);
  // what the other has alone is empty: each sum looks at rows of its own kind
  const lines = (types: readonly EventType[], time: string, has: readonly string[], from: string): string => {
    const columns = LINE.map((one) => (has.includes(one) ? one : `null as ${one}`));
    const sourceDay = ['coalesce(source_id, 0) as s', `${dimensionSql(dialect, 'day', time, query)} as d`];
    const by = [...dimensionColumns(dialect, query, time, types), ...sourceDay];
    return `select ${[...by, types === PAID_TYPES ? 'n' : '1 as n', ...columns].join(', ')} from ${from}`;
  };
  const { from, time } = conversionsSql(earned, to);
  const both = [
    lines(PAID_TYPES, 'ts', ARRIVED, arrivals(arrived, to)),
    lines(['conversion'], time, EARNED, from),
  ].join(' union all ');
  const sums: Record<(typeof SOURCE_DAY_COLUMNS)[number], string> = {
    events: dialect.sum('n'),
    visits: dialect.sum('n', `type = 'visit'`),
    conversions: dialect.sum('delta_count', `status in (${OWED_SQL})`),
    expected: moneySql(dialect, OWED_SQL, currency),
    confirmed: moneySql(dialect, "'approved'", currency),
    cost: dialect.sum(paid, PAID),
  };
  const isTold =
    `(count(*) filter (where type = 'visit' and (${paid}) is not null) > 0` + ` or coalesce(${sums.cost}, 0) <> 0)`;
  const toldSql = (): string =>
    `select coalesce(source_id, 0) as s, ${localDay(dialect, 'ts', zoneOffsets(told.slice.range, told.slice.zone))} as d` +
    ` from ${arrivals(told, to)} group by 1, 2 having ${isTold}`;
  const isWhole = isOfWholeSourceDays(told.slice, query);
  const places = query.dimensions.map((_, i) => `d${i}, `).join('');
  const days = [
    ...SOURCE_DAY_COLUMNS.map((one) => `coalesce(${sums[one]}, 0) as ${one}`),
    ...beside.flatMap((one) => ('sum' in one ? [`${one.sum} as ${one.name}`] : [])),
    ...(isWhole ? [`${isTold} as is_told`] : []),
  ];
  const ofKnown = SOURCE_DAY_COLUMNS.map((one) => `case when is_told then ${one} else ${zero} end as known_${one}`);
  const isUnknown = `case when not is_told and (visits <> 0 or conversions <> 0 or expected <> 0) then ${dialect.figure(1)} else ${zero} end as is_unknown`;
  const besides = beside.map((one) => ('sum' in one ? one.name : `${one.column} as ${one.name}`));
  const sourceDays = `select ${places}s, d, ${days.join(', ')} from (${both}) group by ${places}s, d`;
  const read = `select ${places}${[...ofKnown, isUnknown, ...besides].join(', ')} from`;
  return isWhole
    ? `(${read} (${sourceDays}))`
    : // read once: an engine works out anew what is named twice
      `(with told as (${toldSql()}) ${read} (select *, (s, d) in (select s, d from told) as is_told from (${sourceDays})))`;
}

/** Do all lines of a source-day lie within it, and in one line of the question? Then it tells by itself whether its cost is known. */
const isOfWholeSourceDays = (whole: Slice, { range, filters, dimensions }: ReportQuery): boolean =>
  filters.length === 0 &&
  dimensions.every((one) => one === 'source' || one === 'day') &&
  range.from.getTime() === whole.range.from.getTime() &&
  range.to.getTime() === whole.range.to.getTime();
