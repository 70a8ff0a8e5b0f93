import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres.ts';

/**
 * Conversions that came in since an instant and stand (pending or approved), by offer or destination; those without any are left out.
 * Orphans, tests and what was taken back do not count. Uses conversions_received_idx.
 */
export async function countReceived(
  db: Db,
  by: 'offer' | 'destination',
  ids: number[],
  since: Date,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const column = sql.ref(by === 'offer' ? 'offer_id' : 'destination_id');
  const { rows } = await sql<{ id: number; count: number }>`
    select ${column} as id, count(*)::int as count from conversions
     where received_at >= ${since.toISOString()} and ${column} = any(${ids}::int[])
       and status in ('pending', 'approved') and attribution <> 'orphan' and not is_test and voided_at is null
       and event_type not in ('refund', 'chargeback')
     group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
