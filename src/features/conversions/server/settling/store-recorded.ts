import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../../events/contract.ts';
import { BY_ARRIVAL, OF_ARRIVALS } from '../../../events/server/store-arrivals.ts';
import type { Written } from '../../../events/written-events.ts';
import { conversionTables, type ConversionRow } from '../store-conversions.ts';

/** All of them, oldest first, a part at a time. @param after the id of the last that was read */
export const listConversions = (db: Db, after: bigint, limit: number): Promise<ConversionRow[]> =>
  conversionTables(db)
    .selectFrom('conversions')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Behind which share a list goes on. */
export type SharePlace = { entryId: bigint; place: number };

type Share = {
  entry_id: bigint;
  place: number;
  payload: Written<CostShare>;
  /** It spreads the entry; else it takes back what arrivals themselves said. */
  is_own: boolean;
};

/** Shares that count, of all entries that were not taken back. Uses the primary key. */
export const listShares = async (db: Db, { entryId, place }: SharePlace, limit: number): Promise<Share[]> =>
  (
    await sql<Share>`
      select entry_id, place, payload, payload ->> 'cost_state' = cost_entries.state as is_own
        from cost_shares join cost_entries on cost_entries.id = entry_id
       where (entry_id, place) > (${entryId}::bigint, ${place}::int) and not is_replaced and undone_at is null
       order by entry_id, place limit ${limit}`.execute(db)
  ).rows;

/** Days (UTC) with arrivals whose cost has a worth in another currency. */
export const listValuedDays = async (db: Db, from: string): Promise<string[]> =>
  (
    await sql<{ day: string }>`
      select distinct to_char(ts at time zone 'UTC', 'YYYY-MM-DD') as day from visits
       where ts >= ${from}::timestamptz and cost_base_currency is not null order by 1`.execute(db)
  ).rows.map((row) => row.day);

type ValuedArrivals = Pick<CostShare, 'ts'> & {
  micros: string;
  currency: string;
  base_micros: string;
  base_currency: string;
};

/** The arrivals of people on such a day, by all that a report can be cut by. Uses visits_ts_idx. */
export const listValuedArrivals = async (db: Db, from: string, day: string): Promise<ValuedArrivals[]> =>
  (
    await sql<ValuedArrivals>`
      select ${OF_ARRIVALS}, source_id, cost_currency as currency, cost_base_currency as base_currency,
             sum(cost_micros)::text as micros, sum(cost_base_micros)::text as base_micros
        from visits
       where ts >= greatest(${from}::timestamptz, ${`${day}T00:00:00Z`}::timestamptz)
         and ts < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
         and cost_base_currency is not null and not is_bot and not is_internal
       group by ${BY_ARRIVAL}, source_id, cost_currency, cost_base_currency`.execute(db)
  ).rows;
