import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import type { Written } from '../../events/written-events.ts';
import { sorted } from '../../../platform/server/records/record-queries.ts';
import type { CostEntry, CostQuery } from '../contract.ts';

type EntriesTable = {
  id: Generated<bigint>;
  source_id: number;
  link_id: number | null;
  param: string | null;
  value: string | null;
  from_at: string;
  to_at: string;
  amount_micros: bigint;
  currency: string;
  state: CostEntry['state'];
  method: CostEntry['method'];
  note: string | null;
  visits: number;
  actor_name: string;
  created_at: string;
  undone_at: string | null;
  undone_by: string | null;
  feed_id: Generated<number | null>;
  feed_run_id: Generated<bigint | null>;
  replaced_run_id: Generated<bigint | null>;
};

type SharesTable = {
  entry_id: bigint;
  place: number;
  payload: Json<Written<CostShare>>;
  fx_day: string | null;
  is_replaced: Generated<boolean>;
};

export type EntryRow = Selectable<EntriesTable>;
export type NewEntry = Omit<Insertable<EntriesTable>, 'undone_at' | 'undone_by' | 'replaced_run_id'>;

export const costTables = (db: Db) =>
  db.withTables<{ cost_entries: EntriesTable; cost_shares: SharesTable; event_outbox: { payload: string } }>();
const t = costTables;

export const insertEntry = (trx: Db, row: NewEntry): Promise<EntryRow> =>
  t(trx)
    .insertInto('cost_entries')
    .values({ ...row, undone_at: null, undone_by: null })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findEntry = (db: Db, id: bigint): Promise<EntryRow | undefined> =>
  t(db).selectFrom('cost_entries').selectAll().where('id', '=', id).executeTakeFirst();

export const lockEntry = (trx: Db, id: bigint): Promise<EntryRow | undefined> =>
  t(trx).selectFrom('cost_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** @param at null: it counts again @param runId the fetch whose file says otherwise */
export const undoEntry = async (
  trx: Db,
  id: bigint,
  at: string | null,
  by: string | null,
  runId: bigint | null = null,
): Promise<EntryRow> =>
  t(trx)
    .updateTable('cost_entries')
    .set({ undone_at: at, undone_by: by, replaced_run_id: runId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

function filtered(db: Db, sourceId: number | undefined) {
  const query = t(db).selectFrom('cost_entries');
  return sourceId === undefined ? query : query.where('source_id', '=', sourceId);
}

/** What an entry is worth in the currency of the site; none where no rate is known. Uses the key of cost_shares. */
const worthIn = (site: string) => sql`case when currency = ${site} then amount_micros else (
  select sum((payload ->> 'base_micros')::bigint) from cost_shares
   where entry_id = cost_entries.id and not is_replaced
     and payload ->> 'cost_state' = cost_entries.state and payload ->> 'base_currency' = ${site}) end`;

export const listEntries = (
  db: Db,
  { source_id: sourceId, sortBy }: Pick<CostQuery, 'source_id' | 'sortBy'>,
  page: Page,
  site: string,
): Promise<EntryRow[]> =>
  sorted(filtered(db, sourceId).selectAll(), { by: sortBy === 'amount' ? worthIn(site) : sortBy, order: page.order })
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const countEntries = async (db: Db, sourceId: number | undefined): Promise<number> =>
  (
    await filtered(db, sourceId)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;
