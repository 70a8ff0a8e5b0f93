import { sql } from 'kysely';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Range } from '../../../platform/time.ts';

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 30_000;

const stamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** Counts by the hour of people's events, per link or offer; the range begins and ends with an hour. Oldest first, nothing left out. */
export async function listHourCounts(
  events: EventStore,
  type: 'visit' | 'click',
  subject: 'link_id' | 'offer_id',
  range: Range,
): Promise<Map<number, number[]>> {
  const rows = await events.query<{ id: number; hour: number; count: number }>(
    `select ${subject} as id, cast(floor(epoch_ms(ts) / ${HOUR_MS}) as integer) as hour, count(*) as count from events` +
      ` where type = $1 and not is_bot and not is_internal and ${subject} is not null` +
      ' and ts >= cast($2 as timestamp) and ts < cast($3 as timestamp) group by 1, 2',
    [type, stamp(range.from), stamp(range.to)],
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
  const rows = await events.query<Arrived>(
    'select offer_id, network_id, min(epoch_ms(ts)) as at_ms, min(epoch_ms(ts) - epoch_ms(click_ts)) / 3600000.0 as lag_hours from events' +
      " where type = 'conversion' and delta_count = 1 and offer_id is not null and network_id is not null and click_ts is not null" +
      ' and ts >= cast($1 as timestamp) and ts < cast($2 as timestamp)' +
      ' group by conversion_id, offer_id, network_id order by at_ms',
    [stamp(range.from), stamp(range.to)],
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
