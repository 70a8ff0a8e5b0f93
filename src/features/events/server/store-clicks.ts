import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { clickRows, GUIDE_ID, type ClickRow, type VisitRow } from './store-events.ts';

/** Oldest first. Uses clicks_visit_idx. */
export const listClicksOfVisit = (db: Db, visitId: string, limit: number): Promise<ClickRow[]> =>
  clickRows(db).where('visit_id', '=', visitId).orderBy('ts').limit(limit).execute();

/** Clicks of people on a network's offers, nearest before an instant first. Uses clicks_ts_idx. */
export const listClicksBefore = (
  db: Db,
  networkId: number,
  { since, before }: { since: string; before: string },
  limit: number,
): Promise<ClickRow[]> =>
  clickRows(db)
    .where('network_id', '=', networkId)
    .where('is_bot', '=', false)
    .where('ts', '<=', before)
    .where('ts', '>=', since)
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute();

/** Clicks whose id begins so. @param prefix base32 only. Uses the primary key */
export const listClicksLike = (db: Db, prefix: string, limit: number): Promise<ClickRow[]> =>
  clickRows(db)
    .where(sql<SqlBool>`click_id collate "C" >= ${prefix}`)
    .where(sql<SqlBool>`click_id collate "C" < ${`${prefix}~`}`)
    .orderBy('click_id')
    .limit(limit)
    .execute();

export const listClicks = (db: Db, ids: readonly string[]): Promise<ClickRow[]> =>
  clickRows(db)
    .where('click_id', 'in', [...ids])
    .execute();

export const findVisitOfClick = async (db: Db, clickId: string): Promise<string | null> =>
  (await clickRows(db).where('click_id', '=', clickId).executeTakeFirst())?.visit_id ?? null;

export const findVisitRow = (db: Db, visitId: string): Promise<VisitRow | undefined> =>
  db
    .withTables<{ visits: VisitRow }>()
    .selectFrom('visits')
    .selectAll()
    .select(GUIDE_ID.as('guide_id'))
    .where('visit_id', '=', visitId)
    .executeTakeFirst();

export async function removeClicks(trx: Db, ids: readonly string[]): Promise<void> {
  await trx
    .withTables<{ clicks: ClickRow }>()
    .deleteFrom('clicks')
    .where('click_id', 'in', [...ids])
    .execute();
}

export async function removeVisit(trx: Db, visitId: string): Promise<void> {
  await trx.withTables<{ visits: VisitRow }>().deleteFrom('visits').where('visit_id', '=', visitId).execute();
}
