import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { ShownColumn } from '../../../reports/own-columns-contract.ts';
import type { ViewLink } from '../../shared-view-contract.ts';

type LinksTable = {
  id: Generated<number>;
  view_id: number;
  token_hash: string;
  created_by: number;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  own_columns: ColumnType<ShownColumn[], string, never>;
};

type Tables = { stats_view_links: LinksTable; users: { id: number; username: string } };

const t = (db: Db) => db.withTables<Tables>();

const listed = (db: Db) =>
  t(db)
    .selectFrom('stats_view_links as l')
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .select(['l.id', 'u.username', 'l.created_at', 'l.expires_at', 'l.last_used_at']);

/** Those of a view that work, the newest first. Uses stats_view_links_view_idx. */
export const listLinks = (db: Db, viewId: number, now: Date): Promise<ViewLink[]> =>
  listed(db)
    .where('l.view_id', '=', viewId)
    .where('l.expires_at', '>', now.toISOString())
    .orderBy('l.id', 'desc')
    .execute();

export async function insertLink(
  db: Db,
  { own_columns, ...row }: Omit<Selectable<LinksTable>, 'id' | 'last_used_at'>,
): Promise<ViewLink> {
  const values = { ...row, own_columns: JSON.stringify(own_columns) };
  const { id } = await t(db).insertInto('stats_view_links').values(values).returning('id').executeTakeFirstOrThrow();
  return listed(db).where('l.id', '=', id).executeTakeFirstOrThrow();
}

/** @returns whether there was one */
export async function removeLink(db: Db, viewId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await t(db)
    .deleteFrom('stats_view_links')
    .where('view_id', '=', viewId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeEndedLinks(db: Db, now: Date): Promise<void> {
  await t(db).deleteFrom('stats_view_links').where('expires_at', '<=', now.toISOString()).execute();
}

/** `own_columns` are those of its question as they were when the link was made. */
export type OpenedView = { name: string; query: string; expires_at: string; own_columns: ShownColumn[] };

/** The view behind a token that works, which is noted as used; undefined for any other. Whose maker may not share any more works no more. */
export async function openView(db: Db, tokenHash: string, now: Date): Promise<OpenedView | undefined> {
  const { rows } = await sql<OpenedView>`
    update stats_view_links l set last_used_at = ${now.toISOString()}
      from stats_views v, users u
     where l.token_hash = ${tokenHash} and l.expires_at > ${now.toISOString()} and v.id = l.view_id
       and u.id = l.created_by and not u.is_disabled and u.role = 'admin'
    returning v.name, v.query, l.expires_at, l.own_columns`.execute(db);
  return rows[0];
}
