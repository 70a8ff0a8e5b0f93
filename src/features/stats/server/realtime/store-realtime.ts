import { OWED_SQL } from '../../../networks/conversion-statuses.ts';
import { within } from '../../../../platform/server/event-store/dialect.ts';
import type { EventStore } from '../../../../platform/server/event-store/event-store.ts';
import type { Range } from '../../../../platform/time.ts';
import type { Metric } from '../../../reports/contract.ts';
import { binder } from '../../../reports/server/store-sources.ts';
import { PERSON, SUMS, type BehaviourSum, type ConversionSum } from '../../../reports/server/store-sums.ts';

const MINUTE_MS = 60_000;
const COLUMNS = [
  'ts',
  'type',
  'is_bot',
  'is_internal',
  'status',
  'delta_count',
  'delta_micros',
  'currency',
  'base_micros',
  'base_currency',
].join(', ');

const METRICS = ['visits', 'clicks', 'conversions', 'revenue_expected'] as const satisfies Metric[];
type Told = Record<(typeof METRICS)[number], bigint>;

/** What a minute brought. `lacking`: the currency of money without a rate, which `foreign` sums up and no other figure holds. */
export type MinuteRow = Told & { minuteMs: number; newestMs: number; lacking: string | null; foreign: bigint };

type SqlRow = Record<'minute' | 'newest' | 'foreign_micros' | keyof Told, number | string> & { lacking: string | null };

/**
 * Minute by minute, by the same sums as every report. Reads the rows: these minutes are summed up nowhere yet, and lie together at the end.
 * @throws AppError unavailable
 */
export async function minutesOf(events: EventStore, range: Range, currency: string): Promise<MinuteRow[]> {
  const { dialect } = events;
  const to = binder(dialect);
  const own = to.bind(currency);
  const asked = { dialect, currency: own, person: PERSON };
  const sums = METRICS.map((one) => `${(SUMS[one] as BehaviourSum | ConversionSum).sql(asked)} as ${one}`);
  const isForeign = `currency <> ${own} and base_currency is distinct from ${own}`;
  const rows = await events.query<SqlRow>(
    `select ${dialect.floorTo(dialect.epochMs('ts'), MINUTE_MS)} as minute,
       case when ${isForeign} then currency end as lacking, ${dialect.epochMs('max(ts)')} as newest, ${sums.join(', ')},
       coalesce(${dialect.sum('delta_micros', `status in (${OWED_SQL})`)}, 0) as foreign_micros
     from (select ${COLUMNS}, 1 as n from events where ${within(dialect, 'ts', range)}) as lately group by 1, 2`,
    to.params,
  );
  return rows.map((row) => ({
    ...(Object.fromEntries(METRICS.map((one) => [one, BigInt(row[one])])) as Told),
    minuteMs: Number(row.minute),
    newestMs: Number(row.newest),
    lacking: row.lacking,
    foreign: row.lacking === null ? 0n : BigInt(row.foreign_micros),
  }));
}
