import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import type { LinkHealth } from '../../link-health.ts';
import type { OfferRow, OfferUpdate } from '../store.ts';

type Table = { offers: OfferRow };

const offers = (db: Db) => db.withTables<Table>();

/**
 * Takes active offers whose address is due, the longest waiting first, so that no other instance looks at them meanwhile.
 * Uses offers_link_due_idx. @param until when they are due again if this look never ends
 */
export async function claimDue(db: Db, now: Date, until: Date, limit: number): Promise<number[]> {
  const due = offers(db)
    .selectFrom('offers')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('link_due_at', '<=', now.toISOString())
    .orderBy('link_due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await offers(db)
    .updateTable('offers')
    .set({ link_due_at: until.toISOString() })
    .where('id', 'in', due)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Writes what was seen. Not an edit: the version of the offer stays. */
export const updateHealth = (
  db: Db,
  id: number,
  health: Partial<LinkHealth> & Pick<OfferUpdate, 'final_url' | 'link_checked_at'>,
): Promise<OfferRow> =>
  offers(db).updateTable('offers').set(health).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Offers in trouble that nobody is sent to any more, because they are paused, archived or in the trash. */
export async function listLeft(db: Db): Promise<number[]> {
  const rows = await offers(db)
    .selectFrom('offers')
    .select('id')
    .where('link_status', 'in', ['error', 'params_lost'])
    .where(sql<boolean>`(status <> 'active' or deleted_at is not null)`)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
