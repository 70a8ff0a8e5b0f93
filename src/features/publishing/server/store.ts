import { sql, type Generated } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

/** Records whose address is made of their slug alone. */
export type SlugKind = 'review' | 'person' | 'guide category';

type SlugRedirectsTable = { kind: SlugKind; slug: string; target_id: number; created_at: Generated<string> };

const redirects = (db: Db) => db.withTables<{ slug_redirects: SlugRedirectsTable }>();

/** The last one to leave a slug is the one that it leads to. */
export const upsert = async (db: Db, kind: SlugKind, slug: string, targetId: number): Promise<void> => {
  await redirects(db)
    .insertInto('slug_redirects')
    .values({ kind, slug, target_id: targetId })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'slug']).doUpdateSet({ target_id: targetId, created_at: sql`now()` }),
    )
    .execute();
};

export const remove = async (db: Db, kind: SlugKind, slug: string): Promise<void> => {
  await redirects(db).deleteFrom('slug_redirects').where('kind', '=', kind).where('slug', '=', slug).execute();
};

export const list = (db: Db, kind: SlugKind, only?: readonly number[]): Promise<{ slug: string; id: number }[]> =>
  redirects(db)
    .selectFrom('slug_redirects')
    .select(['slug', 'target_id as id'])
    .where('kind', '=', kind)
    .$if(only !== undefined, (query) => query.where('target_id', 'in', only!))
    .orderBy('slug')
    .execute();

/** Of these records; uses slug_redirects_target_idx. */
export const listOf = (db: Db, kind: SlugKind, ids: number[]): Promise<{ slug: string; id: number }[]> =>
  redirects(db)
    .selectFrom('slug_redirects')
    .select(['slug', 'target_id as id'])
    .where('kind', '=', kind)
    .where('target_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute();

export const findTarget = async (db: Db, kind: SlugKind, slug: string): Promise<number | undefined> =>
  (
    await redirects(db)
      .selectFrom('slug_redirects')
      .select('target_id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .executeTakeFirst()
  )?.target_id;
