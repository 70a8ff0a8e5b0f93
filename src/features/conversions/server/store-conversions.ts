import { OWED_SQL, OWED_STATUSES, type ConversionStatus } from '../../networks/conversion-statuses.ts';
import {
  sql,
  type ColumnType,
  type Generated,
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  type Updateable,
} from 'kysely';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import { sorted } from '../../../platform/server/records/record-queries.ts';
import type { Page } from '../../../platform/paging.ts';
import type { ConversionDelta, CostShare } from '../../events/contract.ts';
import { toWritten } from '../../events/written-events.ts';
import type { EventType } from '../../sources/contract.ts';
import type { Attribution, NotCounted } from '../contract.ts';
import type { OrphanQuery } from '../manual-contract.ts';
import { COUNTED_SQL } from '../counted.ts';
import type { Terms } from '../rules.ts';

type Words = Record<string, string>;

type ConversionsTable = {
  id: Generated<bigint>;
  network_id: number;
  click_key: string;
  event_type: EventType;
  txid: string | null;
  click_id: string | null;
  status: ConversionStatus;
  original_status: string | null;
  payout_micros: bigint;
  payout_currency: string;
  payout_base_micros: bigint | null;
  base_currency: string | null;
  fx_rate: string | null;
  fx_date: string | null;
  payout_source: Terms['payoutSource'];
  fixed_payout_micros: bigint | null;
  fixed_currency: string | null;
  /** The offer's rules when the click was matched: do several sales count, those after the window, and its own window, if it has one? */
  allow_rebill: Generated<boolean>;
  count_late: Generated<boolean>;
  window_days: ColumnType<number | null, number | null | undefined, number | null>;
  /** Why it is in no sum, though its click is known. */
  not_counted: ColumnType<NotCounted | null, NotCounted | null | undefined, NotCounted | null>;
  is_contrary: Generated<boolean>;
  is_at_risk: Generated<boolean>;
  attribution: Attribution;
  origin: Generated<'postback' | 'pixel' | 'csv' | 'manual' | 'api'>;
  is_test: boolean;
  occurred_at: string;
  received_at: string;
  click_at: string | null;
  visit_id: string | null;
  view_id: string | null;
  link_id: number | null;
  destination_id: number | null;
  source_id: number | null;
  guide_id: number | null;
  item_id: number | null;
  position: number | null;
  review_id: number | null;
  offer_id: number | null;
  external_id: string | null;
  ad_ids: Json<Words>;
  utm: Json<Words>;
  subs: Json<Words>;
  /** Null: not recorded. */
  params: ColumnType<Words | null, string | null | undefined, string | null>;
  rule_id: ColumnType<number | null, number | null | undefined, number | null>;
  country: string | null;
  region: ColumnType<string | null, string | null | undefined, string | null>;
  channel: ColumnType<string | null, string | null | undefined, string | null>;
  city: ColumnType<string | null, string | null | undefined, string | null>;
  os_version: ColumnType<string | null, string | null | undefined, string | null>;
  browser_version: ColumnType<string | null, string | null | undefined, string | null>;
  device: string | null;
  os: string | null;
  browser: string | null;
  language: string | null;
  referrer_host: string | null;
  /** What its link says that it costs; paid for by that entry, if one is named. */
  cost_micros: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
  cost_currency: ColumnType<string | null, string | null | undefined, string | null>;
  /** Its worth in the currency of the site where that is another one, and the day of the rate. */
  cost_base_micros: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
  cost_base_currency: ColumnType<string | null, string | null | undefined, string | null>;
  cost_fx_day: ColumnType<string | null, string | null | undefined, string | null>;
  cost_entry_id: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
  /** Every message of it was taken back: it is in no list and no sum. */
  voided_at: string | null;
  version: Generated<number>;
  updated_at: string;
};

/** What a line of a conversion's history is. `placed`: a message got its target; `set_aside`: it concerns none. */
const CHANGE_KINDS = [
  'recorded',
  'updated',
  'noted',
  'amount_conflict',
  'ambiguous_target',
  'matched',
  'manual',
  'revalued',
  'undone',
  'moved',
  'displaced',
  'counted',
  'placed',
  'set_aside',
  'refolded',
] as const;

type EventsTable = {
  id: Generated<bigint>;
  conversion_id: bigint;
  log_id: bigint | null;
  actor_name: string | null;
  kind: (typeof CHANGE_KINDS)[number];
  txid: string | null;
  /** What the message is about; `none` for a bare word. Null: it is older than this column and was not read again yet. */
  said_event: ColumnType<EventType | 'none' | null, EventType | 'none' | null | undefined, EventType | 'none' | null>;
  said_word: string | null;
  said_status: ConversionStatus | null;
  said_payout_micros: bigint | null;
  said_currency: string | null;
  said_at: string | null;
  old_status: ConversionStatus | null;
  new_status: ConversionStatus | null;
  old_payout_micros: bigint | null;
  new_payout_micros: bigint | null;
  currency: string;
  note: string | null;
  batch_id: Generated<bigint | null>;
  /** The message that an administrator has given a target. */
  about_id: Generated<bigint | null>;
  occurred_at: string;
  created_at: string;
};

type Tables = {
  conversions: ConversionsTable;
  conversion_events: EventsTable;
  event_outbox: { payload: string };
};

export type ConversionRow = Selectable<ConversionsTable>;
export type NewConversion = Insertable<ConversionsTable>;
export type ConversionUpdate = Updateable<ConversionsTable>;
export type EventRow = Selectable<EventsTable>;
export type NewEvent = Insertable<EventsTable>;

/** The tables of conversions, for the other stores of this feature. */
export const conversionTables = (db: Db) => db.withTables<Tables>();

/** A page of conversions that wait for a hand. */
export const sortedWaiting = <Row>(
  all: SelectQueryBuilder<Tables, 'conversions', Row>,
  { sortBy }: Pick<OrphanQuery, 'sortBy'>,
  { order, limit, offset }: Page,
) =>
  sorted(all, { by: sortBy === 'payout' ? 'payout_micros' : sortBy, order })
    .limit(limit)
    .offset(offset);

/** A click by the words of a network. */
export type ClickOfNetwork = { networkId: number; clickKey: string };

/** Lets one transaction at a time decide over networks' messages about some clicks. Ends with the transaction. */
export const lockClicks = async (trx: Db, clicks: readonly ClickOfNetwork[]): Promise<void> => {
  // always in one order, or two that hold each other's first would wait for ever
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(click_key, network_id) as key
    from unnest(${clicks.map((one) => one.clickKey)}::text[], ${clicks.map((one) => one.networkId)}::bigint[]) as t(click_key, network_id)
    order by 1) as keys`.execute(trx);
};

export const lockClick = (trx: Db, networkId: number, clickKey: string): Promise<void> =>
  lockClicks(trx, [{ networkId, clickKey }]);

/** Every conversion of some clicks, oldest first. Uses conversions_once_key. */
export const listOfClicks = (db: Db, clicks: readonly ClickOfNetwork[]): Promise<ConversionRow[]> =>
  conversionTables(db)
    .selectFrom('conversions')
    .selectAll()
    .where(
      sql<SqlBool>`(network_id, click_key) in (select *
        from unnest(${clicks.map((one) => one.networkId)}::int[], ${clicks.map((one) => one.clickKey)}::text[]))`,
    )
    .orderBy('id')
    .execute();

export const listOfClick = (db: Db, networkId: number, clickKey: string): Promise<ConversionRow[]> =>
  listOfClicks(db, [{ networkId, clickKey }]);

export const findConversion = (db: Db, id: bigint): Promise<ConversionRow | undefined> =>
  conversionTables(db).selectFrom('conversions').selectAll().where('id', '=', id).executeTakeFirst();

/** Rows are numbered in the order in which one statement writes them. */
export const byId = <T extends { id: bigint }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** @returns in the order given @throws the database's unique violation `conversions_once_key`: the last line against counting twice */
export async function insertConversions(trx: Db, rows: readonly NewConversion[]): Promise<ConversionRow[]> {
  if (rows.length === 0) return [];
  return byId(
    await conversionTables(trx)
      .insertInto('conversions')
      .values([...rows])
      .returningAll()
      .execute(),
  );
}

export const updateConversion = (trx: Db, id: bigint, change: ConversionUpdate): Promise<ConversionRow> =>
  conversionTables(trx)
    .updateTable('conversions')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function insertEvents(trx: Db, rows: readonly NewEvent[]): Promise<EventRow[]> {
  if (rows.length === 0) return [];
  return byId(
    await conversionTables(trx)
      .insertInto('conversion_events')
      .values([...rows])
      .returningAll()
      .execute(),
  );
}

export const findEvent = (db: Db, id: bigint): Promise<EventRow | undefined> =>
  conversionTables(db).selectFrom('conversion_events').selectAll().where('id', '=', id).executeTakeFirst();

/** The whole history of some conversions, in order of arrival. Uses conversion_events_conversion_idx. */
export const listEvents = async (db: Db, conversionIds: readonly bigint[]): Promise<EventRow[]> =>
  conversionIds.length === 0
    ? []
    : conversionTables(db)
        .selectFrom('conversion_events')
        .selectAll()
        .where(sql<SqlBool>`conversion_id = any(${conversionIds.map(String)}::bigint[])`)
        .orderBy('id')
        .execute();

/** Of messages that are older than the column. */
export const noteEvent = async (trx: Db, id: bigint, said: EventType | 'none'): Promise<void> => {
  await conversionTables(trx).updateTable('conversion_events').set({ said_event: said }).where('id', '=', id).execute();
};

/** Into the outbox, in the transaction of the change; the shipper brings them to the event store. */
export const insertDeltas = async (trx: Db, deltas: readonly (ConversionDelta | CostShare)[]): Promise<void> => {
  if (deltas.length === 0) return;
  await conversionTables(trx)
    .insertInto('event_outbox')
    .values(deltas.map((delta) => ({ payload: JSON.stringify(toWritten(delta)) })))
    .execute();
};

/** Orphans that a click may still turn up for, oldest first. Uses conversions_orphan_idx. */
export const listOrphans = (db: Db, since: Date, after: bigint, limit: number) =>
  conversionTables(db)
    .selectFrom('conversions')
    .select(['id', 'network_id', 'click_key'])
    .where('attribution', '=', 'orphan')
    .where('voided_at', 'is', null)
    .where('received_at', '>=', since.toISOString())
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Conversions in another currency than the site's that may be worth something else now, oldest first. */
export const listForeign = async (db: Db, site: string, after: bigint, limit: number): Promise<bigint[]> =>
  (
    await conversionTables(db)
      .selectFrom('conversions')
      .select('id')
      .where('id', '>', after)
      .where((or) => or.or([or('payout_currency', '<>', site), or('base_currency', 'is not', null)]))
      .where(
        sql<SqlBool>`(base_currency is distinct from ${site}
          or fx_date < to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD'))`,
      )
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id);

/** Conversions whose amount has no worth in the currency of the site. */
export const countUnconverted = async (db: Db, site: string): Promise<number> =>
  (
    await conversionTables(db)
      .selectFrom('conversions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('payout_currency', '<>', site)
      .where(sql<SqlBool>`base_currency is distinct from ${site}`)
      .where('payout_micros', '<>', 0n)
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Conversions that came in since an instant and stand (pending or approved), by offer or destination; those without any are left out.
 * Orphans, tests, what was taken back and what its offer keeps out do not count. Uses conversions_received_idx.
 */
export async function countReceived(
  db: Db,
  by: 'offer' | 'destination',
  ids: number[],
  since: Date,
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const column = sql.ref(by === 'offer' ? 'offer_id' : 'destination_id');
  const { rows } = await sql<{ id: number; count: number }>`
    select ${column} as id, count(*)::int as count from conversions
     where received_at >= ${since.toISOString()} and ${column} = any(${ids}::int[])
       and status in (${sql.raw(OWED_SQL)}) and ${sql.raw(COUNTED_SQL)}
       and event_type not in ('refund', 'chargeback')
     group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * Conversions of an offer that count, by when they came. `from` inclusive, `to` exclusive. Uses conversions_offer_received_idx.
 * @param last what was written after it is left out
 */
export const countOfOffer = async (
  db: Db,
  offerId: number,
  { from, to }: { from: string; to: string },
  last: bigint,
): Promise<number> =>
  (
    await conversionTables(db)
      .selectFrom('conversions')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('offer_id', '=', offerId)
      .where('received_at', '>=', from)
      .where('received_at', '<', to)
      .where('id', '<=', last)
      .where('status', 'in', OWED_STATUSES)
      .where(sql<SqlBool>`${sql.raw(COUNTED_SQL)}`)
      .executeTakeFirstOrThrow()
  ).count;
