import { sql, type ColumnType, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Figures } from '../../../platform/server/records/figures.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { SearchSource } from '../../../platform/server/records/text-search.ts';
import {
  matchesSearch,
  matchesText,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import type { ChangeEntry, FaqEntry, PictureEntry, SourceEntry, Tested } from '../../publishing/contract.ts';
import type { ReviewQuery, ReviewStatus } from '../contract.ts';
import { CHANGED_AT, COUNT, LAST_CHANGED_AT, type ToFind } from '../../publishing/server/store-to-find.ts';
import { PUBLIC_STATUSES } from '../../publishing/rules.ts';

/** Empty when it is left out. */
type List<T> = ColumnType<T[], string | undefined, string>;

type ReviewsTable = {
  id: Generated<number>;
  offer_id: number;
  slug: string;
  title: string;
  status: ReviewStatus;
  verdict: string | null;
  score_tenths: number | null;
  pros: List<string>;
  cons: List<string>;
  sections: List<{ heading: string; body: string }>;
  sub_scores: List<{ name: string; score_tenths: number }>;
  author_name: string | null;
  author_id: number | null;
  reviewer_id: number | null;
  reviewed_at: string | null;
  tested: Tested;
  faq: List<FaqEntry>;
  sources: List<SourceEntry>;
  changes: List<ChangeEntry>;
  main_image_url: string | null;
  main_image_alt: string | null;
  gallery: List<PictureEntry>;
  meta_title: string | null;
  meta_description: string | null;
  noindex: Generated<boolean>;
  first_published_at: string | null;
  publish_at: string | null;
  unpublish_at: string | null;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
  revised_at: Generated<string>;
  shown_digest: Generated<string | null>;
};

export type ReviewRow = Selectable<ReviewsTable>;
export type NewReview = Insertable<ReviewsTable>;
export type ReviewUpdate = Updateable<ReviewsTable>;

/** All but the words of the search, which the database makes by itself. */
export const COLUMNS = [
  'id',
  'offer_id',
  'slug',
  'title',
  'status',
  'verdict',
  'score_tenths',
  'pros',
  'cons',
  'sections',
  'sub_scores',
  'author_name',
  'author_id',
  'reviewer_id',
  'reviewed_at',
  'tested',
  'faq',
  'sources',
  'changes',
  'main_image_url',
  'main_image_alt',
  'gallery',
  'meta_title',
  'meta_description',
  'noindex',
  'first_published_at',
  'publish_at',
  'unpublish_at',
  'is_sample',
  'version',
  'created_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'revised_at',
  'shown_digest',
] as const satisfies (keyof ReviewsTable)[];

const reviews = (db: Db) => db.withTables<{ reviews: ReviewsTable }>();
const live = (db: Db) => reviews(db).selectFrom('reviews').where('deleted_at', 'is', null);

function filtered(db: Db, q: ReviewQuery) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.offer_id) query = query.where('offer_id', '=', q.offer_id);
  if (q.search) query = query.where(matchesSearch(q.search));
  return query;
}

const columnOf = (sortBy: ReviewQuery['sortBy']) =>
  sortBy === 'title' ? sql`lower(title)` : sortBy === 'score' ? ('score_tenths' as const) : sortBy;

export const list = (db: Db, q: ReviewQuery, page: Page, figures?: Figures): Promise<RowsOfPage<ReviewRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.select(COLUMNS), {
    ...page,
    by: figures ?? columnOf(q.sortBy),
    search: q.search,
  });

export const find = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  live(db).select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** A deleted one too. */
export const findEver = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  reviews(db).selectFrom('reviews').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Who has the address now, else who had it last. */
export const findBySlug = (db: Db, slug: string): Promise<ReviewRow | undefined> =>
  reviews(db)
    .selectFrom('reviews')
    .select(COLUMNS)
    .where('slug', '=', slug)
    .orderBy('deleted_at', (by) => by.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * What one person wrote or, with a date, checked; what holds a text in its title.
 * @property isToFind leaves out what searchers shall not find
 */
export type PublicFilter = {
  limit: number;
  sort?: 'featured' | 'new';
  isToFind?: boolean;
  authorId?: number | undefined;
  reviewerId?: number | undefined;
  title?: string | undefined;
};

/** Whom the reviews that the public reads name as author or reviewer. */
export const listCredited = (db: Db): Promise<Pick<ReviewRow, 'author_id' | 'reviewer_id' | 'reviewed_at'>[]> =>
  live(db)
    .where('status', 'in', PUBLIC_STATUSES)
    .select(['author_id', 'reviewer_id', 'reviewed_at'])
    .distinct()
    .execute();

const firstPublic = (db: Db, filter: PublicFilter) =>
  publicOnes(db, filter)
    .$if(filter.sort !== 'new', (query) => query.orderBy(sql`status = 'featured'`, 'desc'))
    .orderBy('first_published_at', (by) => by.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(filter.limit);

/** Featured first unless the newest are asked for; both by their first publication. */
export const listPublic = (db: Db, filter: PublicFilter): Promise<ReviewRow[]> =>
  firstPublic(db, filter).select(COLUMNS).execute();

/** The same by their names alone. */
export const listPublicNames = (
  db: Db,
  filter: PublicFilter,
): Promise<Pick<ReviewRow, 'id' | 'title' | 'slug' | 'status'>[]> =>
  firstPublic(db, filter).select(['id', 'title', 'slug', 'status']).execute();

function publicOnes(db: Db, { authorId, reviewerId, title, isToFind = false }: Omit<PublicFilter, 'limit'>) {
  let query = live(db).where('status', 'in', PUBLIC_STATUSES);
  if (authorId !== undefined) query = query.where('author_id', '=', authorId);
  if (reviewerId !== undefined)
    query = query.where('reviewer_id', '=', reviewerId).where('reviewed_at', 'is not', null);
  if (title) query = query.where(matchesSearch(title)).where(matchesText('title', title));
  if (isToFind) query = query.where('noindex', '=', false);
  return query;
}

/** What a sitemap names, of each author. */
export const sumToFind = (db: Db): Promise<ToFind[]> =>
  publicOnes(db, { isToFind: true })
    .select([sql<null>`null`.as('category_id'), 'author_id', COUNT.as('count'), LAST_CHANGED_AT.as('changed_at')])
    .groupBy('author_id')
    .execute();

/** By id. */
export const listToFind = (
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ slug: string; changed_at: string }[]> =>
  publicOnes(db, { isToFind: true })
    .select(['slug', CHANGED_AT.as('changed_at')])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

/** What readers may see, by reviews_words_idx: title, verdict and sections. */
export const reviewSearchSource: SearchSource = {
  index: {
    from: sql`reviews r`,
    id: sql`r.id`,
    where: sql`r.deleted_at is null and r.status in (${sql.join(PUBLIC_STATUSES)})`,
    words: sql`r.words`,
  },
  shown: {
    from: sql`reviews r`,
    id: sql`r.id`,
    title: sql`r.title`,
    // the verdict is plain text, the sections are HTML
    text: sql`concat_ws(' ', replace(replace(r.verdict, '&', '&amp;'), '<', '&lt;'),
      (select string_agg(section ->> 'body', ' ' order by place)
         from jsonb_array_elements(r.sections) with ordinality as parts (section, place)))`,
  },
};

export async function listSlugs(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await live(db).select(['id', 'slug']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.slug]));
}

/** Every review that was public at some time and is not deleted. */
export const listRoutable = (
  db: Db,
  only?: readonly number[],
): Promise<Pick<ReviewRow, 'id' | 'slug' | 'offer_id' | 'status'>[]> =>
  live(db)
    .select(['id', 'slug', 'offer_id', 'status'])
    .$if(only !== undefined, (query) => query.where('id', 'in', only!))
    .where('first_published_at', 'is not', null)
    .orderBy('id')
    .execute();

/** Of some offers, those that the public may read. */
export const listPublicOf = (
  db: Db,
  offerIds: readonly number[],
): Promise<Pick<ReviewRow, 'id' | 'slug' | 'title' | 'offer_id'>[]> =>
  live(db)
    .select(['id', 'slug', 'title', 'offer_id'])
    .where('offer_id', '=', sql<number>`any(${[...offerIds]}::int[])`)
    .where('status', 'in', PUBLIC_STATUSES)
    .where('first_published_at', 'is not', null)
    .orderBy('id')
    .execute();

/** Deleted ones too: old events keep naming them. @param ids only these */
export const listNames = (
  db: Db,
  ids?: readonly number[],
): Promise<Pick<ReviewRow, 'id' | 'title' | 'slug' | 'status' | 'first_published_at' | 'deleted_at'>[]> =>
  reviews(db)
    .selectFrom('reviews')
    .select(['id', 'title', 'slug', 'status', 'first_published_at', 'deleted_at'])
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${[...ids!]}::int[])`))
    .orderBy('id')
    .execute();

/** Holds the row until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<ReviewRow | undefined> =>
  lockById(reviews(db).selectFrom('reviews').select(COLUMNS), id, deleted);

const isDue = (now: Date) => sql<boolean>`least(publish_at, unpublish_at) <= ${now.toISOString()}`;

/** Those whose time has come. Uses reviews_due_idx. */
export const listDue = async (db: Db, now: Date): Promise<number[]> =>
  (await live(db).select('id').where(isDue(now)).orderBy('id').execute()).map((row) => row.id);

/** Holds it if its time has come still; undefined too while somebody else holds it. */
export const lockDue = (db: Db, id: number, now: Date): Promise<ReviewRow | undefined> =>
  live(db).select(COLUMNS).where('id', '=', id).where(isDue(now)).forUpdate().skipLocked().executeTakeFirst();

/** @returns undefined when the slug is taken. @throws the database's foreign key violation for an unknown offer */
export const insert = (db: Db, row: NewReview): Promise<ReviewRow | undefined> =>
  reviews(db)
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();

/** Raises the version. @throws the database's violations, among them `reviews_slug_idx` when the slug is taken */
export const update = (db: Db, id: number, change: ReviewUpdate, now: Date): Promise<ReviewRow> =>
  reviews(db)
    .updateTable('reviews')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** What the program notes by itself: no other version for whoever edits. */
export const updateUnversioned = (
  db: Db,
  id: number,
  change: Pick<ReviewUpdate, 'shown_digest' | 'revised_at'>,
): Promise<ReviewRow> =>
  reviews(db).updateTable('reviews').set(change).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
