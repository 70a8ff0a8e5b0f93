import { CHANNELS, type Channel } from '../events/channels.ts';
import type { CONVERSION_COLUMNS } from '../events/contract.ts';

/**
 * What a report may be cut by, and all that is particular about it: nothing asks for a dimension by its name. `column` is the one of `events`, which the conversions kept beside the hours must have too; `filter` is the
 * name on the wire of what keeps to one value, by default the column. `values`: records of ours by id, words, numbers, states of a
 * conversion, or times local to the report's zone.
 */
type Cut = {
  label: string;
  values: 'records' | 'words' | 'numbers' | 'states' | 'times';
  /** Of times: how long one is. */
  unit?: 'day' | 'hour';
  /** Under what it is offered. */
  group: 'Content' | 'Traffic' | 'Parameters of sources' | 'Sub ids' | 'Visitor' | 'Time' | 'Conversion';
  column?: (typeof CONVERSION_COLUMNS)[number];
  /** The column holds words by name, in JSON: the name of the one that is meant. */
  word?: string;
  /** Turns with the clock on the wall, in the zone of the report: Mondays, or the hours from eight to nine. */
  clock?: 'weekday' | 'hour';
  /** An arrival knows it, and what came of it got it copied; in rows from before that was so, nobody can say. */
  isCopied?: true;
  filter?: string;
  /** What an arrival does not know yet: by it no cost can be told, and no profit. */
  isAfterArrival?: true;
  /** The record of a conversion without a click does not know it. */
  isUnknownWithoutClick?: true;
  /** Its values are long texts, which may wrap. */
  isLong?: true;
  /** What one of its values is called, where that is not the value itself. */
  wordOf?(value: string | number): string;
  /** What lines without a value are called; `(none)` by default. */
  none?: string;
};

/** What stands for an empty value of what `isCopied`, in rows from before it was; among numbers 0. */
export const NOT_RECORDED = '(not recorded)';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const twoDigits = (value: string | number): string => String(value).padStart(2, '0');

const subId = <const Name extends string>(name: Name) =>
  ({
    label: name,
    group: 'Sub ids',
    values: 'words',
    column: 'subs',
    word: name,
    filter: name,
    isUnknownWithoutClick: true,
  }) as const;

const CUTS = {
  listicle: {
    label: 'Guide',
    group: 'Content',
    values: 'records',
    column: 'guide_id',
    filter: 'listicle_id',
    isLong: true,
  },
  item: {
    label: 'Product',
    group: 'Content',
    values: 'records',
    column: 'item_id',
    isAfterArrival: true,
    isLong: true,
  },
  position: {
    label: 'Position',
    group: 'Content',
    values: 'numbers',
    column: 'position',
    isAfterArrival: true,
    isUnknownWithoutClick: true,
  },
  review: { label: 'Review', group: 'Content', values: 'records', column: 'review_id', isUnknownWithoutClick: true },
  // the button of a review
  place: {
    label: 'CTA location',
    group: 'Content',
    values: 'words',
    column: 'place',
    isAfterArrival: true,
    isUnknownWithoutClick: true,
    // a click on a link in the text has none, and of conversions nobody knows
    none: '(other or unknown)',
  },
  depth: {
    label: 'Quarter of the text',
    group: 'Content',
    values: 'numbers',
    column: 'depth',
    isAfterArrival: true,
    isUnknownWithoutClick: true,
    wordOf: (value) => `to ${value}%`,
  },
  offer: { label: 'Offer', group: 'Content', values: 'records', column: 'offer_id', isAfterArrival: true },
  network: { label: 'Network', group: 'Content', values: 'records', column: 'network_id', isAfterArrival: true },
  source: { label: 'Traffic source', group: 'Traffic', values: 'records', column: 'source_id' },
  channel: {
    label: 'Channel',
    group: 'Traffic',
    values: 'words',
    column: 'channel',
    isUnknownWithoutClick: true,
    wordOf: (value) => CHANNELS[value as Channel] ?? String(value),
    none: NOT_RECORDED,
  },
  link: { label: 'Tracking link', group: 'Traffic', values: 'records', column: 'link_id' },
  // of a link; a visit that none held for went by the link's own weights
  rule: {
    label: 'Rule',
    group: 'Traffic',
    values: 'records',
    column: 'rule_id',
    isCopied: true,
    isUnknownWithoutClick: true,
  },
  destination: {
    label: 'Destination',
    group: 'Traffic',
    values: 'records',
    column: 'destination_id',
    isUnknownWithoutClick: true,
  },
  day: { label: 'Day', group: 'Time', values: 'times', unit: 'day', filter: 'day' },
  // by which nobody filters
  hour: { label: 'Hour', group: 'Time', values: 'times', unit: 'hour' },
  weekday: {
    label: 'Weekday',
    group: 'Time',
    values: 'numbers',
    clock: 'weekday',
    filter: 'weekday',
    isUnknownWithoutClick: true,
    wordOf: (value) => WEEKDAYS[Number(value) - 1] ?? String(value),
  },
  hour_of_day: {
    label: 'Hour of the day',
    group: 'Time',
    values: 'numbers',
    clock: 'hour',
    filter: 'hour_of_day',
    isUnknownWithoutClick: true,
    wordOf: (value) => `${twoDigits(value)}:00 to ${twoDigits(Number(value) + 1)}:00`,
  },
  country: { label: 'Country', group: 'Visitor', values: 'words', column: 'country' },
  device: { label: 'Device', group: 'Visitor', values: 'words', column: 'device' },
  region: { label: 'Region', group: 'Visitor', values: 'words', column: 'region', isUnknownWithoutClick: true },
  language: { label: 'Language', group: 'Visitor', values: 'words', column: 'language', isUnknownWithoutClick: true },
  os: { label: 'System', group: 'Visitor', values: 'words', column: 'os', isUnknownWithoutClick: true },
  browser: { label: 'Browser', group: 'Visitor', values: 'words', column: 'browser', isUnknownWithoutClick: true },
  utm_source: { label: 'utm_source', group: 'Traffic', values: 'words', column: 'utm_source' },
  utm_medium: { label: 'utm_medium', group: 'Traffic', values: 'words', column: 'utm_medium' },
  utm_campaign: { label: 'utm_campaign', group: 'Traffic', values: 'words', column: 'utm_campaign' },
  utm_term: { label: 'utm_term', group: 'Traffic', values: 'words', column: 'utm_term' },
  utm_content: { label: 'utm_content', group: 'Traffic', values: 'words', column: 'utm_content' },
  referrer: {
    label: 'Referrer',
    group: 'Traffic',
    values: 'words',
    column: 'referrer_host',
    filter: 'referrer_host',
    isUnknownWithoutClick: true,
    isLong: true,
  },
  sub1: subId('sub1'),
  sub2: subId('sub2'),
  sub3: subId('sub3'),
  sub4: subId('sub4'),
  sub5: subId('sub5'),
  sub6: subId('sub6'),
  sub7: subId('sub7'),
  sub8: subId('sub8'),
  sub9: subId('sub9'),
  sub10: subId('sub10'),
  status: { label: 'Status', group: 'Conversion', values: 'states', column: 'status', isAfterArrival: true },
  event_kind: {
    label: 'Event',
    group: 'Conversion',
    values: 'states',
    column: 'event_kind',
    filter: 'event_type',
    isAfterArrival: true,
  },
} as const satisfies Record<string, Cut>;

/** Those of every site. */
export type FixedDimension = keyof typeof CUTS;
/** A parameter that sources send, by its alias. */
export type ParamDimension = `param:${string}`;
export type Dimension = FixedDimension | ParamDimension;
/** Those whose values are records of ours, by id. */
export type RecordDimension = {
  [D in FixedDimension]: (typeof CUTS)[D]['values'] extends 'records' ? D : never;
}[FixedDimension];
/** Those whose values are times. */
export type TimeDimension = {
  [D in FixedDimension]: (typeof CUTS)[D]['values'] extends 'times' ? D : never;
}[FixedDimension];
/** What a report is cut by where each guide has a line. */
export const BY_GUIDE = 'listicle' satisfies Dimension;
export const DIMENSIONS = Object.keys(CUTS) as [FixedDimension, ...FixedDimension[]];

/** The name of such a dimension. */
export const PARAM = /^param:([a-z][a-z0-9_]{0,31})$/;
export const isParam = (dimension: string): dimension is ParamDimension => PARAM.test(dimension);
export const paramOf = (alias: string): ParamDimension => `param:${alias}`;
export const isDimension = (name: string): name is Dimension => isParam(name) || Object.hasOwn(CUTS, name);

export const cutOf = (dimension: Dimension): Cut => {
  const alias = PARAM.exec(dimension)?.[1];
  if (alias === undefined) return CUTS[dimension as FixedDimension];
  return {
    label: alias,
    group: 'Parameters of sources',
    values: 'words',
    column: 'params',
    word: alias,
    isCopied: true,
    isUnknownWithoutClick: true,
    isLong: true,
  };
};

/** The columns that a dimension is told by, but for its time. */
export const columnsOf = (dimension: Dimension): string[] => {
  const { column, isCopied } = cutOf(dimension);
  return [...(column === undefined ? [] : [column]), ...(isCopied ? ['params', 'link_id', 'type'] : [])];
};

export const isTime = (dimension: Dimension): dimension is TimeDimension => cutOf(dimension).values === 'times';

/** The names of what keeps to one value, on the wire. */
type FilterName<D extends FixedDimension> = (typeof CUTS)[D] extends { filter: infer F extends string }
  ? F
  : (typeof CUTS)[D] extends { column: infer C extends string }
    ? C
    : never;
type FilterValue<D extends FixedDimension> = D extends 'status'
  ? readonly string[]
  : (typeof CUTS)[D]['values'] extends 'records' | 'numbers'
    ? number
    : string;

/** What a question may keep to, of any report. */
export type FilterKeys = { [D in FixedDimension as FilterName<D>]?: FilterValue<D> | undefined } & {
  /** Of the parameters of sources, by alias. */
  params?: Readonly<Record<string, string>> | undefined;
};

/** The filter that keeps to one value of a dimension; hours have none, and parameters share `params`. */
export const filterOf = (dimension: Dimension): keyof FilterKeys | undefined =>
  isParam(dimension)
    ? undefined
    : ((cutOf(dimension).filter ?? cutOf(dimension).column) as keyof FilterKeys | undefined);

/** Every filter, with the dimension that it keeps to one value of. */
export const FILTERS: ReadonlyMap<string, FixedDimension> = new Map(
  DIMENSIONS.flatMap((dimension) => {
    const key = filterOf(dimension);
    return key === undefined ? [] : [[key, dimension] as const];
  }),
);

/** The first of these by which nobody can say what was paid; undefined: cost, profit and ROI can be told. */
export const costlessOf = (dimensions: readonly Dimension[]): Dimension | undefined =>
  dimensions.find((one) => cutOf(one).isAfterArrival);
