import { sql, type Generated, type Selectable } from 'kysely';
import type { Page } from '../../../../platform/paging.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { sorted } from '../../../../platform/server/records/record-queries.ts';
import type { ContraryQuery, RefoldedQuery } from '../../decisions-contract.ts';
import type { ConversionStatus } from '../../../networks/conversion-statuses.ts';
import { conversionTables, type ConversionRow, sortedWaiting } from '../store-conversions.ts';

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

/** Uses conversions_contrary_idx. */
export const listContrary = (db: Db, q: Pick<ContraryQuery, 'sortBy'>, page: Page): Promise<ConversionRow[]> =>
  sortedWaiting(contrary(db).selectAll(), q, page).execute();

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

const REFOLD_COLUMNS = { id: 'change.id', old_sum: 'old_micros', new_sum: 'new_micros' } as const;

/** With the conversions as they are. */
export const listRefoldChanges = (db: Db, { sortBy }: Pick<RefoldedQuery, 'sortBy'>, page: Page) =>
  sorted(
    t(db)
      .selectFrom('conversion_refold_changes as change')
      .innerJoin('conversions as c', 'c.id', 'change.conversion_id')
      .selectAll('change')
      .select(['c.network_id', 'c.click_key', 'c.event_type', 'c.txid', 'c.not_counted']),
    { by: REFOLD_COLUMNS[sortBy], order: page.order },
    'change.id',
  )
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
