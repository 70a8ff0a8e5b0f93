import { sql, type Generated, type Insertable, type Selectable, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import {
  conversionTables,
  type ClickOfNetwork,
  type ConversionRow,
} from '../../conversions/server/store-conversions.ts';

type BatchesTable = {
  id: Generated<bigint>;
  network_id: number;
  file_name: string;
  rows_total: number;
  rows_recorded: number;
  rows_updated: number;
  rows_unchanged: number;
  actor_name: string;
  created_at: string;
  undone_at: string | null;
  undone_by: string | null;
};

export type BatchRow = Selectable<BatchesTable>;

const t = (db: Db) => db.withTables<{ conversion_batches: BatchesTable }>();

export const insertBatch = (
  trx: Db,
  row: Omit<Insertable<BatchesTable>, 'undone_at' | 'undone_by'>,
): Promise<BatchRow> =>
  t(trx)
    .insertInto('conversion_batches')
    .values({ ...row, undone_at: null, undone_by: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateBatch = async (trx: Db, id: bigint, change: Partial<Omit<BatchRow, 'id'>>): Promise<BatchRow> =>
  t(trx).updateTable('conversion_batches').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Holds it until the transaction ends. */
export const lockBatch = (trx: Db, id: bigint): Promise<BatchRow | undefined> =>
  t(trx).selectFrom('conversion_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Newest first. */
export const listBatches = (db: Db, limit: number): Promise<BatchRow[]> =>
  t(db).selectFrom('conversion_batches').selectAll().orderBy('id', 'desc').limit(limit).execute();

/** The clicks of conversions that are named by their ids, or by a network's transactions. */
export const listClicks = (
  db: Db,
  by: { ids: readonly bigint[] } | { networkId: number; txids: readonly string[] },
): Promise<ClickOfNetwork[]> =>
  conversionTables(db)
    .selectFrom('conversions')
    .select(['network_id as networkId', 'click_key as clickKey'])
    .distinct()
    .where(
      'ids' in by
        ? sql<SqlBool>`id = any(${by.ids.map(String)}::bigint[])`
        : sql<SqlBool>`network_id = ${by.networkId} and txid = any(${by.txids}::text[])`,
    )
    .execute();

/** Conversions that an import touched. Uses conversion_events_batch_idx. */
export const listTouched = async (db: Db, batchId: bigint): Promise<bigint[]> =>
  (
    await conversionTables(db)
      .selectFrom('conversion_events')
      .select('conversion_id')
      .distinct()
      .where('batch_id', '=', batchId)
      .orderBy('conversion_id')
      .execute()
  ).map((row) => row.conversion_id);

/** Conversions of a network that a statement may speak of: by its transactions and clicks, or in its days. Tests are left out. */
export const listForStatement = (
  db: Db,
  networkId: number,
  by: { txids: readonly string[]; clicks: readonly string[]; from: string; to: string },
): Promise<ConversionRow[]> =>
  conversionTables(db)
    .selectFrom('conversions')
    .selectAll()
    .where('network_id', '=', networkId)
    .where('is_test', '=', false)
    .where('voided_at', 'is', null)
    .where(
      sql<SqlBool>`(txid = any(${by.txids}::text[]) or click_key = any(${by.clicks}::text[]) or click_id = any(${by.clicks}::text[])
        or (occurred_at >= ${by.from} and occurred_at < ${by.to}))`,
    )
    .orderBy('id')
    .limit(100_000)
    .execute();

/** The conversions of a transaction. Uses conversions_txid_idx. */
export const listOfTxid = (db: Db, networkId: number, txid: string): Promise<ConversionRow[]> =>
  conversionTables(db)
    .selectFrom('conversions')
    .selectAll()
    .where('network_id', '=', networkId)
    .where('txid', '=', txid)
    .where('is_test', '=', false)
    .orderBy('id')
    .limit(10)
    .execute();
