import { sql, type Selectable } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
import {
  matchesSearch,
  matchesText,
  pageOfRows,
  type RowsOfPage,
} from '../../../platform/server/records/record-queries.ts';
import type { LibraryQuery } from '../contract.ts';
import { type ImageMime, MEDIA_PATH } from '../rules.ts';

type Tables = {
  images: {
    id: number;
    hash: string;
    key: string;
    mime: ImageMime;
    width: number;
    height: number;
    bytes: number;
    variants: Json<{ url: string; width: number; mime: string }[]>;
    alt: string;
    version: number;
    created_at: string;
  };
  picture_uses: { url: string; by_kind: string; by_id: number; by_name: string; is_draft: boolean };
};

const tables = (db: Db) => db.withTables<Tables>();

const COLUMNS = [
  'id',
  'hash',
  'key',
  'mime',
  'width',
  'height',
  'bytes',
  'variants',
  'alt',
  'version',
  'created_at',
] as const;

const url = sql<string>`${MEDIA_PATH}::text || key`;
/** Read once for all pictures. */
const isUsed = sql<boolean>`${url} in (select u.url from picture_uses u where u.url is not null)`;
/** In how many records; counted once for all pictures. */
const usedIn = sql<number>`coalesce(((
  select jsonb_object_agg(c.url, c.n) from (
    select u.url, count(distinct (u.by_kind, u.by_id)) as n from picture_uses u where u.url is not null group by u.url
  ) as c) ->> (${url}))::int, 0)`;
/** The pictures of records with such a name: what their own find boxes find, and of that the names. */
const usedBy = (text: string) => sql`
  select p.id from images p join picture_uses u on p.key = substr(u.url, ${MEDIA_PATH.length + 1}::int) and starts_with(u.url, ${MEDIA_PATH})
   where ${matchesSearch(text, 'by_find')} and ${matchesText('by_name', text)}`;

function filtered(db: Db, { search, used }: LibraryQuery) {
  let query = tables(db).selectFrom('images');
  if (used) query = query.where(used === 'true' ? isUsed : sql<boolean>`not (${isUsed})`);
  if (search) {
    // apart, so that each side is found by its own index
    const said = sql`select id from images where ${matchesSearch(search)}`;
    query = query.where(sql<boolean>`id in (${said} union all ${usedBy(search)})`);
  }
  return query;
}

export type PictureRow = Pick<Selectable<Tables['images']>, (typeof COLUMNS)[number]>;

export const list = (db: Db, q: LibraryQuery, page: Page): Promise<RowsOfPage<PictureRow>> =>
  pageOfRows(db, filtered(db, q), (rows) => rows.select(COLUMNS), {
    ...page,
    by: q.sortBy === 'alt' ? sql`lower(alt)` : q.sortBy === 'used_in' ? usedIn : q.sortBy,
    search: q.search,
  });

/** Holds the row until the transaction ends. */
export const lock = (db: Db, id: number): Promise<PictureRow | undefined> =>
  tables(db).selectFrom('images').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();

/** Raises the version. */
export const setAlt = (db: Db, id: number, alt: string): Promise<PictureRow> =>
  tables(db)
    .updateTable('images')
    .set({ alt, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export async function remove(db: Db, id: number): Promise<void> {
  await tables(db).deleteFrom('images').where('id', '=', id).execute();
}

export const isStored = async (db: Db, hash: string): Promise<boolean> =>
  (await tables(db).selectFrom('images').select('id').where('hash', '=', hash).executeTakeFirst()) !== undefined;

export type Use = { url: string; kind: string; id: number; name: string };

/** Each record once for each picture that it shows; one that only unsaved edits show it in says so in its name. */
export const listUses = (db: Db, urls: readonly string[]): Promise<Use[]> =>
  urls.length === 0
    ? Promise.resolve([])
    : tables(db)
        .selectFrom('picture_uses')
        .distinctOn(['by_kind', 'by_id', 'url'])
        .select(['url', 'by_kind as kind', 'by_id as id'])
        .select(sql<string>`by_name || case when is_draft then ' (unsaved edits)' else '' end`.as('name'))
        .where('url', 'in', urls)
        .orderBy('by_kind')
        .orderBy('by_id')
        .orderBy('url')
        .orderBy('is_draft')
        .execute();

/** Puts one address in place of another in every record and all unsaved edits; see the function's migration. */
export async function replaceEverywhere(db: Db, oldUrl: string, newUrl: string, actorName: string): Promise<void> {
  await sql`select replace_picture(${oldUrl}, ${newUrl}, ${actorName})`.execute(db);
}
