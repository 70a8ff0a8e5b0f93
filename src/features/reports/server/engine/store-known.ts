import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import type { BehaviourSource, KnownSource } from '../plan.ts';
import type { ReportQuery } from '../report-query.ts';
import { duckDb } from '../store-dialect.ts';
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
  const paid = inCurrency(currency);
  const { range, zone } = told.slice;
  const toldSql =
    `select coalesce(source_id, 0) as s, ${duckDb.localDay('ts', zoneOffsets(range, zone))} as d` +
    ` from ${arrivals(told, to)} group by 1, 2` +
    ` having count(*) filter (where type = 'visit' and (${paid}) is not null) > 0 or coalesce(sum(${paid}), 0) <> 0`;
  const lines = (time: string, sums: readonly string[], from: string): string => {
    const sourceDay = ['coalesce(source_id, 0) as s', `${dimensionSql('day', time, query)} as d`];
    const by = [...dimensionColumns(query, time), ...sourceDay];
    return `select ${[...by, ...sums].join(', ')} from ${from} group by ${by.map((_, i) => i + 1).join(', ')}`;
  };
  const arrivedSql = lines(
    'ts',
    [
      'coalesce(sum(n), 0) as events',
      `coalesce(sum(n) filter (where type = 'visit'), 0) as visits`,
      '0 as conversions, 0 as expected, 0 as confirmed',
      `coalesce(sum(${paid}), 0) as cost`,
    ],
    arrivals(arrived, to),
  );
  const { from, time } = conversionsSql(earned, to);
  const earnedSql = lines(
    time,
    [
      'count(*) as events, 0 as visits',
      `coalesce(sum(delta_count) filter (where status in (${OWED_SQL})), 0) as conversions`,
      `${moneySql(OWED_SQL, currency)} as expected`,
      `${moneySql("'approved'", currency)} as confirmed`,
      '0 as cost',
    ],
    from,
  );
  const places = query.dimensions.map((_, i) => `d${i}, `).join('');
  const isTold = '(s, d) in (select s, d from told)';
  return (
    `(with ${duckDb.once('told', toldSql)},` +
    ` days as (select ${places}s, d, ${SOURCE_DAY_COLUMNS.map((one) => `sum(${one}) as ${one}`).join(', ')} from (${arrivedSql} union all ${earnedSql}) group by ${places}s, d)` +
    ` select ${places}${SOURCE_DAY_COLUMNS.join(', ')}, 0 as is_unknown from days where ${isTold}` +
    ` union all select ${places}${SOURCE_DAY_COLUMNS.map(() => '0').join(', ')}, 1 from days where not ${isTold} and (visits <> 0 or conversions <> 0 or expected <> 0))`
  );
}
