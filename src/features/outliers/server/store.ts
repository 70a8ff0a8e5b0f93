import { sql } from 'kysely';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Range } from '../../../platform/time.ts';

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 30_000;

const within = ({ dialect }: EventStore, { from, to }: Range): string =>
  `ts >= ${dialect.instant(from)} and ts < ${dialect.instant(to)}`;

/** Counts by the hour of people's events, per link or offer; the range begins and ends with an hour. Oldest first, nothing left out. */
export async function listHourCounts(
  events: EventStore,
  type: 'visit' | 'click',
  subject: 'link_id' | 'offer_id',
  range: Range,
): Promise<Map<number, number[]>> {
  const rows = await events.query<{ id: number; hour: number; count: number }>(
    `select ${subject} as id, cast(floor(${events.dialect.epochMs('ts')} / ${HOUR_MS}) as integer) as hour, count(*) as count from events` +
      ` where type = $1 and not is_bot and not is_internal and ${subject} is not null` +
      ` and ${within(events, range)} group by 1, 2`,
    [type],
    { timeoutMs: TIMEOUT_MS },
  );
  const first = range.from.getTime() / HOUR_MS;
  const hours = (range.to.getTime() - range.from.getTime()) / HOUR_MS;
  const counts = new Map<number, number[]>();
  for (const { id, hour, count } of rows) {
    let line = counts.get(id);
    if (!line) counts.set(id, (line = Array.from({ length: hours }, () => 0)));
    line[Number(hour) - first] = Number(count);
  }
  return counts;
}

/** A conversion as it first came: when, how long after its click, of which offer and network. */
export type Arrived = { offer_id: number; network_id: number; at_ms: number; lag_hours: number };

/** First arrivals of conversions with a click, oldest first. */
export async function listArrivals(events: EventStore, range: Range): Promise<Arrived[]> {
  const [came, clicked] = [events.dialect.epochMs('ts'), events.dialect.epochMs('click_ts')];
  const rows = await events.query<Arrived>(
    `select offer_id, network_id, min(${came}) as at_ms, min(${came} - ${clicked}) / ${HOUR_MS}.0 as lag_hours from events` +
      " where type = 'conversion' and delta_count = 1 and offer_id is not null and network_id is not null and click_ts is not null" +
      ` and ${within(events, range)} group by conversion_id, offer_id, network_id order by at_ms`,
    [],
    { timeoutMs: TIMEOUT_MS },
  );
  return rows.map((row) => ({ ...row, at_ms: Number(row.at_ms), lag_hours: Math.max(0, Number(row.lag_hours)) }));
}

type Tables = {
  postback_logs: {
    direction: 'in' | 'out';
    is_demo: boolean;
    network_id: number | null;
    reason_code: string | null;
    created_at: string;
  };
};

/** What a message came to when all was well with it; every other reason left it uncounted. */
const FINE = ['recorded', 'updated', 'duplicate_ignored', 'late_click', 'offer_capped', 'ignored_status'];

/** Messages of a network since a moment that could not be counted, and the reason that most of them had. */
export async function countRefusedMessages(
  db: Db,
  networkId: number,
  since: Date,
): Promise<{ count: number; reason: string | null }> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('postback_logs')
    .where('direction', '=', 'in')
    .where('is_demo', '=', false)
    .where('network_id', '=', networkId)
    .where('created_at', '>=', since.toISOString())
    .where('reason_code', 'is not', null)
    .where('reason_code', 'not in', FINE)
    .groupBy('reason_code')
    .select(['reason_code', sql<number>`count(*)::int`.as('count')])
    .orderBy('count', 'desc')
    .execute();
  return { count: rows.reduce((total, row) => total + row.count, 0), reason: rows[0]?.reason_code ?? null };
}
