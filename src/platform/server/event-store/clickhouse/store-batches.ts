import { sql } from 'kysely';
import { heldUp, isHeldUp, waitPatiently, type Db } from '../../postgres/postgres.ts';

/** A batch that was begun: nobody knows yet whether it is stored. */
export type BegunBatch = { position: string; table: string; batch: bigint; rows: number };

/** A day more than a week: the engine knows the tokens of as many batches. */
const KEPT = sql`interval '8 days'`;
const LOCK = 7_420_611;
const ADDING_LOCK = 7_420_614;

/** What was meant to be written to a store without transactions, kept where there are some. */
export function createBatches(db: Db) {
  const columns = sql`position, table_name as "table", batch, row_count as rows`;
  return {
    async findBegun(storeId: string, cursor: string): Promise<BegunBatch | undefined> {
      const { rows } = await sql<BegunBatch>`
        select ${columns} from event_batches where store_id = ${storeId} and cursor = ${cursor} and stored_at is null`.execute(
        db,
      );
      return rows[0];
    },
    /** Of which nobody knows yet whether they are stored, under any name. */
    async listBegun(storeId: string): Promise<bigint[]> {
      const { rows } = await sql<{ batch: bigint }>`
        select batch from event_batches where store_id = ${storeId} and stored_at is null`.execute(db);
      return rows.map(({ batch }) => batch);
    },
    /** One that is begun once more may have fewer rows left to send. */
    async begin(storeId: string, cursor: string, { position, table, batch, rows }: BegunBatch): Promise<void> {
      await sql`
        insert into event_batches (store_id, cursor, position, table_name, batch, row_count)
        values (${storeId}, ${cursor}, ${position}, ${table}, ${batch}, ${rows})
        on conflict (store_id, cursor, batch) do update set stored_at = null,
          row_count = greatest(event_batches.row_count, excluded.row_count)`.execute(db);
    },
    async noteStored(storeId: string, cursor: string): Promise<void> {
      await sql`
        with old as (delete from event_batches where stored_at < now() - ${KEPT})
        update event_batches set stored_at = now()
         where store_id = ${storeId} and cursor = ${cursor} and stored_at is null`.execute(db);
    },
    /** None of its rows is there, and none will come. */
    async giveUp(storeId: string, cursor: string): Promise<void> {
      await sql`
        delete from event_batches where store_id = ${storeId} and cursor = ${cursor} and stored_at is null`.execute(db);
    },
    /** How many rows each batch was meant to have, of those since an instant. */
    async listMeant(storeId: string, since: Date): Promise<Map<bigint, number>> {
      const { rows } = await sql<{ batch: bigint; rows: number }>`
        select batch, row_count as rows from event_batches
         where store_id = ${storeId} and begun_at >= ${since.toISOString()}::timestamptz`.execute(db);
      return new Map(rows.map((row) => [row.batch, row.rows]));
    },
    /** One instance after the other. */
    alone: locked(db, LOCK, ''),
    /** Whoever adds rows that nobody else brings: any number of them at once, and nobody who adds alone. */
    addTogether: locked(db, ADDING_LOCK, '_shared'),
    /** Whoever adds rows that others may bring too. */
    addAlone: locked(db, ADDING_LOCK, ''),
  };
}

/** Others may sum up hours, or rewrite what is forgotten: that takes longer than any statement of a request. @throws AppError unavailable after two minutes */
const locked =
  (db: Db, lock: number, mode: '' | '_shared') =>
  <T>(work: () => Promise<T>): Promise<T> =>
    db.connection().execute(async (guard) => {
      const call = (name: string, on: Db) => sql`select ${sql.raw(name + mode)}(${lock}::bigint)`.execute(on);
      // the wait alone ends with the transaction: the lock is the session's
      const taking = guard.transaction().execute(async (trx) => {
        await waitPatiently(trx);
        await call('pg_advisory_lock', trx);
      });
      await taking.catch((error: unknown) => {
        throw isHeldUp(error) ? heldUp(error) : error;
      });
      try {
        return await work();
      } finally {
        await call('pg_advisory_unlock', guard);
      }
    });

export type Batches = ReturnType<typeof createBatches>;
