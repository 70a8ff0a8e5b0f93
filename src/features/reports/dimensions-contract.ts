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
  column?: (typeof CONVERSION_COLUMNS)[number];
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

const CUTS = {
  listicle: { label: 'Guide', values: 'records', column: 'guide_id', filter: 'listicle_id', isLong: true },
  item: { label: 'Product', values: 'records', column: 'item_id', isAfterArrival: true, isLong: true },
  position: {
    label: 'Position',
    values: 'numbers',
    column: 'position',
    isAfterArrival: true,
    isUnknownWithoutClick: true,
  },
  review: { label: 'Review', values: 'records', column: 'review_id', isUnknownWithoutClick: true },
  // the button of a review
  place: {
    label: 'CTA location',
    values: 'words',
    column: 'place',
    isAfterArrival: true,
    isUnknownWithoutClick: true,
    // a click on a link in the text has none, and of conversions nobody knows
    none: '(other or unknown)',
  },
  depth: {
    label: 'Quarter of the text',
    values: 'numbers',
    column: 'depth',
    isAfterArrival: true,
    isUnknownWithoutClick: true,
    wordOf: (value) => `to ${value}%`,
  },
  offer: { label: 'Offer', values: 'records', column: 'offer_id', isAfterArrival: true },
  network: { label: 'Network', values: 'records', column: 'network_id', isAfterArrival: true },
  source: { label: 'Traffic source', values: 'records', column: 'source_id' },
  link: { label: 'Tracking link', values: 'records', column: 'link_id' },
  destination: { label: 'Destination', values: 'records', column: 'destination_id', isUnknownWithoutClick: true },
  day: { label: 'Day', values: 'times', unit: 'day', filter: 'day' },
  // by which nobody filters
  hour: { label: 'Hour', values: 'times', unit: 'hour' },
  country: { label: 'Country', values: 'words', column: 'country' },
  device: { label: 'Device', values: 'words', column: 'device' },
  os: { label: 'System', values: 'words', column: 'os', isUnknownWithoutClick: true },
  browser: { label: 'Browser', values: 'words', column: 'browser', isUnknownWithoutClick: true },
  utm_source: { label: 'utm_source', values: 'words', column: 'utm_source' },
  utm_medium: { label: 'utm_medium', values: 'words', column: 'utm_medium' },
  utm_campaign: { label: 'utm_campaign', values: 'words', column: 'utm_campaign' },
  utm_term: { label: 'utm_term', values: 'words', column: 'utm_term' },
  utm_content: { label: 'utm_content', values: 'words', column: 'utm_content' },
  status: { label: 'Status', values: 'states', column: 'status', isAfterArrival: true },
  event_kind: { label: 'Event', values: 'states', column: 'event_kind', filter: 'event_type', isAfterArrival: true },
} as const satisfies Record<string, Cut>;

export type Dimension = keyof typeof CUTS;
/** Those whose values are records of ours, by id. */
export type RecordDimension = {
  [D in Dimension]: (typeof CUTS)[D]['values'] extends 'records' ? D : never;
}[Dimension];
/** Those whose values are times. */
export type TimeDimension = {
  [D in Dimension]: (typeof CUTS)[D]['values'] extends 'times' ? D : never;
}[Dimension];
/** What a report is cut by where each guide has a line. */
export const BY_GUIDE = 'listicle' satisfies Dimension;
export const DIMENSIONS = Object.keys(CUTS) as [Dimension, ...Dimension[]];

export const cutOf = (dimension: Dimension): Cut => CUTS[dimension];

export const isTime = (dimension: Dimension): dimension is TimeDimension => cutOf(dimension).values === 'times';

/** The names of what keeps to one value, on the wire. */
type FilterName<D extends Dimension> = (typeof CUTS)[D] extends { filter: infer F extends string }
  ? F
  : (typeof CUTS)[D] extends { column: infer C extends string }
    ? C
    : never;
type FilterValue<D extends Dimension> = D extends 'status'
  ? readonly string[]
  : (typeof CUTS)[D]['values'] extends 'records' | 'numbers'
    ? number
    : string;

/** What a question may keep to, of any report. */
export type FilterKeys = { [D in Dimension as FilterName<D>]?: FilterValue<D> | undefined };

/** The filter that keeps to one value of a dimension; hours have none. */
export const filterOf = (dimension: Dimension): keyof FilterKeys | undefined =>
  (cutOf(dimension).filter ?? cutOf(dimension).column) as keyof FilterKeys | undefined;

/** Every filter, with the dimension that it keeps to one value of. */
export const FILTERS: ReadonlyMap<string, Dimension> = new Map(
  DIMENSIONS.flatMap((dimension) => {
    const key = filterOf(dimension);
    return key === undefined ? [] : [[key, dimension] as const];
  }),
);

/** The first of these by which nobody can say what was paid; undefined: cost, profit and ROI can be told. */
export const costlessOf = (dimensions: readonly Dimension[]): Dimension | undefined =>
  dimensions.find((one) => cutOf(one).isAfterArrival);
