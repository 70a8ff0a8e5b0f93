import type { Db } from '../../../platform/server/postgres.ts';
import type { LinkReading } from '../../sources/contract.ts';

/**
 * What the links of a source are read by.
 * @param kept for those that follow the source; null lets all follow it again
 */
export async function keepSource(db: Db, sourceId: number, kept: LinkReading | null): Promise<void> {
  const all = db
    .withTables<{ links: { traffic_source_id: number | null; kept_source: string | null } }>()
    .updateTable('links')
    .set({ kept_source: kept && JSON.stringify(kept) })
    .where('traffic_source_id', '=', sourceId);
  await (kept ? all.where('kept_source', 'is', null) : all).execute();
}
