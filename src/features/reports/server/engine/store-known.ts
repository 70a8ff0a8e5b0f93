import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import type { BehaviourSource, KnownSource } from '../plan.ts';
import type { ReportQuery } from '../report-query.ts';
import { localDay } from './store-local-time.ts';
import { behaviourSql, conversionsSql, dimensionColumns, dimensionSql, type Binder } from '../store-sources.ts';
import { inCurrency, moneySql, PAID_TYPES, SOURCE_DAY_COLUMNS } from '../store-sums.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** Arrivals and bills; among sums by the hour more than those would come. */
const arrivals = (source: BehaviourSource, to: Binder): string =>
  `${behaviourSql(source, to)} and type in (${PAID_TYPES.map((type) => `'${type}'`).join(', ')})`;

/**
 * What has no source is one source of its own.
 * @param currency its placeholder
 * @returns lines by the dimensions of the question (`d0`, `d1`, ...) with `SOURCE_DAY_COLUMNS` of known cost, and `is_unknown`
 */
export function knownSql(
  { told, arrived, earned }: KnownSource,
  query: ReportQuery,
  currency: string,
  to: Binder,
): string {
  const { dialect } = to;
  const paid = inCurrency(currency);
  const { range, zone } = told.slice;
  const toldSql =
    `select coalesce(source_id, 0) as s, ${localDay(dialect, 'ts', zoneOffsets(range, zone))} as d` +
    ` from ${arrivals(told, to)} group by 1, 2` +
    ` having count(*) filter (where type = 'visit' and (${paid}) is not null) > 0 or coalesce(${dialect.sum(paid)}, 0) <> 0`;
  const lines = (time: string, sums: readonly string[], from: string): string => {
    const sourceDay = ['coalesce(source_id, 0) as s', `${dimensionSql(dialect, 'day', time, query)} as d`];
    const by = [...dimensionColumns(dialect, query, time), ...sourceDay];
    return `select ${[...by, ...sums].join(', ')} from ${from} group by ${by.map((_, i) => i + 1).join(', ')}`;
  };
  const arrivedSql = lines(
    'ts',
    [
      `coalesce(${dialect.sum('n')}, 0) as events`,
      `coalesce(${dialect.sum('n', `type = 'visit'`)}, 0) as visits`,
      ['conversions', 'expected', 'confirmed'].map((one) => `${dialect.figure(0)} as ${one}`).join(', '),
      `coalesce(${dialect.sum(paid)}, 0) as cost`,
    ],
    arrivals(arrived, to),
  );
  const { from, time } = conversionsSql(earned, to);
  const earnedSql = lines(
    time,
    [
      `count(*) as events, ${dialect.figure(0)} as visits`,
      `coalesce(${dialect.sum('delta_count', `status in (${OWED_SQL})`)}, 0) as conversions`,
      `${moneySql(dialect, OWED_SQL, currency)} as expected`,
      `${moneySql(dialect, "'approved'", currency)} as confirmed`,
      `${dialect.figure(0)} as cost`,
    ],
    from,
  );
  const places = query.dimensions.map((_, i) => `d${i}, `).join('');
  const isTold = '(s, d) in (select s, d from told)';
  return (
    `(with ${dialect.once('told', toldSql)},` +
    ` days as (select ${places}s, d, ${SOURCE_DAY_COLUMNS.map((one) => `sum(${one}) as ${one}`).join(', ')} from (${arrivedSql} union all ${earnedSql}) group by ${places}s, d)` +
    ` select ${places}${SOURCE_DAY_COLUMNS.join(', ')}, ${dialect.figure(0)} as is_unknown from days where ${isTold}` +
    ` union all select ${places}${SOURCE_DAY_COLUMNS.map(() => dialect.figure(0)).join(', ')}, ${dialect.figure(1)} from days where not ${isTold} and (visits <> 0 or conversions <> 0 or expected <> 0))`
  );
}
