/**
 * What a report may be cut by. `place` is the button of a review, `depth` the quarter of its text. `day` and `hour` are local to the report's zone.
 */
export const DIMENSIONS = [
  'listicle',
  'item',
  'position',
  'review',
  'place',
  'depth',
  'offer',
  'network',
  'source',
  'link',
  'destination',
  'day',
  'hour',
  'country',
  'device',
  'os',
  'browser',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'status',
  'event_kind',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The column of `events` that each dimension is, and on the wire the name of the filter that keeps to one value of it. */
export const COLUMN_OF = {
  listicle: 'listicle_id',
  item: 'item_id',
  position: 'position',
  review: 'review_id',
  place: 'place',
  depth: 'depth',
  offer: 'offer_id',
  network: 'network_id',
  source: 'source_id',
  link: 'link_id',
  destination: 'destination_id',
  country: 'country',
  device: 'device',
  os: 'os',
  browser: 'browser',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  status: 'status',
  event_kind: 'event_kind',
} as const satisfies Record<Exclude<Dimension, 'day' | 'hour'>, string>;

/** The filter that keeps to one value of a dimension; hours have none. */
export const FILTER_OF = { ...COLUMN_OF, day: 'day', event_kind: 'event_type' } as const;

/** What an arrival does not know yet: by these no cost can be told, and no profit. */
const AFTER_ARRIVAL: readonly Dimension[] = [
  'item',
  'position',
  'place',
  'depth',
  'offer',
  'network',
  'status',
  'event_kind',
];

/** The first of these by which nobody can say what was paid; undefined: cost, profit and ROI can be told. */
export const costlessOf = (dimensions: readonly Dimension[]): Dimension | undefined =>
  dimensions.find((one) => AFTER_ARRIVAL.includes(one));
