import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { saidUnder } from '../../../events/server/store-arrivals.ts';
import type { EntryRow } from '../../../costs/server/store-entries.ts';
import { conversionTables, type ConversionRow } from '../store-conversions.ts';

/** Notes on the conversions of a bill's days that it pays for them. @returns those. Uses conversions_cost_idx */
export const settleConversions = (trx: Db, bill: EntryRow): Promise<ConversionRow[]> =>
  conversionTables(trx)
    .updateTable('conversions')
    .set({ cost_entry_id: bill.id })
    .where('cost_micros', 'is not', null)
    .where('cost_entry_id', 'is', null)
    .where('source_id', '=', bill.source_id)
    .where('occurred_at', '>=', bill.from_at)
    .where('occurred_at', '<', bill.to_at)
    .$if(bill.link_id !== null, (query) => query.where('link_id', '=', bill.link_id))
    .$if(bill.param !== null, (query) =>
      query.where(sql<SqlBool>`${saidUnder(sql`${bill.param}::text`)} = ${bill.value}`),
    )
    .returningAll()
    .execute();

/** Conversions whose cost is in another currency than the site's and may be worth something else now, oldest first. Uses conversions_cost_idx. */
export const listForeignCosts = async (db: Db, site: string, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await conversionTables(db)
      .selectFrom('conversions')
      .select('id')
      .where('cost_micros', '<>', 0n)
      .where('cost_currency', '<>', site)
      .where('cost_entry_id', 'is', null)
      .where('id', '>', after)
      .where(
        sql<SqlBool>`(cost_base_currency is distinct from ${site}
          or cost_fx_day < to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD'))`,
      )
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id);

/** @returns the conversions that the bill paid for. Uses conversions_cost_entry_idx */
export const releaseConversions = (trx: Db, billId: bigint): Promise<ConversionRow[]> =>
  conversionTables(trx)
    .updateTable('conversions')
    .set({ cost_entry_id: null })
    .where('cost_entry_id', '=', billId)
    .returningAll()
    .execute();
