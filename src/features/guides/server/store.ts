import { sql, type ColumnType, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Figures } from '../../../platform/server/records/figures.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import {
  matchesSearch,
  matchesText,
  countOf,
  pageOfRows,
  type RowsOfPage,
  lockById,
  withNextVersion,
} from '../../../platform/server/records/record-queries.ts';
import { wordsTyped } from '../../../platform/server/records/text-search.ts';
import type { FaqEntry, SourceEntry, Tested } from '../../publishing/contract.ts';
import type { Criterion, GuideQuery, GuideStatus, PublicGuideSort } from '../contract.ts';
import type { Standing } from '../order.ts';
import { CHANGED_AT, COUNT, LAST_CHANGED_AT, type ToFind } from '../../publishing/server/store-to-find.ts';
import { PUBLIC_STATUSES } from '../../publishing/rules.ts';

/** An entry of the reader changelog. @property auto what the program wrote; left out where it wrote nothing */
export type StoredChange = { on: string; note: string; auto?: string | null };

/** What readers were shown last: a digest of all they read, and the standing of each product in their order. */
export type Shown = { digest: string; products: Standing[] };

type GuidesTable = {
  id: Generated<number>;
  title: string;
  description: string | null;
  status: GuideStatus;
  author_name: string | null;
  main_image_url: string | null;
  slug: string | null;
  category_id: number | null;
  excerpt: string | null;
  methodology: string | null;
  tested: Tested;
  rubric: Json<Criterion[]>;
  faq: Json<FaqEntry[]>;
  sources: Json<SourceEntry[]>;
  changes: Json<StoredChange[]>;
  author_id: number | null;
  reviewer_id: number | null;
  reviewed_at: string | null;
  main_image_alt: string | null;
  meta_title: string | null;
  meta_description: string | null;
  noindex: boolean;
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
  shown: ColumnType<Shown | null, string | undefined, string>;
  is_order_old: Generated<boolean>;
};

export type GuideRow = Selectable<GuidesTable>;
export type NewGuide = Insertable<GuidesTable>;
export type GuideUpdate = Updateable<GuidesTable>;

/** All but the words of the search, which the database makes by itself. */
export const COLUMNS = [
  'id',
  'title',
  'description',
  'status',
  'author_name',
  'main_image_url',
  'slug',
  'category_id',
  'excerpt',
  'methodology',
  'tested',
  'rubric',
  'faq',
  'sources',
  'changes',
  'author_id',
  'reviewer_id',
  'reviewed_at',
  'main_image_alt',
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
  'shown',
  'is_order_old',
] as const satisfies (keyof GuidesTable)[];

const guides = (db: Db) => db.withTables<{ guides: GuidesTable }>();
const live = (db: Db) => guides(db).selectFrom('guides').where('deleted_at', 'is', null);

/** Uses guides_words_idx. */
const hasWords = (q: string) =>
  sql<boolean>`searched(words) @@ websearch_to_tsquery('pg_catalog.english', ${wordsTyped(q)})`;

function filtered(db: Db, q: GuideQuery) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.category_id) query = query.where('category_id', '=', q.category_id);
  if (q.search) query = query.where(matchesSearch(q.search));
  return query;
}

const orderOf = (sortBy: GuideQuery['sortBy']) =>
  sortBy === 'title' || sortBy === 'author_name'
    ? sql`lower(${sql.ref(sortBy)})`
    : sortBy === 'items_count'
      ? sql`(select count(*) from guide_items where guide_items.guide_id = guides.id)`
      : sortBy;

/** Sorted as asked, ties by id. The default order uses guides_by_created_idx. */
export const list = (db: Db, q: GuideQuery, page: Page, figures?: Figures): Promise<RowsOfPage<GuideRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.select(COLUMNS), {
    ...page,
    by: figures ?? orderOf(q.sortBy),
    search: q.search,
  });

export const find = (db: Db, id: number): Promise<GuideRow | undefined> =>
  live(db).select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Deleted ones too: numbers keep naming their guide, and what was public must answer 410. */
export const findMany = (db: Db, ids: number[]): Promise<GuideRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : guides(db).selectFrom('guides').select(COLUMNS).where('id', 'in', ids).execute();

/** Deleted ones too. @param ids only these */
export const listNames = (
  db: Db,
  ids?: readonly number[],
): Promise<(Pick<GuideRow, 'id' | 'title' | 'status'> & { deleted: boolean })[]> =>
  guides(db)
    .selectFrom('guides')
    .select(['id', 'title', 'status', sql<boolean>`deleted_at is not null`.as('deleted')])
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${[...ids!]}::int[])`))
    .orderBy('id')
    .execute();

/** Holds the row, and with it the order of its products, until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<GuideRow | undefined> =>
  lockById(guides(db).selectFrom('guides').select(COLUMNS), id, deleted);

const isDue = (now: Date) => sql<boolean>`least(publish_at, unpublish_at) <= ${now.toISOString()}`;

/** Those whose time has come. Uses guides_due_idx. */
export const listDue = async (db: Db, now: Date): Promise<number[]> =>
  (await live(db).select('id').where(isDue(now)).orderBy('id').execute()).map((row) => row.id);

/** Holds it if its time has come still; undefined too while somebody else holds it. */
export const lockDue = (db: Db, id: number, now: Date): Promise<GuideRow | undefined> =>
  live(db).select(COLUMNS).where('id', '=', id).where(isDue(now)).forUpdate().skipLocked().executeTakeFirst();

export const insert = (db: Db, row: NewGuide): Promise<GuideRow> =>
  guides(db).insertInto('guides').values(row).returning(COLUMNS).executeTakeFirstOrThrow();

/** Raises the version. */
export const update = (db: Db, id: number, change: GuideUpdate, now: Date): Promise<GuideRow> =>
  guides(db)
    .updateTable('guides')
    .set(withNextVersion(change, now))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** What the program notes of a guide by itself: no other version for whoever edits its fields. */
export const updateUnversioned = (
  db: Db,
  id: number,
  change: Pick<GuideUpdate, 'shown' | 'changes' | 'revised_at' | 'is_order_old'>,
): Promise<GuideRow> =>
  guides(db).updateTable('guides').set(change).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();

/** Its products changed: saved later for the back office, yet no other version for whoever edits the guide's own fields. */
export async function updateSavedAt(db: Db, id: number, now: Date): Promise<void> {
  await guides(db).updateTable('guides').set({ updated_at: now.toISOString() }).where('id', '=', id).execute();
}

/** Has a product that readers see. */
const showsProducts = sql<boolean>`exists (
  select from guide_items i where i.guide_id = guides.id and i.is_visible and i.deleted_at is null)`;

/** What a public list is narrowed to. @property q words of the title or a text. @property isListed leaves out guides without products. @property isToFind leaves out those that searchers shall not find */
export type PublicFilter = {
  isListed?: boolean | undefined;
  isToFind?: boolean | undefined;
  q?: string | undefined;
  categoryId?: number | undefined;
  authorId?: number | undefined;
  reviewerId?: number | undefined;
};

function publicOnes(db: Db, { q, categoryId, authorId, reviewerId, isListed = false, isToFind = false }: PublicFilter) {
  let query = live(db).where('status', 'in', PUBLIC_STATUSES);
  if (isListed) query = query.where(showsProducts);
  if (isToFind) query = query.where('noindex', '=', false);
  if (categoryId !== undefined) query = query.where('category_id', '=', categoryId);
  if (authorId !== undefined) query = query.where('author_id', '=', authorId);
  if (reviewerId !== undefined)
    query = query.where('reviewer_id', '=', reviewerId).where('reviewed_at', 'is not', null);
  // what is typed so far, or whole words in any form
  if (q) query = query.where((or) => or.or([or.and([matchesSearch(q), matchesText('title', q)]), hasWords(q)]));
  return query;
}

const inPublicOrder = (query: ReturnType<typeof publicOnes>, sort: PublicGuideSort) =>
  query
    .$if(sort === 'featured', (rows) => rows.orderBy(sql`status = 'featured'`, 'desc'))
    .orderBy(sql`coalesce(first_published_at, created_at)`, 'desc')
    .orderBy('id', 'desc');

/** Featured first unless the newest are asked for; both by their first publication. */
export const listPublic = (
  db: Db,
  filter: PublicFilter,
  asked: { limit: number; offset: number; sort: PublicGuideSort },
): Promise<GuideRow[]> =>
  inPublicOrder(publicOnes(db, filter), asked.sort).select(COLUMNS).limit(asked.limit).offset(asked.offset).execute();

/** The first of them, the featured before the others, by their names alone. */
export const listPublicNames = (
  db: Db,
  filter: PublicFilter,
  limit: number,
): Promise<Pick<GuideRow, 'id' | 'title' | 'slug' | 'status'>[]> =>
  inPublicOrder(publicOnes(db, filter), 'featured').select(['id', 'title', 'slug', 'status']).limit(limit).execute();

/** What a sitemap names. */
const toFind = (db: Db) => publicOnes(db, { isListed: true, isToFind: true });

/** Of each author and category. */
export const sumToFind = (db: Db): Promise<ToFind[]> =>
  toFind(db)
    .select(['category_id', 'author_id', COUNT.as('count'), LAST_CHANGED_AT.as('changed_at')])
    .groupBy(['category_id', 'author_id'])
    .execute();

/** By id. */
export const listToFind = (
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<(Pick<GuideRow, 'id' | 'title' | 'slug'> & { changed_at: string })[]> =>
  toFind(db)
    .select(['id', 'title', 'slug', CHANGED_AT.as('changed_at')])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export const countPublic = (db: Db, filter: PublicFilter): Promise<number> => countOf(publicOnes(db, filter));

/** Whom the guides that the public reads name as author or reviewer. */
export async function listCredited(db: Db): Promise<Pick<GuideRow, 'author_id' | 'reviewer_id' | 'reviewed_at'>[]> {
  return publicOnes(db, {}).select(['author_id', 'reviewer_id', 'reviewed_at']).distinct().execute();
}

/** Guides that are not deleted, without their text. @param only some of them */
export const listAll = (
  db: Db,
  only?: readonly number[],
): Promise<Pick<GuideRow, 'id' | 'title' | 'slug' | 'status'>[]> =>
  live(db)
    .select(['id', 'title', 'slug', 'status'])
    .$if(only !== undefined, (query) => query.where('id', '=', sql<number>`any(${[...only!]}::int[])`))
    .orderBy('id')
    .execute();
