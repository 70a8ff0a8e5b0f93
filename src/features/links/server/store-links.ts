import { sql, type ColumnType, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import type { Figures } from '../../../platform/server/records/figures.ts';
import {
  matchesSearch,
  idsOfRows,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import type { DestinationType, Link } from '../contract.ts';
import type { LinkQuery } from '../list-contract.ts';
import type { Goal } from '../contract.ts';
import type { LinkState } from '../shares.ts';
import type { LinkReading } from '../../sources/contract.ts';
import * as slugs from './store-slugs.ts';

type LinksTable = {
  id: Generated<number>;
  name: string;
  slug: string;
  status: 'active' | 'paused' | 'archived';
  traffic_source_id: number | null;
  kept_source: ColumnType<LinkReading | null, string | null | undefined, string | null>;
  redirect_type: number;
  forward_params: 'all' | 'listed' | 'none';
  forward_list: Json<string[]>;
  param_conflict: 'incoming_wins' | 'link_wins';
  utm: Json<Record<string, string>>;
  sticky: 'none' | 'day';
  rotation: Generated<'weighted' | 'priority' | 'auto'>;
  click_limit: number | null;
  cost_model: Generated<Link['cost_model']>;
  cost_micros: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
  auto_goal: Generated<Goal>;
  auto_floor_percent: Generated<number>;
  auto_step_points: Generated<number>;
  auto_frozen_at: Generated<string | null>;
  auto_run_at: Generated<string | null>;
  fallback_url: string;
  starts_at: string | null;
  expires_at: string | null;
  expired_url: string | null;
  notes: string | null;
  tags: Json<string[]>;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

type DestinationsTable = {
  id: Generated<number>;
  link_id: number;
  type: DestinationType;
  guide_id: number | null;
  review_id: number | null;
  offer_id: number | null;
  url: string | null;
  name: string;
  weight: number;
  status: 'active' | 'paused';
  priority: number;
  rule_id: number | null;
  cap_daily_clicks: Generated<number>;
  cap_daily_conversions: Generated<number>;
  is_control: Generated<boolean>;
  starts_at: Generated<string | null>;
  ends_at: Generated<string | null>;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};

export type LinkRow = Selectable<LinksTable>;
export type NewLink = Insertable<LinksTable>;
export type LinkUpdate = Updateable<LinksTable>;
export type DestinationRow = Selectable<DestinationsTable>;
export type NewDestination = Insertable<DestinationsTable>;
export type DestinationUpdate = Updateable<DestinationsTable>;

type Tables = { links: LinksTable; destinations: DestinationsTable };

const t = (db: Db) => db.withTables<Tables>();
const live = (db: Db) => t(db).selectFrom('links').where('deleted_at', 'is', null);

type Filter = Pick<LinkQuery, 'search' | 'source_id' | 'status'>;

/** Those that a list is narrowed to; wrapped, as a query that is awaited is asked. */
async function filtered(db: Db, q: Filter, now: Date) {
  let query = live(db);
  if (q.source_id) query = query.where('traffic_source_id', '=', q.source_id);
  if (q.search) {
    // asked before, so that the planner knows how few they are: a common word is found by walking the order, a rare one by its index
    const former = await slugs.linksOfFormer(db, q.search, now);
    const named = matchesSearch(q.search);
    query = query.where(former.length === 0 ? named : sql<boolean>`(${named} or id = any(${former}::int[]))`);
  }
  return { rows: q.status ? query.where(isInState(q.status, now.toISOString())) : query };
}

/** The same words as `linkState` of shares.ts, for the filter of the list; a test holds them equal. */
function isInState(state: LinkState, now: string) {
  if (state === 'paused' || state === 'archived') return sql<boolean>`status = ${state}`;
  if (state === 'scheduled') return sql<boolean>`status = 'active' and starts_at > ${now}`;
  const hasStarted = sql`status = 'active' and (starts_at is null or starts_at <= ${now})`;
  return state === 'expired'
    ? sql<boolean>`${hasStarted} and expires_at <= ${now}`
    : sql<boolean>`${hasStarted} and (expires_at is null or expires_at > ${now})`;
}

/** @param figures what it is put in order by, where that is no column */
export const list = async (
  db: Db,
  q: LinkQuery,
  page: Page,
  now: Date,
  figures?: Figures,
): Promise<RowsOfPage<LinkRow>> =>
  pageOfRows(db, (await filtered(db, q, now)).rows, (rows) => rows.selectAll(), {
    ...page,
    by: figures ?? orderOf(q),
    search: q.search,
  });

/** The first that hold a text, by name; nothing typed is held by all. */
export const listChoices = async (
  db: Db,
  search: string | undefined,
  limit: number,
  now: Date,
): Promise<Pick<LinkRow, 'id' | 'name' | 'slug'>[]> =>
  (await filtered(db, { search }, now)).rows
    .select(['id', 'name', 'slug'])
    .orderBy(sql`lower(name)`, (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute();

const orderOf = (q: LinkQuery) => (q.sortBy === 'name' ? sql`lower(name)` : q.sortBy);

/** Of all pages of the list. */
export const listIds = async (
  db: Db,
  q: LinkQuery,
  order: Page['order'],
  now: Date,
  figures?: Figures,
): Promise<number[]> => idsOfRows((await filtered(db, q, now)).rows, { by: figures ?? orderOf(q), order });

/** In the order of the ids; those that are deleted are left out. */
export async function listSome(db: Db, ids: readonly number[]): Promise<LinkRow[]> {
  const rows = await live(db)
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const find = (db: Db, id: number): Promise<LinkRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** What its conversions cost; of a deleted one too. */
export const findCost = (
  db: Db,
  id: number,
): Promise<Pick<LinkRow, 'cost_model' | 'cost_micros' | 'traffic_source_id'> | undefined> =>
  t(db)
    .selectFrom('links')
    .select(['cost_model', 'cost_micros', 'traffic_source_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Deleted ones included. */
export const listNames = async (db: Db, ids: number[]): Promise<{ id: number; name: string; slug: string }[]> =>
  ids.length === 0 ? [] : t(db).selectFrom('links').select(['id', 'name', 'slug']).where('id', 'in', ids).execute();

/** Does a link that is not deleted have it? */
export const isSlugInUse = async (db: Db, slug: string): Promise<boolean> =>
  (await live(db).select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined;

/** What the routing snapshot reads of every link that is not deleted. */
export const listRoutable = (db: Db, only?: readonly number[]) =>
  live(db)
    .$if(only !== undefined, (query) => query.where('id', 'in', only!))
    .select(['id', 'name', 'slug', 'status', 'traffic_source_id', 'kept_source', 'redirect_type'])
    .select(['forward_params', 'forward_list', 'param_conflict', 'utm', 'sticky', 'rotation', 'click_limit'])
    .select(['fallback_url', 'starts_at', 'expires_at', 'expired_url', 'cost_model'])
    // the snapshot is a file of JSON
    .select(sql<string | null>`cost_micros::text`.as('cost_micros'))
    .orderBy('id')
    .execute();

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<LinkRow | undefined> =>
  lockById(t(db).selectFrom('links').selectAll(), id, deleted);

/**
 * Which of these slugs a link holds: one that is there, or one that was deleted after `restingSince`.
 * Uses links_slug_idx and links_resting_slug_idx.
 */
export async function listTakenSlugs(db: Db, slugs: string[], restingSince: Date): Promise<Set<string>> {
  const rows = await t(db)
    .selectFrom('links')
    .select('slug')
    .where('slug', 'in', slugs)
    .where((or) => or.or([or('deleted_at', 'is', null), or('deleted_at', '>', restingSince.toISOString())]))
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** @returns undefined when a link that is there has the slug */
export const insert = (db: Db, row: NewLink): Promise<LinkRow | undefined> =>
  t(db)
    .insertInto('links')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's unique violation `links_slug_idx` when the slug is taken */
export const update = (db: Db, id: number, change: LinkUpdate, now: Date): Promise<LinkRow> =>
  t(db)
    .updateTable('links')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The destinations of some links, in the order of the screen. Uses destinations_target_idx. */
export const findDestinations = (db: Db, linkIds: number[]): Promise<DestinationRow[]> =>
  linkIds.length === 0
    ? Promise.resolve([])
    : t(db)
        .selectFrom('destinations')
        .selectAll()
        .where('link_id', 'in', linkIds)
        .orderBy('priority', 'desc')
        .orderBy('id')
        .execute();

/** By their ids, of links in the trash too. */
export const findDestinationsById = (db: Db, ids: number[]): Promise<DestinationRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : t(db).selectFrom('destinations').selectAll().where('id', 'in', ids).execute();

/** The destinations of some links, for the same snapshot. Uses destinations_target_idx. */
export const listRoutableDestinations = (db: Db, linkIds: readonly number[]) =>
  t(db)
    .selectFrom('destinations')
    .select([
      'id',
      'link_id',
      'type',
      'guide_id',
      'review_id',
      'offer_id',
      'url',
      'weight',
      'status',
      'priority',
      'rule_id',
    ])
    .select(['cap_daily_clicks', 'cap_daily_conversions', 'starts_at', 'ends_at'])
    .where(sql<boolean>`link_id = any(${[...linkIds]}::int[])`)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute();

/** How some links share out their visits. */
export async function listRotations(db: Db, ids: number[]): Promise<Map<number, LinkRow['rotation']>> {
  if (ids.length === 0) return new Map();
  const rows = await t(db).selectFrom('links').select(['id', 'rotation']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.rotation]));
}

/** How some links are optimised, whether it is on or not. */
export async function listOptimiserSettings(
  db: Db,
  ids: number[],
): Promise<
  Map<number, Pick<LinkRow, 'auto_goal' | 'auto_floor_percent' | 'auto_step_points'> & { isFrozen: boolean }>
> {
  if (ids.length === 0) return new Map();
  const rows = await t(db)
    .selectFrom('links')
    .select(['id', 'auto_goal', 'auto_floor_percent', 'auto_step_points', 'auto_frozen_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, auto_frozen_at: at, ...row }) => [id, { ...row, isFrozen: at !== null }]));
}

/** One destination of a link that is not deleted. */
export const findDestination = (db: Db, id: number): Promise<DestinationRow | undefined> =>
  t(db)
    .selectFrom('destinations')
    .selectAll()
    .where('id', '=', id)
    .where('link_id', 'in', (some) => some.selectFrom('links').select('id').where('deleted_at', 'is', null))
    .executeTakeFirst();

/** @returns undefined when the link has this target already */
export const insertDestination = (db: Db, row: NewDestination): Promise<DestinationRow | undefined> =>
  t(db)
    .insertInto('destinations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the unique violation `destinations_target_idx` when the link has this address already */
export const updateDestination = (db: Db, id: number, change: DestinationUpdate, now: Date): Promise<DestinationRow> =>
  t(db)
    .updateTable('destinations')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeDestination(db: Db, id: number): Promise<void> {
  await t(db).deleteFrom('destinations').where('id', '=', id).execute();
}

/**
 * What the links of a source are read by.
 * @param kept for those that follow the source; null lets all follow it again
 */
export async function updateKeptSource(db: Db, sourceId: number, kept: LinkReading | null): Promise<void> {
  const all = db
    .withTables<{ links: { traffic_source_id: number | null; kept_source: string | null } }>()
    .updateTable('links')
    .set({ kept_source: kept && JSON.stringify(kept) })
    .where('traffic_source_id', '=', sourceId);
  await (kept ? all.where('kept_source', 'is', null) : all).execute();
}
