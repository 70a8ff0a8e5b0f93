import { formatMicros } from '../../../../platform/money.ts';
import type { Shipper } from '../../../events/server/shipper.ts';
import type { Scope } from '../../../reports/server/service.ts';
import { unconvertedText } from '../../../reports/unconverted-text.ts';
import { getSettings } from '../../../settings/server/service.ts';
import { REALTIME_MINUTES, type Realtime } from '../../realtime-contract.ts';
import { minutesOf, type MinuteRow } from './store-realtime.ts';

/** How far the stores are behind what happened. */
export type Shipping = Pick<Shipper, 'status'>['status'];
type Lag = Awaited<ReturnType<Shipping>>['lags'][number];

const MINUTE_MS = 60_000;
/** Events are counted within two seconds, in a burst within some more. */
const STUCK_MS = 30_000;

/** What the last minutes brought, and until when that is all that happened. */
export async function realtime(scope: Scope, shipping: Shipping): Promise<Realtime> {
  const now = scope.clock();
  const endMs = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  const fromMs = endMs - REALTIME_MINUTES * MINUTE_MS;
  // before the rows are read: what waits now may be among them, what is said to be counted never lacks
  const { lags } = await shipping();
  const { currency, time_zone: zone } = await getSettings(scope.db);
  const rows = await minutesOf(scope.eventStore, { from: new Date(fromMs), to: new Date(endMs) }, currency);
  const byMinute = Map.groupBy(rows, (row) => row.minuteMs);
  const newestMs = rows.length > 0 ? Math.max(...rows.map((row) => row.newestMs)) : undefined;
  return {
    data: Array.from({ length: REALTIME_MINUTES }, (_, place) => {
      const ms = fromMs + place * MINUTE_MS;
      return { minute: new Date(ms).toISOString(), ...sumOf(byMinute.get(ms) ?? []) };
    }),
    totals: sumOf(rows),
    unconverted: unconvertedText(
      rows.flatMap((row) => (row.lacking === null ? [] : [{ currency: row.lacking, expected: row.foreign, cost: 0n }])),
    ),
    newest_at: instant(newestMs),
    ...standingOf(lags, newestMs, now.getTime()),
    tz: zone,
    currency,
    generated_at: now.toISOString(),
  };
}

const instant = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

function sumOf(rows: readonly MinuteRow[]): Realtime['totals'] {
  const sum = (name: 'visits' | 'clicks' | 'conversions' | 'revenue_expected'): bigint =>
    rows.reduce((all, row) => all + row[name], 0n);
  return {
    visits: Number(sum('visits')),
    clicks: Number(sum('clicks')),
    conversions: Number(sum('conversions')),
    revenue_expected: formatMicros(sum('revenue_expected')),
  };
}

/**
 * Until when everything is counted: until now where nothing waits, else until the oldest that does; of what waits and was not read yet
 * nobody knows the age, and the newest that is counted stands for it.
 */
export function standingOf(
  lags: readonly Lag[],
  newestMs: number | undefined,
  nowMs: number,
): Pick<Realtime, 'as_of' | 'is_stuck'> {
  const fed = lags.filter(({ name }) => name !== 'postgres');
  // what a store will never take waits for nothing
  const late = fed.filter(({ waiting = Infinity, refused, name }) => waiting > (name === 'outbox' ? refused : 0));
  const until = late.map(({ lagMs }) => (lagMs ? nowMs - lagMs : newestMs));
  return {
    as_of: until.includes(undefined) ? null : new Date(Math.min(nowMs, ...(until as number[]))).toISOString(),
    is_stuck: late.some(({ failures, lagMs = 0 }) => failures > 0 || lagMs > STUCK_MS),
  };
}
