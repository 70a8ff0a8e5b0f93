import { sql, type Generated, type Selectable } from 'kysely';
import type { Page } from '../../../../platform/paging.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { ConversionStatus } from '../../../networks/conversion-statuses.ts';
import { conversionTables, type ConversionRow } from '../store-conversions.ts';

type RoundTable = { is_only: boolean; last_id: bigint; done_at: string | null };
type ChangesTable = {
  id: Generated<bigint>;
  conversion_id: bigint;
  old_status: ConversionStatus | null;
  new_status: ConversionStatus;
  old_micros: bigint;
  new_micros: bigint;
  old_currency: string;
  new_currency: string;
  created_at: string;
};
const t = (db: Db) =>
  db.withTables<{
    conversion_refold: RoundTable;
    conversion_refold_changes: ChangesTable;
    conversions: ConversionRow;
  }>();

export type RefoldChange = Omit<Selectable<ChangesTable>, 'id'>;

const contrary = (db: Db) =>
  conversionTables(db)
    .selectFrom('conversions')
    .where('is_contrary', '=', true)
    .where('voided_at', 'is', null)
    .where('is_test', '=', false);

/** Newest first. Uses conversions_contrary_idx. */
export const listContrary = (db: Db, page: Page): Promise<ConversionRow[]> =>
  contrary(db).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();

export const countContrary = async (db: Db): Promise<number> =>
  (
    await contrary(db)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Conversions that an undecided message may be about. Uses conversions_at_risk_idx. */
export const listAtRisk = (db: Db, limit: number): Promise<ConversionRow[]> =>
  conversionTables(db)
    .selectFrom('conversions')
    .selectAll()
    .where('is_at_risk', '=', true)
    .where('voided_at', 'is', null)
    .where('is_test', '=', false)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findRound = (db: Db) => t(db).selectFrom('conversion_refold').selectAll().executeTakeFirstOrThrow();

/** Never goes back, however many instances make the round at once. */
export const moveRound = async (db: Db, lastId: bigint): Promise<void> => {
  await t(db)
    .updateTable('conversion_refold')
    .set({ last_id: sql`greatest(last_id, ${String(lastId)}::bigint)` })
    .execute();
};

/** @returns false when it was over already */
export const endRound = async (db: Db, now: Date): Promise<boolean> =>
  (
    await t(db)
      .updateTable('conversion_refold')
      .set({ done_at: now.toISOString() })
      .where('done_at', 'is', null)
      .returning('is_only')
      .execute()
  ).length > 0;

export const insertRefoldChanges = async (trx: Db, rows: readonly RefoldChange[]): Promise<void> => {
  if (rows.length > 0)
    await t(trx)
      .insertInto('conversion_refold_changes')
      .values([...rows])
      .execute();
};

/** Newest first, with the conversions as they are. */
export const listRefoldChanges = (db: Db, page: Page) =>
  t(db)
    .selectFrom('conversion_refold_changes as change')
    .innerJoin('conversions as c', 'c.id', 'change.conversion_id')
    .selectAll('change')
    .select(['c.network_id', 'c.click_key', 'c.event_type', 'c.txid', 'c.not_counted'])
    .orderBy('change.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const countRefoldChanges = async (db: Db): Promise<number> =>
  (
    await t(db)
      .selectFrom('conversion_refold_changes')
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;
