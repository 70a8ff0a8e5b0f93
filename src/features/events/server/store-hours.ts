import { within, type Dialect } from '../../../platform/server/event-store/dialect.ts';
import type { EventStore, Work } from '../../../platform/server/event-store/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import { CONVERSION_COLUMNS, HOUR_SUMS, PEOPLE_SCOPES, SUMMED_TYPES, SUMS_FORM, type HourSums } from '../contract.ts';

/** What notes of hours stand under that are not about one type of events: their people, and sums of a form that is not that of now. */
export const VISITORS = '(visitors)';
/** Events of which it is told how many different people made them. */
const PEOPLE_TYPES = ['visit', 'view'] as const;
/** Those of sums that lack the tables which came with a form. */
export const formsBefore = (since: number): string[] => Array.from({ length: since }, (_, form) => `(form ${form})`);

/** Hours whose sums are not those of their rows any more, by the type of event. */
export type TouchedHour = { hour: string; type: string };

/**
 * The hours to be answered from rows, in no order, some more than once. People of visits and views depend on the hours before them too:
 * theirs are told with the type `(visitors)`. Those that an older release summed up, with such as `(form 1)`, lack the tables that came since.
 */
export const listTouched = (events: EventStore): Promise<TouchedHour[]> =>
  events.query<TouchedHour>(
    `select hour, type from touched.events union all select hour, '${VISITORS}' from touched.visitors
      union all select distinct hour, '(form ' || ${events.dialect.text('form')} || ')' from hours.totals where form < ${SUMS_FORM}`,
  );

/** The first hour of before an instant whose sums are to be made anew. */
export async function firstTouched(events: EventStore, before: Date): Promise<Date | undefined> {
  return firstOf(events, '(select hour from touched.events union all select hour from touched.visitors)', before);
}

/** The first hour of before an instant that an older release summed up. */
export const firstOlder = (events: EventStore, before: Date): Promise<Date | undefined> =>
  firstOf(events, `(select hour from hours.totals where form < ${SUMS_FORM})`, before);

async function firstOf(events: EventStore, hours: string, before: Date): Promise<Date | undefined> {
  // not the least of all: of no rows that is 1970 to one of the engines
  const [row] = await events.query<{ hour: string }>(
    `select hour from ${hours} where hour < ${events.dialect.instant(before)} order by hour limit 1`,
  );
  return row && new Date(row.hour);
}

const listed = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ');

/**
 * Makes of a range of whole hours anew what depends on the events that changed there, in one transaction with the note that it is right, or
 * before that note: a month of conversions that a network approves at once is no reason to count its views again.
 * @throws AppError unavailable
 */
export async function sumHours(events: EventStore, range: Range): Promise<void> {
  const { dialect } = events;
  const span = events.wholeSpan(range);
  const types = await touchedTypes(events, range);
  const isTouched = (some: readonly string[]): boolean => some.some((type) => types.includes(type));
  await events.transact([
    // all of them: the sums of an hour have one form
    ...(isTouched(SUMMED_TYPES) ? sumsOf(dialect, HOUR_SUMS, span) : []),
    ...(isTouched(['conversion']) ? [copyOfConversions(dialect, span)] : []),
    ...(isTouched([...PEOPLE_TYPES, VISITORS]) ? tellPeople(dialect, span) : []),
    // not those of other types, which may have come since
    { takeNotes: 'touched.events', span: range, of: { column: 'type', values: types } },
  ]);
}

async function touchedTypes(events: EventStore, range: Range): Promise<string[]> {
  const rows = await events.query<{ type: string }>(
    `select distinct type from (select hour, type from touched.events union all select hour, '${VISITORS}' as type from touched.visitors) as noted
      where ${within(events.dialect, 'hour', range)}`,
  );
  return rows.map(({ type }) => type);
}

const copyOfConversions = (dialect: Dialect, span: Range): Work => ({
  replace: 'hours.conversions',
  columns: CONVERSION_COLUMNS,
  time: 'ts',
  span,
  by: `select ${CONVERSION_COLUMNS.join(', ')} from events where ${within(dialect, 'ts', span)} and type = 'conversion' order by ts`,
});

/**
 * Makes those sums of a range of whole hours that came since an older release summed any of them up, and writes down that they have all.
 * @throws AppError unavailable
 */
export async function addSums(events: EventStore, range: Range): Promise<void> {
  const span = events.wholeSpan(range);
  const [first] = await events.query<{ form: number }>(
    `select form from hours.totals where ${within(events.dialect, 'hour', span)} order by form limit 1`,
  );
  const lacking = HOUR_SUMS.filter(({ table, since = 0 }) => since > (first?.form ?? 0) || table === TOTALS);
  await events.transact(sumsOf(events.dialect, lacking, span));
}

/** The table that tells the form of all sums of an hour, and is made last. */
const TOTALS = 'hours.totals';

/** The finest first: the others are made from these. */
const sumsOf = (dialect: Dialect, sums: readonly HourSums[], span: Range): Work[] =>
  sums.toReversed().map(({ table, columns, from: finer, types = SUMMED_TYPES, keepsLast }) => {
    const key = ['type', 'is_bot', 'is_internal', ...columns, 'cost_state', 'cost_currency', 'base_currency'];
    const money = `${dialect.sum('cost_micros')} as cost_micros, ${dialect.sum('base_micros')} as base_micros`;
    const last = (time: string): string => (keepsLast ? `, max(${time}) filter (where type = 'view') as last_ts` : '');
    const form = table === TOTALS ? `, ${SUMS_FORM} as form` : '';
    return {
      replace: table,
      columns: [
        'hour',
        ...key,
        'has_cost',
        'has_base',
        'cost_micros',
        'base_micros',
        'count',
        ...(keepsLast ? ['last_ts'] : []),
        ...(form ? ['form'] : []),
      ],
      time: 'hour',
      span,
      by: finer
        ? `select hour, ${key.join(', ')}, has_cost, has_base, ${money}, sum(count) as count${last('last_ts')}${form}
             from ${finer} where ${within(dialect, 'hour', span)} group by all order by all`
        : `select ${dialect.hourOf('ts')} as hour, ${key.join(', ')}, cost_micros is not null as has_cost,
                  base_micros is not null as has_base, ${money}, count(*) as count${last('ts')}
             from events where ${within(dialect, 'ts', span)} and type in (${listed(types)}) group by all order by all`,
    };
  });

/** People of the hours, each by the hour before in which they had come to the same. */
function tellPeople(dialect: Dialect, span: Range): Work[] {
  const from = dialect.instant(span.from);
  const to = dialect.instant(span.to);
  const inSpan = (time: string): string => within(dialect, time, span);
  const before = dialect.previous('hour', 'type, id, visitor', 'hour');
  const tell = (scope: string, id: string, where: string): string =>
    `select hour, type, '${scope}' as scope, id, before, count(*) as count from (
        select hour, type, id, ${before} as before
          from (select distinct hour, type, ${id} as id, visitor from near where ${where}) as came) as told
      where hour >= ${from} group by all`;
  return [
    {
      replace: 'hours.people',
      columns: ['hour', 'type', 'visitor', ...PEOPLE_SCOPES],
      time: 'hour',
      span,
      by: `select distinct ${dialect.hourOf('ts')} as hour, type, visitor, ${PEOPLE_SCOPES.join(', ')} from events
            where ${inSpan('ts')} and type in (${listed(PEOPLE_TYPES)}) and not is_bot and not is_internal and visitor is not null
            order by hour`,
    },
    // the hours before are right, because the oldest are always done first
    { sql: 'drop table if exists near' },
    {
      sql: dialect.tableOf(
        'near',
        `select * from hours.people where hour < ${to} and ${dialect.isAmong('visitor', `hours.people where ${inSpan('hour')}`)}`,
      ),
    },
    // where people changed, later hours that look back at them are no longer right
    {
      sql: `insert into touched.visitors
       select hour from (
         select hour from hours.visitors where ${inSpan('before')} and hour >= ${to}
         union select hour from hours.people
          where hour >= ${to} and visitor in (select visitor from near where hour >= ${from})) as later
       where exists (select 1 from touched.events where ${inSpan('hour')} and type in (${listed(PEOPLE_TYPES)}))
         and hour not in (select hour from touched.visitors)`,
    },
    {
      replace: 'hours.visitors',
      columns: ['hour', 'type', 'scope', 'id', 'before', 'count'],
      time: 'hour',
      span,
      by: [
        tell('all', 'cast(null as integer)', 'true'),
        ...PEOPLE_SCOPES.flatMap((column) => [
          tell(column, column, 'true'),
          tell(`${column}:any`, 'cast(null as integer)', `${column} is not null`),
        ]),
      ].join(' union all '),
    },
    { takeNotes: 'touched.visitors', span },
    { sql: 'drop table near' },
  ];
}
