import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

/** Money of one kind in one currency on one day of UTC. */
export type MoneyDay = { kind: 'conversion' | 'cost'; currency: string; day: string; count: number };

/** All money in other currencies than one, by currency and day; what is nothing is worth nothing in any. */
export const listForeignDays = async (db: Db, site: string): Promise<MoneyDay[]> =>
  (
    await sql<MoneyDay>`
      select 'conversion' as kind, payout_currency as currency, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
             count(*)::int as count
        from conversions where payout_currency <> ${site} and payout_micros <> 0 group by 2, 3
      union all
      select 'cost', cost_currency, to_char(ts at time zone 'UTC', 'YYYY-MM-DD'), count(*)::int
        from visits where cost_currency <> ${site} and cost_micros <> 0 group by 2, 3
      union all
      select 'cost', currency, to_char(from_at at time zone 'UTC', 'YYYY-MM-DD'), count(*)::int
        from cost_entries where currency <> ${site} and undone_at is null group by 2, 3`.execute(db)
  ).rows;

/** Conversions whose local day is another one in another zone. */
export const findMoved = async (
  db: Db,
  from: string,
  to: string,
): Promise<{ count: number; first: string | null; last: string | null }> =>
  (
    await sql<{ count: number; first: string | null; last: string | null }>`
      select count(*)::int as count, to_char(min(occurred_at at time zone ${from}), 'YYYY-MM-DD') as first,
             to_char(max(occurred_at at time zone ${from}), 'YYYY-MM-DD') as last
        from conversions
       where (occurred_at at time zone ${from})::date <> (occurred_at at time zone ${to})::date`.execute(db)
  ).rows[0]!;
