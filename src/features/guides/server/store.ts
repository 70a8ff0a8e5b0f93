import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import { anyHolds, countOf, held, raised, rowsOf } from '../../../platform/server/record-queries.ts';
import type { GuideQuery, GuideStatus } from '../contract.ts';
import { PUBLIC_STATUSES } from '../rules.ts';

type GuidesTable = {
  id: Generated<number>;
  title: string;
  description: string | null;
  status: GuideStatus;
  author_name: string | null;
  main_image_url: string | null;
  first_published_at: string | null;
  is_sample: Generated<boolean>;
  version: Generated<number>;
  created_by: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  deleted_at: Generated<string | null>;
};

export type GuideRow = Selectable<GuidesTable>;
export type NewGuide = Insertable<GuidesTable>;
export type GuideUpdate = Updateable<GuidesTable>;

const guides = (db: Db) => db.withTables<{ guides: GuidesTable }>();
const live = (db: Db) => guides(db).selectFrom('guides').where('deleted_at', 'is', null);

function filtered(db: Db, q: GuideQuery) {
  let query = live(db);
  if (q.status) query = query.where('status', '=', q.status);
  if (q.search) query = query.where(anyHolds<GuidesTable>(['title', 'author_name'], q.search));
  return query;
}

/** Sorted as asked, ties by id. The default order uses guides_created_idx. */
export const list = (db: Db, q: GuideQuery, page: Page): Promise<GuideRow[]> =>
  rowsOf(
    filtered(db, q).selectAll(),
    q.sortBy === 'title' || q.sortBy === 'author_name' ? sql`lower(${sql.ref(q.sortBy)})` : q.sortBy,
    page,
  );

export const count = (db: Db, q: GuideQuery): Promise<number> => countOf(filtered(db, q));

export const find = (db: Db, id: number): Promise<GuideRow | undefined> =>
  live(db).selectAll().where('id', '=', id).executeTakeFirst();

/** Deleted ones too: numbers keep naming their guide, and what was public must answer 410. */
export const findMany = (db: Db, ids: number[]): Promise<GuideRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : guides(db).selectFrom('guides').selectAll().where('id', 'in', ids).execute();

export const listNames = (db: Db): Promise<(Pick<GuideRow, 'id' | 'title' | 'status'> & { deleted: boolean })[]> =>
  guides(db)
    .selectFrom('guides')
    .select(['id', 'title', 'status', sql<boolean>`deleted_at is not null`.as('deleted')])
    .orderBy('id')
    .execute();

/** Holds the row, and with it the order of its products, until the transaction ends. @param deleted looks in the trash instead */
export const lock = (db: Db, id: number, deleted = false): Promise<GuideRow | undefined> =>
  held(guides(db).selectFrom('guides').selectAll(), id, deleted);

export const insert = (db: Db, row: NewGuide): Promise<GuideRow> =>
  guides(db).insertInto('guides').values(row).returningAll().executeTakeFirstOrThrow();

/** Raises the version. */
export const update = (db: Db, id: number, change: GuideUpdate, now: Date): Promise<GuideRow> =>
  guides(db)
    .updateTable('guides')
    .set(raised(change, now))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Its products changed: newer for readers, yet no other version for whoever edits the guide's own fields. */
export async function touch(db: Db, id: number, now: Date): Promise<void> {
  await guides(db).updateTable('guides').set({ updated_at: now.toISOString() }).where('id', '=', id).execute();
}

function publicOnes(db: Db, q: string | undefined) {
  const query = live(db).where('status', 'in', PUBLIC_STATUSES);
  if (!q) return query;
  // tags are not text: a search for "strong" finds no bold words
  const text = sql<string>`regexp_replace(description, '(<[^>]*>|\\s)+', ' ', 'g')`;
  return query.where(anyHolds<GuidesTable>(['title', text], q));
}

/** Featured first, then the newest by their first publication. */
export const listPublic = (db: Db, q: string | undefined, limit: number, offset: number): Promise<GuideRow[]> =>
  publicOnes(db, q)
    .selectAll()
    .orderBy(sql`status = 'featured'`, 'desc')
    .orderBy(sql`coalesce(first_published_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countPublic = (db: Db, q: string | undefined): Promise<number> => countOf(publicOnes(db, q));

/** Every guide that is not deleted, without its text. */
export const listAll = (db: Db): Promise<Pick<GuideRow, 'id' | 'title' | 'status'>[]> =>
  live(db).select(['id', 'title', 'status']).orderBy('id').execute();
