import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { isLookedUp, type Dimension, type LookedUpDimension } from '../dimensions-contract.ts';
import type { ReportQuery, Said } from './report-query.ts';

/** What records say, those in the trash included; those that say nothing are left out. */
const SAYS: Record<LookedUpDimension, RawBuilder<Said>> = {
  guide_category: sql`select id, category_id as value from guides where category_id is not null`,
  guide_author: sql`select id, author_id as value from guides where author_id is not null`,
  badge: sql`select id, badge as value from guide_items where badge is not null`,
  review_author: sql`select id, author_id as value from reviews where author_id is not null`,
  offer_category: sql`select id, category_id as value from offers`,
  offer_tag: sql`select distinct id, tag as value from offers, jsonb_array_elements_text(tags) as tag`,
  link_tag: sql`select distinct id, tag as value from links, jsonb_array_elements_text(tags) as tag`,
};

/** For all of these that are looked up, what every record says of itself now. */
export async function whatRecordsSay(db: Db, dimensions: readonly Dimension[]): Promise<ReportQuery['said']> {
  const asked = [...new Set(dimensions.filter(isLookedUp))];
  if (asked.length === 0) return undefined;
  const found = asked.map(async (one) => [one, (await SAYS[one].execute(db)).rows] as const);
  return new Map(await Promise.all(found));
}

/** What records are called, those in the trash included. */
export async function namesIn(
  db: Db,
  table: 'guide_categories' | 'offer_categories' | 'people',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)} where id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
