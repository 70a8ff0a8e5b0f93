import { MAX_PARAMETERS, UTM_KEYS } from '../sources/contract.ts';
import { SIGHT_TYPES } from './contract.ts';
import type { StoredEvent } from './written-events.ts';

type Words = Record<string, string>;
type Tidy = string | number | boolean | null;

const MAX_CHARS = 128;
const MAX_LONG_CHARS = 512;
/** Ids of ad platforms and sources are long and must come back whole. */
const LONG = new Set(['external_id', 'ad_ids']);

const UNSTORABLE = /[\0\ud800-\udfff]/;

/** The columns that visits and clicks share in PostgreSQL. */
const ORIGIN = [
  'link_id',
  'destination_id',
  'source_id',
  'external_id',
  'country',
  'region',
  'device',
  'os',
  'browser',
  'language',
  'referrer_host',
  'channel',
  'city',
  'os_version',
  'browser_version',
] as const;
const PLACE = ['guide_id', 'item_id', 'position', 'review_id', 'offer_id', 'network_id'] as const;

/** By the type of an event, the column in which it has an id of its own that the database knows too. */
export const OWN_IDS = { visit: 'visit_id', click: 'click_id' } as const;

/** The columns of the two attribution tables, in the order in which rows are written. */
export const VISIT_COLUMNS = [
  'visit_id',
  'ts',
  ...ORIGIN,
  'ad_ids',
  'utm',
  'subs',
  'is_bot',
  'is_internal',
  'route_reason',
  'cost_micros',
  'cost_currency',
  'cost_unread',
  'guide_id',
  'review_id',
  'mended',
  'visitor',
  'params',
  'rule_id',
] as const;
export const CLICK_COLUMNS = [
  'click_id',
  'ts',
  'visit_id',
  'view_id',
  ...PLACE,
  ...ORIGIN,
  'ad_ids',
  'utm',
  'subs',
  'is_bot',
  'is_internal',
  'place',
] as const;

/** An event as a row of PostgreSQL's `visits` or `clicks`, without the columns that are null; undefined when it is of another type. */
export function toAttributionRow(event: StoredEvent): Record<string, unknown> | undefined {
  const isVisit = event.type === 'visit' && event.visit_id !== undefined;
  if (!isVisit && event.type !== 'click') return undefined;
  const row: Record<string, unknown> = {};
  for (const column of isVisit ? VISIT_COLUMNS : CLICK_COLUMNS) {
    const value = (event as Record<string, unknown>)[column];
    if (value === undefined || value === null) continue;
    if (column === 'visitor') row[column] = visitorCode(value as string);
    else row[column] = typeof value === 'object' ? tidyWords(value as Words, column) : tidy(value as Tidy, column);
  }
  // an empty object is known to be one
  if (isVisit) row['params'] ??= {};
  return row;
}

const textOf = (params: Words): string => JSON.stringify(tidyWords(params, 'params'));

/** What of an arrival is copied to the clicks that came of it. */
export type ArrivalWords = { params: Words; rule_id: number | null };

/** The same as the columns of an event: also an empty object, which says that it is known. */
export const arrivalColumns = ({ params, rule_id }: ArrivalWords): { params: string; rule_id: number | null } => ({
  params: textOf(params),
  rule_id,
});

const PEOPLE_TYPES: ReadonlySet<string> = new Set(['visit', 'view']);
/** What was in sight on a page names its view, and by it its visit. */
const SEEN_TYPES: ReadonlySet<string> = new Set(SIGHT_TYPES);

/**
 * An event as a row of `events`. Left out to keep the store small: what PostgreSQL has (the external id of all but conversions, the
 * visit of what was in sight), and who it was of all but visits and views, the only ones of which people are counted.
 */
export function toEventRow(event: StoredEvent): Record<string, Tidy> {
  const row: Record<string, Tidy> = { is_bot: false, is_internal: false };
  for (const column in event) {
    const value = (event as Record<string, unknown>)[column];
    if (value === undefined || value === null || isLeftOut(event, column)) continue;
    if (column === 'visitor') row[column] = visitorCode(value as string);
    else if (typeof value !== 'object') row[column] = tidy(value as Tidy, column);
    else if (column === 'utm') for (const name of UTM_KEYS) putWord(row, name, (value as Words)[name]);
    else if (column === 'params' && event.type !== 'visit') row[column] = textOf(value as Words);
    else if (column !== 'ad_ids') putWords(row, column, value as Words);
  }
  return row;
}

function isLeftOut({ type }: StoredEvent, column: string): boolean {
  switch (column) {
    case 'visitor':
      return !PEOPLE_TYPES.has(type);
    // for the macros of an offer only; the amount itself stands on the visit
    case 'paid':
    // a link tells of these from PostgreSQL's rows
    case 'mended':
    case 'cost_unread':
      return true;
    case 'external_id':
      return type !== 'conversion';
    case 'visit_id':
      return SEEN_TYPES.has(type);
    default:
      return false;
  }
}

/** 52 bits of the day's hash: exact as a number. */
const visitorCode = (hash: string): number => Number.parseInt(hash.slice(0, 13), 16);

function putWord(row: Record<string, Tidy>, column: string, word: string | undefined): void {
  if (word !== undefined) row[column] = tidy(word, column);
}

function putWords(row: Record<string, Tidy>, column: string, words: Words): void {
  if (Object.keys(words).length > 0) row[column] = JSON.stringify(tidyWords(words, column));
}

/** PostgreSQL refuses zero characters and half surrogates; a visitor may send both. */
function tidy(value: Tidy, column: string): Tidy {
  if (typeof value !== 'string') return value;
  const max = LONG.has(column) ? MAX_LONG_CHARS : MAX_CHARS;
  if (value.length <= max && !UNSTORABLE.test(value)) return value;
  return value.slice(0, max).replaceAll('\0', '').toWellFormed();
}

const tidyWords = (words: Words, column: string): Words =>
  Object.fromEntries(
    Object.entries(words)
      .slice(0, MAX_PARAMETERS)
      .map(([key, value]) => [tidy(key, ''), tidy(value, column)]),
  );
