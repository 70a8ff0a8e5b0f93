import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Figures } from '../../../platform/server/records/figures.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import {
  matchesSearch,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import type { Device, LinkStatus, OfferQuery, OfferStatus, PayoutSource, PayoutType } from '../contract.ts';

type OffersTable = {
  id: Generated<number>;
  name: string;
  network_id: number | null;
  category_id: number;
  tags: Json<string[]>;
  url: string;
  preview_url: string | null;
  status: OfferStatus;
  payout_type: PayoutType;
  payout_micros: bigint;
  payout_percent_bp: number;
  payout_currency: string;
  payout_source: PayoutSource;
  /** ISO country -> micros as text. */
  payouts_by_country: Json<Record<string, string>>;
  countries_allowed: Json<string[]>;
  countries_blocked: Json<string[]>;
  devices_allowed: Json<Device[]>;
  cap_clicks_daily: Generated<number>;
  cap_conversions_daily: Generated<number>;
  cap_total: Generated<number>;
  cap_timezone: string | null;
  overflow_offer_id: number | null;
  allow_rebill: boolean;
  count_late: boolean;
  /** Null: as its network says. */
  attribution_window_days: number | null;
  starts_at: string | null;
  ends_at: string | null;
  brand: string | null;
  image_url: string | null;
  price_micros: bigint | null;
  list_price_micros: bigint | null;
  price_currency: string | null;
  price_checked_at: string | null;
  coupon_code: string | null;
  coupon_text: string | null;
  coupon_ends_at: string | null;
  money_back_days: number | null;
  shipping_note: string | null;
  attributes: Json<Record<string, string>>;
  notes: string | null;
  forbidden_words: Json<string[]>;
  allowed_claims: string | null;
  required_disclaimer: string | null;
  brand_bidding_allowed: boolean | null;
  link_status: Generated<LinkStatus>;
  link_checked_at: string | null;
  final_url: string | null;
  link_note: string | null;
  link_failures: Generated<number>;
  link_downs: Generated<number>;
  is_link_dead: Generated<boolean>;
  is_full: Generated<boolean>;
  link_snoozed_until: string | null;
  link_due_at: Generated<string>;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

export type OfferRow = Selectable<OffersTable>;
export type NewOffer = Insertable<OffersTable>;
export type OfferUpdate = Updateable<OffersTable>;

const offers = (db: Db) => db.withTables<{ offers: OffersTable }>();
const live = (db: Db) => offers(db).selectFrom('offers').where('deleted_at', 'is', null);

function filtered(db: Db, q: OfferQuery) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.link_status) query = query.where('link_status', '=', q.link_status);
  if (q.all) query = query.where('status', '!=', 'archived');
  if (q.network_id === 'none') query = query.where('network_id', 'is', null);
  else if (q.network_id) query = query.where('network_id', '=', q.network_id);
  if (q.country) {
    const code = JSON.stringify([q.country]);
    query = query
      .where(sql<boolean>`(countries_allowed = '[]' or countries_allowed @> ${code}::jsonb)`)
      .where(sql<boolean>`not countries_blocked @> ${code}::jsonb`);
  }
  if (q.category_id) query = query.where('category_id', '=', q.category_id);
  if (q.search) query = query.where(matchesSearch(q.search));
  return query;
}

const COLUMNS = { payout_amount: 'payout_micros', price: 'price_micros' } as const;
const columnOf = (sortBy: OfferQuery['sortBy']) =>
  sortBy === 'payout_amount' || sortBy === 'price' ? COLUMNS[sortBy] : sortBy;

export const list = (db: Db, q: OfferQuery, page: Page, figures?: Figures): Promise<RowsOfPage<OfferRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.selectAll(), {
    ...page,
    by: figures ?? (q.sortBy === 'name' ? sql`lower(name)` : columnOf(q.sortBy)),
    search: q.search,
  });

export const find = (db: Db, id: number): Promise<OfferRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Deleted ones too: clicks and conversions keep naming their offer. */
export const findMany = (db: Db, ids: number[]): Promise<OfferRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : offers(db).selectFrom('offers').selectAll().where('id', 'in', ids).execute();

/** What the routing snapshot keeps of an offer: the rest of a row, its texts and prices, is read and held by nobody. */
const ROUTABLE = [
  'id',
  'name',
  'url',
  'status',
  'starts_at',
  'ends_at',
  'network_id',
  'countries_allowed',
  'countries_blocked',
  'devices_allowed',
  'cap_clicks_daily',
  'cap_conversions_daily',
  'cap_total',
  'cap_timezone',
  'overflow_offer_id',
  'is_link_dead',
] as const satisfies (keyof OfferRow)[];

export type RoutableRow = Pick<OfferRow, (typeof ROUTABLE)[number]>;

/** Offers that are not deleted, in the order of ids. @param only some of them */
export const listRoutable = (db: Db, only?: readonly number[]): Promise<RoutableRow[]> =>
  live(db)
    .select(ROUTABLE)
    .$if(only !== undefined, (query) => query.where('id', 'in', only!))
    .orderBy('id')
    .execute();

/** The other offers of a network (or of none), for the search for twins. Uses offers_network_idx. */
export const findAddresses = (
  db: Db,
  networkId: number | null,
  exceptId: number,
): Promise<Pick<OfferRow, 'name' | 'url'>[]> =>
  live(db)
    .select(['name', 'url'])
    .where('network_id', networkId === null ? 'is' : '=', networkId)
    .where('id', '!=', exceptId)
    .orderBy('id')
    .execute();

/** Where each offer that is not deleted sends what it may not take, by id. */
export async function findOverflows(db: Db): Promise<Map<number, number | null>> {
  const rows = await live(db).select(['id', 'overflow_offer_id']).execute();
  return new Map(rows.map((row) => [row.id, row.overflow_offer_id]));
}

/** The offers of a network that are not deleted. Uses offers_network_id_idx where there is one */
export const listIdsOfNetwork = async (db: Db, networkId: number): Promise<number[]> =>
  (
    await offers(db)
      .selectFrom('offers')
      .select('id')
      .where('network_id', '=', networkId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<OfferRow | undefined> =>
  lockById(offers(db).selectFrom('offers').selectAll(), id, deleted);

/** @returns undefined when the name is taken. @throws the database's foreign key violation for an unknown network or category */
export const insert = (db: Db, row: NewOffer): Promise<OfferRow | undefined> =>
  offers(db)
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's violations, among them `offers_name_idx` when the name is taken */
export const update = (db: Db, id: number, change: OfferUpdate, now: Date): Promise<OfferRow> =>
  offers(db)
    .updateTable('offers')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Those of a network; of none where it is null. */
export const isOfNetwork = (networkId: number | null) =>
  sql<boolean>`network_id is not distinct from ${networkId}::int`;
