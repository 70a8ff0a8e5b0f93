import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Db, Json } from '../../../platform/server/postgres.ts';
import type { ImageMime } from '../rules.ts';

type ImagesTable = {
  id: Generated<number>;
  hash: string;
  key: string;
  mime: ImageMime;
  width: number;
  height: number;
  bytes: number;
  variants: Json<{ url: string; width: number; mime: string }[]>;
  created_by: number | null;
  created_at: Generated<string>;
};

export type ImageRow = Selectable<ImagesTable>;

const images = (db: Db) => db.withTables<{ images: ImagesTable }>();

export const findByHash = (db: Db, hash: string): Promise<ImageRow | undefined> =>
  images(db)
    .selectFrom('images')
    .select(['id', 'hash', 'key', 'mime', 'width', 'height', 'bytes', 'variants', 'created_by', 'created_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();

export const findByKeys = (
  db: Db,
  keys: readonly string[],
): Promise<Pick<ImageRow, 'key' | 'width' | 'height' | 'variants'>[]> =>
  images(db).selectFrom('images').select(['key', 'width', 'height', 'variants']).where('key', 'in', keys).execute();

/** @returns undefined when the same picture is stored already */
export const insert = (db: Db, row: Insertable<ImagesTable>): Promise<ImageRow | undefined> =>
  images(db)
    .insertInto('images')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning(['id', 'hash', 'key', 'mime', 'width', 'height', 'bytes', 'variants', 'created_by', 'created_at'])
    .executeTakeFirst();

/** What the quota is judged by. @param since inclusive, for `recent` */
export const measure = (db: Db, since: Date): Promise<{ files: number; bytes: bigint; recent: number }> =>
  images(db)
    .selectFrom('images')
    .select([
      sql<number>`count(*)::int`.as('files'),
      sql<bigint>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
      sql<number>`count(*) filter (where created_at >= ${since.toISOString()})::int`.as('recent'),
    ])
    .executeTakeFirstOrThrow();
