import { localDays } from '../../../platform/time.ts';
import type { ReportQuery } from './report-query.ts';
import { duckDb } from './store-dialect.ts';
import { inCurrency, money } from './store-metrics.ts';
import { behaviourFrom, conversionsFrom, dimensionSql, type Binder, type Frame, type Touched } from './store-plan.ts';
import { zoneOffsets } from './zone-offsets.ts';

const PAID = ['visit', 'cost'] as const;
const ARRIVALS = { types: PAID, isOfCost: true, isOfLast: false, arePersons: true } as const;

/** Arrivals and bills; among sums by the hour more than those would come. */
const arrivals = (frame: Frame, touched: Touched, to: Binder): string =>
  `${behaviourFrom(frame, ARRIVALS, touched, to)} and type in (${PAID.map((type) => `'${type}'`).join(', ')})`;

/** The whole local days that a range touches. */
function wholeDays({ range: { from, to }, zone }: Frame): Frame['range'] {
  const name = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  return localDays(name.format(from), name.format(Math.max(from.getTime(), to.getTime() - 1)), zone);
}

/**
 * What a question looks at, divided into source-days that say what they cost and others. Which are which is decided over all that a source
 * brought on a local day, before any filter or cut of the question; what has no source is one source of its own.
 * @returns a source of lines by the dimensions of the question (`d0`, `d1`, ...) with the sums that are called `known...`, and `unknown_days`
 */
export function knownSource(query: ReportQuery, touched: Touched, to: Binder): string {
  const currency = to.bind(query.currency);
  const paid = inCurrency(currency);
  const whole: Frame = { ...query, range: wholeDays(query), filters: [], dimensions: ['source', 'day'] };
  const told =
    `select coalesce(source_id, 0) as s, ${duckDb.localDay('ts', zoneOffsets(whole.range, query.zone))} as d` +
    ` from ${arrivals(whole, touched, to)} group by all` +
    ` having count(*) filter (where type = 'visit' and (${paid}) is not null) > 0 or coalesce(sum(${paid}), 0) <> 0`;

  const frame: Frame = { ...query, dimensions: [...query.dimensions, 'source', 'day'] };
  const lines = (time: string, sums: readonly string[], from: string): string => {
    const dims = query.dimensions.map((one, i) => `${dimensionSql(one, time, query)} as d${i}`);
    const sourceDay = ['coalesce(source_id, 0) as s', `${dimensionSql('day', time, query)} as d`];
    return `select ${[...dims, ...sourceDay, ...sums].join(', ')} from ${from} group by all`;
  };
  const arrived = lines(
    'ts',
    [
      'coalesce(sum(n), 0) as events',
      `coalesce(sum(n) filter (where type = 'visit'), 0) as visits`,
      '0 as conversions, 0 as expected, 0 as confirmed',
      `coalesce(sum(${paid}), 0) as cost`,
    ],
    arrivals(frame, touched, to),
  );
  const { from, time } = conversionsFrom(frame, touched, to);
  const earned = lines(
    time,
    [
      'count(*) as events, 0 as visits',
      `coalesce(sum(delta_count) filter (where status in ('pending', 'approved')), 0) as conversions`,
      `${money("'pending', 'approved'", currency)} as expected`,
      `${money("'approved'", currency)} as confirmed`,
      '0 as cost',
    ],
    from,
  );
  const places = query.dimensions.map((_, i) => `d${i}, `).join('');
  const sums = ['events', 'visits', 'conversions', 'expected', 'confirmed', 'cost'];
  const isTold = '(s, d) in (select s, d from told)';
  return (
    `(with told as materialized (${told}),` +
    ` days as (select ${places}s, d, ${sums.map((one) => `sum(${one}) as ${one}`).join(', ')} from (${arrived} union all ${earned}) group by ${places}s, d)` +
    ` select ${places}events as known, visits as known_visits, conversions as known_conversions, expected as known_expected,` +
    ` confirmed as known_confirmed, cost as known_cost, 0 as unknown_days from days where ${isTold}` +
    ` union all select ${places}0, 0, 0, 0, 0, 0, 1 from days where not ${isTold} and (visits <> 0 or conversions <> 0 or expected <> 0))`
  );
}
