import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres.ts';
import { tables } from './store.ts';

/**
 * Conversions that came in since an instant and stand (pending or approved), by offer or destination; those without any are left out.
 * Orphans, tests, what was taken back and what its offer keeps out do not count. Uses conversions_received_idx.
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
       and status in ('pending', 'approved') and attribution <> 'orphan' and not is_test and voided_at is null and not_counted is null
       and event_type not in ('refund', 'chargeback')
     group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * Conversions of an offer that count, by when they came. `from` inclusive, `to` exclusive. Uses conversions_offer_received_idx.
 * @param last what was written after it is left out
 */
export const countOfOffer = async (
  db: Db,
  offerId: number,
  { from, to }: { from: string; to: string },
  last: bigint,
): Promise<number> =>
  (
    await tables(db)
      .selectFrom('conversions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('offer_id', '=', offerId)
      .where('received_at', '>=', from)
      .where('received_at', '<', to)
      .where('id', '<=', last)
      .where('status', 'in', ['pending', 'approved'])
      .where('attribution', '<>', 'orphan')
      .where('is_test', '=', false)
      .where('voided_at', 'is', null)
      .where('not_counted', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;
