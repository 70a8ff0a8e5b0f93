import type { Cell, EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import { CONVERSION_COLUMNS, HOUR_SUMS, PEOPLE_SCOPES, SUMMED_TYPES } from '../contract.ts';

type Statement = { sql: string; params: Cell[] };

const VISITORS = '(visitors)';

/** Hours whose sums are not those of their rows any more, by the type of event. */
export type TouchedHour = { hour: string; type: string };

/**
 * The hours to be answered from rows, in no order, some more than once. People of visits and views depend on the hours before them too:
 * theirs are told with the type `(visitors)`.
 */
export const listTouched = (events: EventStore): Promise<TouchedHour[]> =>
  events.query<TouchedHour>(
    `select hour, type from touched.events union all select hour, '${VISITORS}' from touched.visitors`,
  );

/** The first hour of before an instant whose sums are to be made anew. */
export async function firstTouched(events: EventStore, before: Date): Promise<Date | undefined> {
  const [row] = await events.query<{ hour: string | null }>(
    `select min(hour) as hour from (select hour from touched.events union all select hour from touched.visitors)
      where hour < cast($1 as timestamp)`,
    [stamp(before)],
  );
  return row?.hour ? new Date(row.hour) : undefined;
}

const stamp = (at: Date): string => at.toISOString().replace('Z', '');
const listed = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ');

/**
 * Makes the sums of a range of whole hours anew, in one transaction with the note that they are right.
 * @throws AppError unavailable
 */
export function sumHours(events: EventStore, { from, to }: Range): Promise<void> {
  const params: Cell[] = [stamp(from), stamp(to)];
  const within = (column: string): string => `${column} >= cast($1 as timestamp) and ${column} < cast($2 as timestamp)`;
  const statement = (sql: string): Statement => ({ sql, params });
  // the finest first: the others are made from these
  const sums = HOUR_SUMS.toReversed().flatMap(({ table, columns, from: finer, types = SUMMED_TYPES, keepsLast }) => {
    const key = ['type', 'is_bot', 'is_internal', ...columns, 'cost_state', 'cost_currency', 'base_currency'].join(
      ', ',
    );
    const money = 'sum(cost_micros) as cost_micros, sum(base_micros) as base_micros';
    const last = (column: string): string =>
      keepsLast ? `, max(${column}) filter (where type = 'view') as last_ts` : '';
    return [
      statement(`delete from ${table} where ${within('hour')}`),
      statement(
        finer
          ? `insert into ${table} by name select hour, ${key}, has_cost, has_base, ${money}, sum(count) as count${last('last_ts')}
               from ${finer} where ${within('hour')} group by all order by all`
          : `insert into ${table} by name select date_trunc('hour', ts) as hour, ${key},
                    cost_micros is not null as has_cost, base_micros is not null as has_base, ${money}, count(*) as count${last('ts')}
               from events where ${within('ts')} and type in (${listed(types)}) group by all order by all`,
      ),
    ];
  });
  return events.transact([
    ...sums,
    statement(`delete from hours.conversions where ${within('ts')}`),
    statement(
      `insert into hours.conversions by name select ${CONVERSION_COLUMNS.join(', ')} from events
        where ${within('ts')} and type = 'conversion' order by ts`,
    ),
    ...tellPeople(within, statement),
    statement(`delete from touched.events where ${within('hour')}`),
  ]);
}

/** People of the hours, each by the hour before in which they had come to the same. */
function tellPeople(within: (column: string) => string, statement: (sql: string) => Statement): Statement[] {
  const from = 'cast($1 as timestamp)';
  const to = 'cast($2 as timestamp)';
  const only = (sql: string): Statement => ({ ...statement(sql), params: [] });
  const tell = (scope: string, id: string, where: string): Statement => ({
    sql: `insert into hours.visitors by name
      select hour, type, '${scope}' as scope, id, before, count(*) as count from (
        select hour, type, id, lag(hour) over (partition by type, id, visitor order by hour) as before
          from (select distinct hour, type, ${id} as id, visitor from near where ${where}))
       where hour >= cast($1 as timestamp) group by all order by all`,
    params: statement('').params.slice(0, 1),
  });
  return [
    statement(`delete from hours.people where ${within('hour')}`),
    statement(
      `insert into hours.people by name
       select distinct date_trunc('hour', ts) as hour, type, visitor, ${PEOPLE_SCOPES.join(', ')} from events
        where ${within('ts')} and type in ('visit', 'view') and not is_bot and not is_internal and visitor is not null
        order by hour`,
    ),
    // the hours before are right, because the oldest are always done first
    statement(
      `create or replace temp table near as select * from hours.people
        where hour < ${to} and visitor in (
          select unnest(list(distinct visitor)) from hours.people where ${within('hour')})`,
    ),
    // where people changed, later hours that look back at them are no longer right
    statement(
      `insert into touched.visitors
       select hour from (
         select hour from hours.visitors where ${within('before')} and hour >= ${to}
         union select hour from hours.people
          where hour >= ${to} and visitor in (select visitor from near where hour >= ${from}))
       where exists (select 1 from touched.events where ${within('hour')} and type in ('visit', 'view'))
         and hour not in (select hour from touched.visitors)`,
    ),
    statement(`delete from hours.visitors where ${within('hour')}`),
    tell('all', 'cast(null as integer)', 'true'),
    ...PEOPLE_SCOPES.flatMap((column) => [
      tell(column, column, 'true'),
      tell(`${column}:any`, 'cast(null as integer)', `${column} is not null`),
    ]),
    statement(`delete from touched.visitors where ${within('hour')}`),
    only('drop table near'),
  ];
}
