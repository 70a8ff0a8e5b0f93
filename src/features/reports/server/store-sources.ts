import { within, type Dialect } from '../../../platform/server/event-store/dialect.ts';
import type { Cell } from '../../../platform/server/event-store/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import { NOT_RECORDED } from '../cuts-contract.ts';
import { cutOf, isLookedUp, isTime, type Dimension } from '../dimensions-contract.ts';
import { type BehaviourSource, type ConversionSource, type Slice, type PeopleSource } from './plan.ts';
import type { Filter } from './report-query.ts';
import { saidBy, saidName, saysSql } from './engine/store-said.ts';
import { isTold, PERSON, TOLD, type EventType } from './store-sums.ts';
import { localDay, localHour, localHourOfDay, localWeekday } from './engine/store-local-time.ts';
import { zoneOffsets } from './engine/zone-offsets.ts';

/** The values of a statement, how they are named in it, and the engine that it is for. */
export function binder(dialect: Dialect): { dialect: Dialect; params: Cell[]; bind(value: Cell): string } {
  const params: Cell[] = [];
  return { dialect, params, bind: (value) => `$${params.push(value)}` };
}
export type Binder = ReturnType<typeof binder>;

const LOCAL = { day: localDay, hour: localHour } as const;
const CLOCK = { weekday: localWeekday, hour: localHourOfDay } as const;

/** A dimension of an event, and of its local day or hour. @param time the column of its instant @param types the only ones that there are */
export function dimensionSql(
  dialect: Dialect,
  dimension: Dimension,
  time: string,
  { range, zone }: Slice,
  types: readonly EventType[] = TOLD,
): string {
  if (isLookedUp(dimension)) return saidName(dimension);
  const { column, unit, clock, word, values, isCopied } = cutOf(dimension);
  if (unit) return LOCAL[unit](dialect, time, zoneOffsets(range, zone));
  if (clock) return CLOCK[clock](dialect, time, zoneOffsets(range, zone));
  if (values === 'states' && !types.includes('conversion')) return 'cast(null as varchar)';
  const value = word === undefined ? column! : dialect.wordOf(column!, word);
  // what arrived has it of itself
  if (!isCopied || types.every((type) => type === 'visit')) return value;
  const unknown = values === 'records' ? '0' : `'${NOT_RECORDED}'`;
  // long texts, of which it is known that they are empty
  if (!types.some(isTold)) return `case when link_id is not null then ${unknown} end`;
  // who came without a link has none of it; with one, what came of a visit has at least an empty object
  return `case when params is null and link_id is not null and type <> 'visit' then ${unknown} else ${value} end`;
}

/** The dimensions of a question as `d0`, `d1`, ... */
export const dimensionColumns = (
  dialect: Dialect,
  slice: Slice,
  time: string,
  types?: readonly EventType[],
): string[] => slice.dimensions.map((one, i) => `${dimensionSql(dialect, one, time, slice, types)} as d${i}`);

function valuesSql(column: string, values: Filter['values'], { bind }: Binder): string {
  if (values === 'any') return `${column} is not null`;
  const given = values.filter((value) => value !== null);
  const parts = given.length > 0 ? [`${column} in (${given.map(bind).join(', ')})`] : [];
  if (given.length < values.length) parts.push(`${column} is null`);
  return `(${parts.join(' or ') || 'false'})`;
}

const filtersSql = (slice: Slice, time: string, to: Binder, types?: readonly EventType[]): string =>
  slice.filters
    .map(({ dimension, values }) =>
      isLookedUp(dimension)
        ? ` and ${saysSql(dimension, values, slice)}`
        : ` and ${valuesSql(dimensionSql(to.dialect, dimension, time, slice, types), values, to)}`,
    )
    .join('');

/** @param spans oldest first */
const inSpans = ({ dialect }: Binder, column: string, spans: readonly Range[]): string => {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return '(false)';
  const parts = spans.map((span) => `(${within(dialect, column, span)})`);
  if (parts.length === 1) return parts[0]!;
  // of several DuckDB 1.5 reads the whole table, unless it is told where the first begins and the last ends
  return `(${within(dialect, column, { from: first.from, to: last.to })} and (${parts.join(' or ')}))`;
};

const COST = ['cost_state', 'cost_currency', 'base_currency', 'cost_micros', 'base_micros'];

/** More may come than of the types: among sums it costs more to leave out the others than to pass them by. */
export function behaviourSql(source: BehaviourSource, to: Binder): string {
  const { slice, types, summed, rows } = source;
  const kinds = `type in (${types.map((type) => `'${type}'`).join(', ')})`;
  const common = [
    ...new Set(['type', 'is_bot', 'is_internal', ...source.columns, ...(source.isOfCost ? COST : [])]),
  ].join(', ');
  const last = (column: string): string => (source.isOfLast ? `, ${column} as last_ts` : '');
  const persons = source.arePersons ? ` and ${PERSON}` : '';
  const ofHours = `select ${common}, hour as ts, count as n${last('last_ts')} from ${source.table} where ${types.length === 1 ? kinds : 'true'}${persons}`;
  const ofRows = (which: string) =>
    `select ${common}, ts, 1 as n${last('ts')} from events where ${which}${persons} and ${inSpans(to, 'ts', rows)}`;
  const asked = source.isByKind ? types.map((one) => `type = '${one}'`) : [kinds];
  const parts = [
    ...(summed.length > 0 ? [`${ofHours} and ${inSpans(to, 'hour', summed)}`] : []),
    ...(rows.length > 0 || summed.length === 0 ? asked.map(ofRows) : []),
  ];
  return saidBy(`(${parts.join(' union all ')}) where true${filtersSql(slice, 'ts', to, types)}`, slice, to);
}

/** @returns what is read, and the column of the instant that counts */
export function conversionsSql(
  { slice, columns, changed }: ConversionSource,
  to: Binder,
): { from: string; time: string } {
  const time = slice.timeBasis === 'click' ? 'coalesce(click_ts, ts)' : 'ts';
  const told = columns.join(', ');
  const where = `${inSpans(to, time, [slice.range])}${filtersSql(slice, time, to)}`;
  const parts = [
    `select ${told} from hours.conversions${changed.length > 0 ? ` where not ${inSpans(to, 'ts', changed)}` : ''}`,
    ...(changed.length > 0
      ? [`select ${told} from events where type = 'conversion' and ${inSpans(to, 'ts', changed)}`]
      : []),
  ];
  return { from: saidBy(`(${parts.join(' union all ')}) where ${where}`, slice, to), time };
}

/** Parts that add up to different people. @returns by the dimensions, from where, and how a part counts them */
export function peopleSql(
  { slice, type, who, kept, fresh }: PeopleSource,
  to: Binder,
): { dims: string[]; from: string; count: string }[] {
  const people = (table: 'events' | 'hours.people', time: string, span: Range, and = ''): string => {
    const persons = table === 'events' ? `${PERSON} and ${who} is not null` : 'true';
    const rows = `${table} where type = '${type}' and ${persons} and ${inSpans(to, time, [span])}${filtersSql(slice, time, to, [type])}${and}`;
    return `select ${[...dimensionColumns(to.dialect, slice, time, [type]), who].join(', ')} from ${saidBy(rows, slice, to)}`;
  };
  const parts: { dims: string[]; from: string; count: string }[] = [];
  if (kept) {
    const times = slice.dimensions.filter(isTime);
    // the finer: who is back in another hour of the day counts again where hours are told apart
    const local = times.find((one) => cutOf(one).unit === 'hour') ?? times[0];
    const again = local
      ? ` or ${dimensionSql(to.dialect, local, 'before', slice)} <> ${dimensionSql(to.dialect, local, 'hour', slice)}`
      : '';
    parts.push({
      dims: slice.dimensions.map((one) => (isTime(one) ? dimensionSql(to.dialect, one, 'hour', slice) : 'id')),
      from:
        `hours.visitors where type = '${type}' and scope = '${kept.scope}' and ${kept.ids ? valuesSql('id', kept.ids, to) : 'true'}` +
        ` and ${inSpans(to, 'hour', [kept.span])} and (before is null or before < ${to.dialect.instant(slice.range.from)}${again})`,
      count: `coalesce(${to.dialect.sum('count')}, 0)`,
    });
  }
  if (fresh) {
    const dims = slice.dimensions.map((_, i) => `d${i}`);
    const come = people('events', 'ts', fresh.span);
    const ofThem = ` and ${to.dialect.isAmong(who, 'fresh')}`;
    const from = fresh.known
      ? `(with ${to.dialect.once('fresh', come)} select * from fresh except ${people('hours.people', 'hour', fresh.known, ofThem)})`
      : `(select distinct * from (${come}))`;
    parts.push({ dims, from, count: 'count(*)' });
  }
  return parts;
}
