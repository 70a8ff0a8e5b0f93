import { sql } from 'kysely';
import type { Range } from '../../../platform/time.ts';
import type { Db } from '../../../platform/server/postgres.ts';

/** Visits whose price nobody could read, and the newest of what was said of it. */
export type UnreadCosts = { visits: number; sample: string };

/** People's visits of a range whose ad address said a cost that is no amount, by source or link; those without any are left out. Uses visits_cost_unread_idx. */
export async function countUnreadCosts(
  db: Db,
  by: 'source' | 'link',
  ids: readonly number[],
  { from, to }: Range,
): Promise<Map<number, UnreadCosts>> {
  if (ids.length === 0) return new Map();
  const column = sql.ref(by === 'source' ? 'source_id' : 'link_id');
  const { rows } = await sql<UnreadCosts & { id: number }>`
    select ${column} as id, count(*)::int as visits, (array_agg(cost_unread order by ts desc, visit_id))[1] as sample from visits
     where cost_unread is not null and ts >= ${from.toISOString()} and ts < ${to.toISOString()} and ${column} = any(${ids}::int[])
       and not is_bot and not is_internal
     group by 1`.execute(db);
  return new Map(rows.map(({ id, ...costs }) => [id, costs]));
}
