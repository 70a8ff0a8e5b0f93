import { sql, type Generated, type Insertable, type Selectable, type SqlBool } from 'kysely';
import { newEventId } from '../../../platform/ids.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import type { CostEntry } from '../costs-contract.ts';
import { tables, type ConversionRow } from './store.ts';

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
};

type SharesTable = {
  entry_id: bigint;
  place: number;
  payload: Json<CostShare>;
  fx_day: string | null;
  is_replaced: Generated<boolean>;
};

/** What the reports are told, and the day of the rate that its worth was found by. */
export type ValuedShare = { share: CostShare; fxDay: string | null };

export type EntryRow = Selectable<EntriesTable>;
export type NewEntry = Omit<Insertable<EntriesTable>, 'undone_at' | 'undone_by'>;

const t = (db: Db) =>
  db.withTables<{ cost_entries: EntriesTable; cost_shares: SharesTable; event_outbox: { payload: string } }>();

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

export const undoEntry = async (trx: Db, id: bigint, at: string, by: string): Promise<EntryRow> =>
  t(trx)
    .updateTable('cost_entries')
    .set({ undone_at: at, undone_by: by })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

const CHUNK = 500;

/** What the reports are told, in the transaction of the entry; kept, so that it can be taken back. */
export async function tellShares(trx: Db, entryId: bigint, shares: readonly ValuedShare[], from = 0): Promise<void> {
  for (let i = 0; i < shares.length; i += CHUNK)
    await t(trx)
      .insertInto('cost_shares')
      .values(
        shares.slice(i, i + CHUNK).map(({ share, fxDay }, n) => ({
          entry_id: entryId,
          place: from + i + n,
          payload: JSON.stringify(share),
          fx_day: fxDay,
        })),
      )
      .execute();
  await tellOnly(
    trx,
    shares.map(({ share }) => share),
  );
}

export async function tellOnly(trx: Db, shares: readonly CostShare[]): Promise<void> {
  for (let i = 0; i < shares.length; i += CHUNK)
    await t(trx)
      .insertInto('event_outbox')
      .values(shares.slice(i, i + CHUNK).map((share) => ({ payload: JSON.stringify(share) })))
      .execute();
}

/** Shares that count; those that others have replaced are left out. */
export const listShares = async (db: Db, entryId: bigint): Promise<CostShare[]> =>
  (
    await t(db)
      .selectFrom('cost_shares')
      .select('payload')
      .where('entry_id', '=', entryId)
      .where('is_replaced', '=', false)
      .orderBy('place')
      .execute()
  ).map((row) => row.payload);

/** Own shares that count, without the estimates that the entry took back, whose worth was never told. */
const ownShares = (db: Db) =>
  t(db)
    .selectFrom('cost_shares')
    .innerJoin('cost_entries', 'cost_entries.id', 'cost_shares.entry_id')
    .where('is_replaced', '=', false)
    .where(sql<SqlBool>`payload ->> 'cost_state' = cost_entries.state`);

/** The same in another currency than the site's, whose worth may be another one now. */
const foreignShares = (db: Db, site: string) =>
  ownShares(db)
    .where(sql<SqlBool>`(payload ->> 'cost_currency' <> ${site} or payload ? 'base_currency')`)
    .where(
      sql<SqlBool>`(payload ->> 'base_currency' is distinct from ${site} or fx_day is null or fx_day < left(payload ->> 'ts', 10))`,
    );

/** Entries with such shares, oldest first. */
export const listForeignEntries = async (db: Db, site: string, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await foreignShares(db, site)
      .select('entry_id')
      .distinct()
      .where('undone_at', 'is', null)
      .where('entry_id', '>', after)
      .orderBy('entry_id')
      .limit(limit)
      .execute()
  ).map((row) => row.entry_id);

export const listForeignShares = (db: Db, entryId: bigint, site: string) =>
  foreignShares(db, site)
    .select(['place', 'payload', 'fx_day'])
    .where('entry_id', '=', entryId)
    .orderBy('place')
    .execute();

/** Puts shares in the place of others, and tells both. */
export async function replaceShares(
  trx: Db,
  entryId: bigint,
  changes: readonly { place: number; old: CostShare; next: ValuedShare }[],
  now: Date,
): Promise<void> {
  await t(trx)
    .updateTable('cost_shares')
    .set({ is_replaced: true })
    .where('entry_id', '=', entryId)
    .where(sql<SqlBool>`place = any(${changes.map(({ place }) => place)}::int[])`)
    .execute();
  const { last } = await t(trx)
    .selectFrom('cost_shares')
    .select(sql<number>`max(place)`.as('last'))
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow();
  await tellOnly(
    trx,
    changes.map(({ old }) => takenBack(old)),
  );
  const fresh = changes.map(({ next }) => ({ ...next, share: { ...next.share, event_id: newEventId(now.getTime()) } }));
  await tellShares(trx, entryId, fresh, last + 1);
}

/** What a share said, with the other sign. */
export const takenBack = (share: CostShare): CostShare => ({
  ...share,
  event_id: `${share.event_id}-`,
  cost_micros: String(-BigInt(share.cost_micros)),
  ...(share.base_micros !== undefined && { base_micros: String(-BigInt(share.base_micros)) }),
});

/** What entries in other currencies than the site's are worth in it, and what of their amount has no worth in it. */
export const sumWorths = async (db: Db, ids: readonly bigint[], site: string) =>
  (
    await ownShares(db)
      .select([
        'entry_id',
        sql<string>`coalesce(sum((payload ->> 'base_micros')::bigint) filter (where payload ->> 'base_currency' = ${site}), 0)::text`.as(
          'micros',
        ),
        sql<string>`coalesce(sum((payload ->> 'cost_micros')::bigint)
          filter (where payload ->> 'base_currency' is distinct from ${site}), 0)::text`.as('missing'),
      ])
      .where(sql<SqlBool>`entry_id = any(${ids.map(String)}::bigint[])`)
      .where('cost_entries.currency', '<>', site)
      .groupBy('entry_id')
      .execute()
  ).map((row) => ({ ...row, micros: BigInt(row.micros), missing: BigInt(row.missing) }));

function filtered(db: Db, sourceId: number | undefined) {
  const query = t(db).selectFrom('cost_entries');
  return sourceId === undefined ? query : query.where('source_id', '=', sourceId);
}

/** Newest first. */
export const listEntries = (db: Db, sourceId: number | undefined, page: Page): Promise<EntryRow[]> =>
  filtered(db, sourceId).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();

export const countEntries = async (db: Db, sourceId: number | undefined): Promise<number> =>
  (
    await filtered(db, sourceId)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Holds off bills of a source while a conversion looks for one, and the other way round. Ends with the transaction. */
export const lockSource = async (trx: Db, sourceId: number, how: 'shared' | 'alone'): Promise<void> => {
  const name = sql`hashtextextended(${`cost:${sourceId}`}, 0)`;
  await (
    how === 'shared' ? sql`select pg_advisory_xact_lock_shared(${name})` : sql`select pg_advisory_xact_lock(${name})`
  ).execute(trx);
};

/** Lets no bill of these sources be written until the transaction ends. Files name sources in the same order. */
export const shareSources = async (trx: Db, sourceIds: readonly number[]): Promise<void> => {
  if (sourceIds.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('cost:' || id, 0))
    from (select distinct id from unnest(${sourceIds}::int[]) as t(id) order by 1) as sources`.execute(trx);
};

type Place = { source_id: number; link_id: number; utm: Readonly<Record<string, string>>; at: string };

/** A bill over a moment of a source, a link and its utm values. Uses cost_entries_source_idx. */
export const findBill = (db: Db, { source_id, link_id, utm, at }: Place): Promise<{ id: bigint } | undefined> =>
  t(db)
    .selectFrom('cost_entries')
    .select('id')
    .where('source_id', '=', source_id)
    .where('state', '=', 'confirmed')
    .where('undone_at', 'is', null)
    .where('from_at', '<=', at)
    .where('to_at', '>', at)
    .where(sql<SqlBool>`(link_id is null or link_id = ${link_id})`)
    .where(sql<SqlBool>`(param is null or ${JSON.stringify(utm)}::jsonb ->> param = value)`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The bills over any of a source's arrivals in a stretch of time; who came after one was written is not in it. Uses cost_entries_source_idx. */
export const listBills = (db: Db, sourceId: number, { from, to }: { from: string; to: string }) =>
  t(db)
    .selectFrom('cost_entries')
    .select(['from_at as from', sql<string>`least(to_at, created_at)`.as('to'), 'link_id', 'param', 'value'])
    .where('source_id', '=', sourceId)
    .where('state', '=', 'confirmed')
    .where('undone_at', 'is', null)
    .where('from_at', '<', to)
    .where('to_at', '>', from)
    .execute();

/** Notes on the conversions of a bill's days that it pays for them. @returns those. Uses conversions_cost_idx */
export const settleConversions = (trx: Db, bill: EntryRow): Promise<ConversionRow[]> =>
  tables(trx)
    .updateTable('conversions')
    .set({ cost_entry_id: bill.id })
    .where('cost_micros', 'is not', null)
    .where('cost_entry_id', 'is', null)
    .where('source_id', '=', bill.source_id)
    .where('occurred_at', '>=', bill.from_at)
    .where('occurred_at', '<', bill.to_at)
    .$if(bill.link_id !== null, (query) => query.where('link_id', '=', bill.link_id))
    .$if(bill.param !== null, (query) => query.where(sql<SqlBool>`utm ->> ${bill.param} = ${bill.value}`))
    .returningAll()
    .execute();

/** Conversions whose cost is in another currency than the site's and may be worth something else now, oldest first. Uses conversions_cost_idx. */
export const listForeignCosts = async (db: Db, site: string, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await tables(db)
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
  tables(trx)
    .updateTable('conversions')
    .set({ cost_entry_id: null })
    .where('cost_entry_id', '=', billId)
    .returningAll()
    .execute();

type Covered = Pick<NewEntry, 'source_id' | 'from_at' | 'to_at'>;

/** Confirmed entries of a source whose days overlap. */
const confirmedOver = (db: Db, row: Covered) =>
  t(db)
    .selectFrom('cost_entries')
    .selectAll()
    .where('source_id', '=', row.source_id)
    .where('state', '=', 'confirmed')
    .where('undone_at', 'is', null)
    .where('from_at', '<', row.to_at)
    .where('to_at', '>', row.from_at);

/** One of the same scope: the same arrivals are paid for once. */
export const findOverlap = (
  db: Db,
  row: Covered & Pick<NewEntry, 'link_id' | 'param' | 'value'>,
): Promise<EntryRow | undefined> =>
  confirmedOver(db, row)
    .where(
      sql<SqlBool>`link_id is not distinct from ${row.link_id} and param is not distinct from ${row.param}
        and value is not distinct from ${row.value}`,
    )
    .limit(1)
    .executeTakeFirst();

/** All but this one, of whatever scope. */
export const billsBeside = (db: Db, row: EntryRow): Promise<EntryRow[]> =>
  confirmedOver(db, row).where('id', '<>', row.id).orderBy('id').execute();
