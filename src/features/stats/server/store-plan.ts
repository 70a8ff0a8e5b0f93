import type { Cell } from '../../../platform/server/event-store.ts';
import type { Range } from '../../../platform/time.ts';
import { HOUR_SUMS, PEOPLE_SCOPES, SUMMED_TYPES } from '../../events/contract.ts';
import type { TouchedHour } from '../../events/server/service.ts';
import type { Metric } from '../contract.ts';
import { COLUMN_OF, type Dimension } from '../dimensions.ts';
import { hasWholeHours, hourFloor, isHour, spansOf, splitRange } from './hour-spans.ts';
import { duckDb } from './store-dialect.ts';
import { PERSON, typesOf, type EventType } from './store-metrics.ts';
import type { Filter, ReportQuery } from './report-query.ts';
import { zoneOffsets } from './zone-offsets.ts';

/** What counts for a question, whatever is asked of it. */
export type Frame = Pick<ReportQuery, 'range' | 'zone' | 'filters' | 'timeBasis' | 'dimensions'>;
export type Touched = readonly TouchedHour[];
/** The values of a statement and how they are named in it. */
export function binder(): { params: Cell[]; bind(value: Cell): string } {
  const params: Cell[] = [];
  return { params, bind: (value) => `$${params.push(value)}` };
}
export type Binder = ReturnType<typeof binder>;

const isLocal = (dimension: Dimension): dimension is 'day' | 'hour' => dimension === 'day' || dimension === 'hour';

/** A dimension of an event, and of its local day or hour. @param time the column of its instant */
export function dimensionSql(dimension: Dimension, time: string, { range, zone }: Frame): string {
  if (dimension === 'day') return duckDb.localDay(time, zoneOffsets(range, zone));
  if (dimension === 'hour') return duckDb.localHour(time, zoneOffsets(range, zone));
  return COLUMN_OF[dimension];
}

function valuesSql(column: string, values: Filter['values'], { bind }: Binder): string {
  if (values === 'any') return `${column} is not null`;
  const given = values.filter((value) => value !== null);
  const parts = given.length > 0 ? [`${column} in (${given.map(bind).join(', ')})`] : [];
  if (given.length < values.length) parts.push(`${column} is null`);
  return `(${parts.join(' or ') || 'false'})`;
}

const filtersSql = (frame: Frame, time: string, to: Binder): string =>
  frame.filters
    .map(({ dimension, values }) => ` and ${valuesSql(dimensionSql(dimension, time, frame), values, to)}`)
    .join('');

const inSpans = (column: string, spans: readonly Range[]): string => {
  const within = ({ from, to }: Range): string =>
    `(${column} >= ${duckDb.instant(from)} and ${column} < ${duckDb.instant(to)})`;
  return `(${spans.map(within).join(' or ') || 'false'})`;
};

const touchedBy = (touched: Touched, types: readonly string[]): number[] =>
  [...new Set(touched.filter(({ type }) => types.includes(type)).map(({ hour }) => Date.parse(hour)))].toSorted(
    (a, b) => a - b,
  );

/** The columns that a question looks at, but for its time. */
const columnsOf = ({ dimensions, filters }: Frame): string[] => [
  ...new Set(
    [...dimensions, ...filters.map((one) => one.dimension)].flatMap((one) => (isLocal(one) ? [] : [COLUMN_OF[one]])),
  ),
];

const asksLocal = ({ dimensions, filters }: Frame): boolean =>
  [...dimensions, ...filters.map((one) => one.dimension)].some(isLocal);

const COST = ['cost_state', 'cost_currency', 'base_currency', 'cost_micros', 'base_micros'];

/** What of an event or a line of sums a question of behaviour looks at. */
type Looked = {
  types: readonly EventType[];
  columns?: readonly string[];
  isOfCost: boolean;
  isOfLast: boolean;
  /** Only what people did. */
  arePersons: boolean;
};

/**
 * Events of visitors and what was paid: whole hours from the least sums that keep the wanted columns apart, the rest and the unusual from the
 * rows. More may come than of the types: among sums it costs more to leave out the others than to pass them by.
 */
export function behaviourFrom(frame: Frame, { types, ...looked }: Looked, touched: Touched, to: Binder): string {
  const columns = [...new Set([...columnsOf(frame), ...(looked.columns ?? [])])];
  const sums = HOUR_SUMS.find(
    (one) =>
      columns.every((column) => one.columns.includes(column)) &&
      types.every((type) => ((one.types ?? SUMMED_TYPES) as readonly string[]).includes(type)) &&
      (one.keepsLast || !looked.isOfLast),
  );
  const { summed, rows } =
    sums && (!asksLocal(frame) || hasWholeHours(frame.range, frame.zone))
      ? splitRange(frame.range, touchedBy(touched, types))
      : { summed: [], rows: [frame.range] };
  const kinds = `type in (${types.map((type) => `'${type}'`).join(', ')})`;
  const common = ['type', 'is_bot', 'is_internal', ...columns, ...(looked.isOfCost ? COST : [])].join(', ');
  const last = (column: string): string => (looked.isOfLast ? `, ${column} as last_ts` : '');
  const persons = looked.arePersons ? ` and ${PERSON}` : '';
  const ofHours = `select ${common}, hour as ts, count as n${last('last_ts')} from ${sums?.table} where ${types.length === 1 ? kinds : 'true'}${persons}`;
  const ofRows = `select ${common}, ts, 1 as n${last('ts')} from events where ${kinds}${persons}`;
  const parts = [
    ...(summed.length > 0 ? [`${ofHours} and ${inSpans('hour', summed)}`] : []),
    ...(rows.length > 0 || summed.length === 0 ? [`${ofRows} and ${inSpans('ts', rows)}`] : []),
  ];
  return `(${parts.join(' union all ')}) where true${filtersSql(frame, 'ts', to)}`;
}

const MONEY = [
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

/** Conversions: the rows that lie together, and of changed hours those among the events. */
export function conversionsFrom(frame: Frame, touched: Touched, to: Binder): { from: string; time: string } {
  const time = frame.timeBasis === 'click' ? 'coalesce(click_ts, ts)' : 'ts';
  const changed = spansOf(touchedBy(touched, ['conversion']));
  const columns = [...new Set([...MONEY, ...columnsOf(frame)])].join(', ');
  const parts = [
    `select ${columns} from hours.conversions${changed.length > 0 ? ` where not ${inSpans('ts', changed)}` : ''}`,
    ...(changed.length > 0
      ? [`select ${columns} from events where type = 'conversion' and ${inSpans('ts', changed)}`]
      : []),
  ];
  const where = `${inSpans(time, [frame.range])}${filtersSql(frame, time, to)}`;
  return { from: `(${parts.join(' union all ')}) where ${where}`, time };
}

/** Which kept people answer a question; undefined: none. `ids` are those wanted; undefined: all. */
function scopeOf(frame: Frame): { scope: string; ids: Filter['values'] | undefined } | undefined {
  const [by, ...more] = frame.dimensions.filter((one) => !isLocal(one));
  const [filter, ...others] = frame.filters;
  const one = by ?? filter?.dimension;
  if (more.length > 0 || others.length > 0 || (by && filter && filter.dimension !== by)) return undefined;
  if (one === undefined) return { scope: 'all', ids: undefined };
  if (isLocal(one)) return undefined;
  const scope = COLUMN_OF[one];
  if (!(PEOPLE_SCOPES as readonly string[]).includes(scope)) return undefined;
  if (!filter) return { scope, ids: undefined };
  if (by) return { scope, ids: filter.values };
  if (filter.values === 'any') return { scope: `${scope}:any`, ids: undefined };
  // the people of several together are not those of each added up
  return filter.values.length === 1 ? { scope, ids: filter.values } : undefined;
}

/** The code of a visitor is that of one UTC day: nobody who comes now came longer ago under the same one. A day more is room for clocks. */
const CODE_MS = 2 * 86_400_000;

/** Different people: those kept by the hour up to the first hour that has changed, and from there on those who had not come before. */
export function peopleParts(
  frame: Frame,
  metric: Metric,
  touched: Touched,
  to: Binder,
): { dims: string[]; from: string }[] {
  const [type] = typesOf(metric) as [EventType];
  const { range } = frame;
  const isKept = isHour(range.from) && (!asksLocal(frame) || hasWholeHours(range, frame.zone));
  // a click does not tell who it was of; it tells the visit that it came from, and without a link the page
  const who = type === 'click' ? 'coalesce(visit_id, view_id)' : 'visitor';
  const kept = isKept && type !== 'click' ? scopeOf(frame) : undefined;
  const changed = touchedBy(touched, [type, '(visitors)']).find((hour) => hour >= range.from.getTime());
  const end = new Date(Math.min(hourFloor(range.to).getTime(), changed ?? Number.POSITIVE_INFINITY));
  const parts: { dims: string[]; from: string }[] = [];
  const people = (table: 'events' | 'hours.people', time: string, span: Range, and = ''): string => {
    const columns = frame.dimensions.map((one, i) => `${dimensionSql(one, time, frame)} as d${i}`);
    const persons = table === 'events' ? `${PERSON} and ${who} is not null` : 'true';
    return (
      `select ${[...columns, who].join(', ')} from ${table} where type = '${type}' and ${persons}` +
      ` and ${inSpans(time, [span])}${filtersSql(frame, time, to)}${and}`
    );
  };
  const places = frame.dimensions.map((_, i) => `d${i}`);
  if (!kept || end <= range.from)
    return [{ dims: places, from: `(select distinct * from (${people('events', 'ts', range)}))` }];
  const local = frame.dimensions.includes('hour') ? 'hour' : frame.dimensions.find(isLocal);
  const again = local ? ` or ${dimensionSql(local, 'before', frame)} <> ${dimensionSql(local, 'hour', frame)}` : '';
  const column = frame.dimensions.map((one) => (isLocal(one) ? dimensionSql(one, 'hour', frame) : 'id'));
  parts.push({
    dims: column,
    from:
      `hours.visitors where type = '${type}' and scope = '${kept.scope}' and ${kept.ids ? valuesSql('id', kept.ids, to) : 'true'}` +
      ` and ${inSpans('hour', [{ from: range.from, to: end }])} and (before is null or before < ${duckDb.instant(range.from)}${again})`,
  });
  if (end < range.to) {
    const seen = people(
      'hours.people',
      'hour',
      { from: new Date(Math.max(range.from.getTime(), end.getTime() - CODE_MS)), to: end },
      // as a list, or the engine takes those who come now for more than all who ever came, and hashes the latter
      ' and visitor in (select unnest(list(distinct visitor)) from fresh)',
    );
    parts.push({
      dims: places,
      from: `(with fresh as materialized (${people('events', 'ts', { from: end, to: range.to })}) from fresh except ${seen})`,
    });
  }
  return parts;
}
