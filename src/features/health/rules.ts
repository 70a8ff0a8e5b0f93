import type { HealthStatus } from './contract.ts';

/** Where a figure stops being good. With `warn` above `fail`, low figures are the bad ones. */
export type Limits = { warn: number; fail: number };

/** A figure on a limit is still on its better side. Not a number means that nobody could tell: fail. */
export function statusOf(figure: number, { warn, fail }: Limits): HealthStatus {
  if (Number.isNaN(figure)) return 'fail';
  const sign = warn <= fail ? 1 : -1;
  if (sign * figure > sign * fail) return 'fail';
  return sign * figure > sign * warn ? 'warn' : 'ok';
}

const RANK: Record<HealthStatus, number> = { ok: 0, warn: 1, fail: 2 };

/** The worst of several; `ok` of none. */
export const worstOf = (statuses: readonly HealthStatus[]): HealthStatus =>
  statuses.reduce((worst, one) => (RANK[one] > RANK[worst] ? one : worst), 'ok' as HealthStatus);

/** Checks that say the same whichever instance is asked. */
const OF_SITE = new Set([
  'postgres_size',
  'slow_queries',
  'connections',
  'shipping_outbox',
  'jobs',
  'dead_jobs',
  'postbacks_out',
  'postbacks_in',
  'unmatched',
  'rates',
  'instances',
  'event_store_batches',
  'certificate',
  'backups',
  'sending',
  'drill',
]);

export const scopeOf = (key: string): 'site' | 'instance' => (OF_SITE.has(key) ? 'site' : 'instance');

/** "12 %", "0.4 %"; what cannot be told is "?". */
export const formatPercent = (percent: number): string =>
  Number.isNaN(percent) ? '?' : `${percent < 10 ? (Math.floor(percent * 10) / 10).toFixed(1) : Math.floor(percent)} %`;

/** "861 visits and 1 click on 2026-11-22 (UTC)". */
export const formatUncounted = ({ day, visits, clicks }: { day: string; visits: number; clicks: number }): string =>
  `${some(visits, 'visit')} and ${some(clicks, 'click')} on ${day} (UTC)`;

const some = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const PLACES = [
  // addresses with a scheme, which may hold a password
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  // paths of files
  /(?<![\w.])~?(?:\/[\w.@+-]+)+\/?/g,
  /\b[a-z]:\\\S*/gi,
  // addresses of machines, ports and versions
  /\b\d+(?:\.\d+){2,}(?::\d+)?\b/g,
  /(?<![\w:])[\da-f]{0,4}(?::[\da-f]{0,4}){2,}(?![\w:])/gi,
];

const MAX_LENGTH = 200;
/** What is longer is no sentence, and would take its time. */
const MAX_READ = 4000;

/** A store's own words without what they would tell of the machine: addresses, paths, versions. */
export const withoutPlaces = (text: string): string =>
  PLACES.reduce((left, pattern) => left.replaceAll(pattern, '…'), text.slice(0, MAX_READ))
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_LENGTH);
