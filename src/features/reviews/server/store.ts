import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres.ts';
import { anyHolds, countOf, held, raised, rowsOf } from '../../../platform/server/record-queries.ts';
import type { ReviewQuery, ReviewStatus, Tested } from '../contract.ts';

type ReviewsTable = {
  id: Generated<number>;
  offer_id: number;
  slug: string;
  title: string;
  status: ReviewStatus;
  verdict: string | null;
  score_tenths: number | null;
  pros: Json<string[]>;
  cons: Json<string[]>;
  sections: Json<{ heading: string; body: string }[]>;
  author_name: string | null;
  tested: Tested;
  main_image_url: string | null;
  meta_description: string | null;
  first_published_at: string | null;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

export type ReviewRow = Selectable<ReviewsTable>;
export type NewReview = Insertable<ReviewsTable>;
export type ReviewUpdate = Updateable<ReviewsTable>;

const reviews = (db: Db) => db.withTables<{ reviews: ReviewsTable }>();
const live = (db: Db) => reviews(db).selectFrom('reviews').where('deleted_at', 'is', null);

function filtered(db: Db, q: ReviewQuery) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.offer_id) query = query.where('offer_id', '=', q.offer_id);
  if (q.search) query = query.where(anyHolds<ReviewsTable>(['title', 'slug', 'author_name'], q.search));
  return query;
}

const columnOf = (sortBy: ReviewQuery['sortBy']) =>
  sortBy === 'title' ? sql`lower(title)` : sortBy === 'score' ? ('score_tenths' as const) : sortBy;

export const list = (db: Db, q: ReviewQuery, page: Page): Promise<ReviewRow[]> =>
  rowsOf(filtered(db, q).selectAll(), columnOf(q.sortBy), page);

export const count = (db: Db, q: ReviewQuery): Promise<number> => countOf(filtered(db, q));

export const find = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Who has the address now, else who had it last. */
export const findBySlug = (db: Db, slug: string): Promise<ReviewRow | undefined> =>
  reviews(db)
    .selectFrom('reviews')
    .selectAll()
    .where('slug', '=', slug)
    .orderBy('deleted_at', (by) => by.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Featured first, then the newest. */
export const listPublic = (db: Db, limit: number): Promise<ReviewRow[]> =>
  live(db)
    .selectAll()
    .where('status', 'in', ['published', 'featured'])
    .orderBy(sql`status = 'featured'`, 'desc')
    .orderBy('first_published_at', (by) => by.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Every review that is not deleted. */
export const listRoutable = (db: Db): Promise<Pick<ReviewRow, 'id' | 'slug' | 'offer_id' | 'status'>[]> =>
  live(db).select(['id', 'slug', 'offer_id', 'status']).orderBy('id').execute();

/** Deleted ones too: old events keep naming them. */
export const listNames = (db: Db): Promise<Pick<ReviewRow, 'id' | 'title' | 'slug' | 'status' | 'deleted_at'>[]> =>
  reviews(db).selectFrom('reviews').select(['id', 'title', 'slug', 'status', 'deleted_at']).orderBy('id').execute();

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<ReviewRow | undefined> =>
  held(reviews(db).selectFrom('reviews').selectAll(), id, deleted);

/** @returns undefined when the slug is taken. @throws the database's foreign key violation for an unknown offer */
export const insert = (db: Db, row: NewReview): Promise<ReviewRow | undefined> =>
  reviews(db)
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Raises the version. @throws the database's violations, among them `reviews_slug_idx` when the slug is taken */
export const update = (db: Db, id: number, change: ReviewUpdate, now: Date): Promise<ReviewRow> =>
  reviews(db)
    .updateTable('reviews')
    .set(raised(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
