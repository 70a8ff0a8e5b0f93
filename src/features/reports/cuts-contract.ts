import { CHANNELS, type Channel } from '../events/channels.ts';
import type { CONVERSION_COLUMNS } from '../events/contract.ts';
import { BADGE_WORDS } from '../guides/badge-words.ts';
import type { Badge } from '../guides/item-fields.ts';

/**
 * What a report may be cut by, and all that is particular about it: nothing asks for a dimension by its name. `column` is the one of `events`, which the conversions kept beside the hours must have too; `filter` is the
 * name on the wire of what keeps to one value, by default the column. `values`: records of ours by id, words, numbers, states of a
 * conversion, or times local to the report's zone.
 */
export type Cut = {
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
  /** The record in the column says it, as it is when the report is asked for: events do not carry it. */
  isLookedUp?: true;
  /** A record may say several things, and counts in the line of each: what has them, in words. */
  several?: string;
  /** What is said of it where its lines are shown. */
  help?: string;
  /** What an arrival does not know yet: by it no cost can be told, and no profit. */
  isAfterArrival?: true;
  /** The record of a conversion without a click does not know it, or the list of conversions is not asked by it. */
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

/** What the records in a column say of themselves. */
const lookedUp = <
  const Column extends NonNullable<Cut['column']>,
  const Filter extends string,
  const Values extends 'records' | 'words',
>(
  column: Column,
  filter: Filter,
  values: Values,
  of: string,
) =>
  ({
    column,
    filter,
    values,
    isLookedUp: true,
    isUnknownWithoutClick: true,
    help: `As ${of} is today, also for what happened before it was changed.`,
  }) as const;

export const CUTS = {
  listicle: {
    label: 'Guide',
    group: 'Content',
    values: 'records',
    column: 'guide_id',
    filter: 'listicle_id',
    isLong: true,
  },
  guide_category: {
    label: 'Category of guide',
    group: 'Content',
    ...lookedUp('guide_id', 'guide_category_id', 'records', 'the guide'),
  },
  guide_author: {
    label: 'Author of guide',
    group: 'Content',
    ...lookedUp('guide_id', 'guide_author_id', 'records', 'the guide'),
  },
  item: {
    label: 'Product',
    group: 'Content',
    values: 'records',
    column: 'item_id',
    isAfterArrival: true,
    isLong: true,
  },
  badge: {
    label: 'Badge',
    group: 'Content',
    ...lookedUp('item_id', 'badge', 'words', 'the product'),
    isAfterArrival: true,
    wordOf: (value) => BADGE_WORDS[value as Badge] ?? String(value),
    none: '(no badge)',
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
  review_author: {
    label: 'Author of review',
    group: 'Content',
    ...lookedUp('review_id', 'review_author_id', 'records', 'the review'),
  },
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
  offer_category: {
    label: 'Category of offer',
    group: 'Content',
    ...lookedUp('offer_id', 'offer_category_id', 'records', 'the offer'),
    isAfterArrival: true,
  },
  offer_tag: {
    label: 'Tag of offer',
    group: 'Content',
    ...lookedUp('offer_id', 'offer_tag', 'words', 'the offer'),
    isAfterArrival: true,
    several: 'An offer',
  },
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
  link_tag: {
    label: 'Tag of link',
    group: 'Traffic',
    ...lookedUp('link_id', 'link_tag', 'words', 'the link'),
    several: 'A link',
  },
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
  city: {
    label: 'City',
    group: 'Visitor',
    values: 'words',
    column: 'city',
    isUnknownWithoutClick: true,
    none: NOT_RECORDED,
  },
  language: { label: 'Language', group: 'Visitor', values: 'words', column: 'language', isUnknownWithoutClick: true },
  os: { label: 'System', group: 'Visitor', values: 'words', column: 'os', isUnknownWithoutClick: true },
  os_version: {
    label: 'System version',
    group: 'Visitor',
    values: 'words',
    column: 'os_version',
    isUnknownWithoutClick: true,
    none: NOT_RECORDED,
  },
  browser: { label: 'Browser', group: 'Visitor', values: 'words', column: 'browser', isUnknownWithoutClick: true },
  browser_version: {
    label: 'Browser version',
    group: 'Visitor',
    values: 'words',
    column: 'browser_version',
    isUnknownWithoutClick: true,
    none: NOT_RECORDED,
  },
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
