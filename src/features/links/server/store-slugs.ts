import { sql, type Generated } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { matchesText } from '../../../platform/server/records/record-queries.ts';

type Tables = { link_slugs: { slug: string; link_id: number; until: string | null; created_at: Generated<string> } };

/** A slug that a link had before, or was given besides its own, and the instant until which it leads there; null: for good. */
export type FormerSlug = { slug: string; link_id: number; until: string | null };

const leadsAt = (now: Date) => sql<boolean>`(until is null or until > ${now.toISOString()})`;

const t = (db: Db) => db.withTables<Tables>();

/** The slugs of some links that still lead to them, the newest first. Uses link_slugs_link_idx. */
export const listFormer = (db: Db, linkIds: number[], now: Date): Promise<FormerSlug[]> =>
  linkIds.length === 0
    ? Promise.resolve([])
    : t(db)
        .selectFrom('link_slugs')
        .select(['slug', 'link_id', 'until'])
        .where('link_id', 'in', linkIds)
        .where(leadsAt(now))
        .orderBy('until', 'desc')
        .orderBy('slug')
        .execute();

/** Ids of the links to which a slug of before that holds the text still leads. */
export async function linksOfFormer(db: Db, text: string, now: Date): Promise<number[]> {
  const rows = await t(db)
    .selectFrom('link_slugs')
    .select('link_id')
    .distinct()
    .where(matchesText('slug', text))
    .where(leadsAt(now))
    .execute();
  return rows.map((row) => row.link_id);
}

/** Which of these slugs lead to another link than this. */
export async function listTakenFormer(db: Db, slugs: string[], now: Date, exceptLinkId?: number): Promise<string[]> {
  const rows = await t(db)
    .selectFrom('link_slugs')
    .select('slug')
    .where('slug', 'in', slugs)
    .where(leadsAt(now))
    .where('link_id', '!=', exceptLinkId ?? 0)
    .execute();
  return rows.map((row) => row.slug);
}

/** The slug leads to the link until then. One that rested for another link before is free by now, or the caller has asked. */
export async function upsertFormer(db: Db, row: FormerSlug): Promise<void> {
  await t(db)
    .insertInto('link_slugs')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ link_id: row.link_id, until: row.until }))
    .execute();
}

export async function removeFormer(db: Db, slug: string): Promise<void> {
  await t(db).deleteFrom('link_slugs').where('slug', '=', slug).execute();
}

export async function removeEnded(db: Db, now: Date): Promise<void> {
  await t(db).deleteFrom('link_slugs').where('until', '<=', now.toISOString()).execute();
}
