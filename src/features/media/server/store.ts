import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Range } from '../../../platform/time.ts';
import type { Db, Json } from '../../../platform/server/postgres/postgres.ts';
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
  /** Null: they are still to be made. */
  variants_made_at: string | null;
  variants_tries: Generated<number>;
  variants_bytes: Generated<number>;
};

export type ImageRow = Omit<Selectable<ImagesTable>, 'variants_made_at' | 'variants_tries' | 'variants_bytes'>;

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

/** What the quota is judged by; the time is that of `recent`. */
export const measure = (db: Db, { from, to }: Range): Promise<{ files: number; bytes: bigint; recent: number }> =>
  images(db)
    .selectFrom('images')
    .select([
      sql<number>`count(*)::int`.as('files'),
      sql<bigint>`coalesce(sum(bytes + variants_bytes::bigint), 0)::bigint`.as('bytes'),
      sql<number>`count(*) filter (where created_at >= ${from.toISOString()} and created_at < ${to.toISOString()})::int`.as(
        'recent',
      ),
    ])
    .executeTakeFirstOrThrow();

/** The oldest pictures whose smaller forms are still to be made. Uses images_without_variants_idx. */
export const listWithoutVariants = (db: Db, limit: number): Promise<{ id: number; hash: string; key: string }[]> =>
  images(db)
    .selectFrom('images')
    .select(['id', 'hash', 'key'])
    .where('variants_made_at', 'is', null)
    .orderBy('variants_tries')
    .orderBy('id')
    .limit(limit)
    .execute();

/** @param made `variants` as JSON text */
export async function updateVariants(
  db: Db,
  id: number,
  made: { variants: string; variants_bytes: number; variants_made_at: string },
): Promise<void> {
  await images(db).updateTable('images').set(made).where('id', '=', id).execute();
}

/** Counts a try that failed; after the last one the picture stays without smaller forms. */
export async function countFailedTry(db: Db, id: number, maxTries: number, now: Date): Promise<void> {
  await images(db)
    .updateTable('images')
    .set({
      variants_tries: sql`variants_tries + 1`,
      variants_made_at: sql`case when variants_tries + 1 >= ${maxTries} then ${now.toISOString()}::timestamptz end`,
    })
    .where('id', '=', id)
    .execute();
}
