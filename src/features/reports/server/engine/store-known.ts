import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import type { BehaviourSource, KnownSource } from '../plan.ts';
import type { ReportQuery } from '../report-query.ts';
import { localDay } from './store-local-time.ts';
import { behaviourSql, conversionsSql, dimensionColumns, dimensionSql, type Binder } from '../store-sources.ts';
import { inCurrency, moneySql, PAID_TYPES, SOURCE_DAY_COLUMNS } from '../store-sums.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** Arrivals and bills; among sums by the hour more than those would come, and to ask it of rows by themselves takes longer than to find them. */
const arrivals = (source: BehaviourSource, to: Binder): string =>
  behaviourSql(source, to) +
  (source.summed.length > 0 ? ` and type in (${PAID_TYPES.map((type) => `'${type}'`).join(', ')})` : '');

/** A sum of all source-days, whatever is known of them: over arrivals, over conversions, or a column that is made anyway. */
export type Beside = {
  name: string;
  arrived?: string;
  earned?: string;
  column?: (typeof SOURCE_DAY_COLUMNS)[number];
};

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
  const { range, zone } = told.slice;
  const toldSql =
    `select coalesce(source_id, 0) as s, ${localDay(dialect, 'ts', zoneOffsets(range, zone))} as d` +
    ` from ${arrivals(told, to)} group by 1, 2` +
    ` having count(*) filter (where type = 'visit' and (${paid}) is not null) > 0 or coalesce(${dialect.sum(paid)}, 0) <> 0`;
  const added = beside.filter(({ column }) => column === undefined);
  const lines = (of: 'arrived' | 'earned', time: string, sums: readonly string[], from: string): string => {
    const sourceDay = ['coalesce(source_id, 0) as s', `${dimensionSql(dialect, 'day', time, query)} as d`];
    const types = of === 'arrived' ? PAID_TYPES : (['conversion'] as const);
    const by = [...dimensionColumns(dialect, query, time, types), ...sourceDay];
    const more = added.map((one) => `${one[of] ?? zero} as ${one.name}`);
    return `select ${[...by, ...sums, ...more].join(', ')} from ${from} group by ${by.map((_, i) => i + 1).join(', ')}`;
  };
  const arrivedSql = lines(
    'arrived',
    'ts',
    [
      `coalesce(${dialect.sum('n')}, 0) as events`,
      `coalesce(${dialect.sum('n', `type = 'visit'`)}, 0) as visits`,
      ['conversions', 'expected', 'confirmed'].map((one) => `${zero} as ${one}`).join(', '),
      `coalesce(${dialect.sum(paid)}, 0) as cost`,
    ],
    arrivals(arrived, to),
  );
  const { from, time } = conversionsSql(earned, to);
  const earnedSql = lines(
    'earned',
    time,
    [
      `count(*) as events, ${zero} as visits`,
      `coalesce(${dialect.sum('delta_count', `status in (${OWED_SQL})`)}, 0) as conversions`,
      `${moneySql(dialect, OWED_SQL, currency)} as expected`,
      `${moneySql(dialect, "'approved'", currency)} as confirmed`,
      `${zero} as cost`,
    ],
    from,
  );
  const places = query.dimensions.map((_, i) => `d${i}, `).join('');
  const days = [...SOURCE_DAY_COLUMNS, ...added.map(({ name }) => name)]
    .map((one) => `sum(${one}) as ${one}`)
    .join(', ');
  const ofKnown = SOURCE_DAY_COLUMNS.map((one) => `case when is_told then ${one} else ${zero} end as known_${one}`);
  const isUnknown = `case when not is_told and (visits <> 0 or conversions <> 0 or expected <> 0) then ${dialect.figure(1)} else ${zero} end as is_unknown`;
  const besides = beside.map(({ column, name }) => (column === undefined ? name : `${column} as ${name}`));
  // read once: an engine works out anew what is named twice
  return (
    `(with told as (${toldSql})` +
    ` select ${places}${[...ofKnown, isUnknown, ...besides].join(', ')} from (` +
    `select *, (s, d) in (select s, d from told) as is_told from (` +
    `select ${places}s, d, ${days} from (${arrivedSql} union all ${earnedSql}) group by ${places}s, d)))`
  );
}
