import { sql } from 'kysely';
import type { Page } from '../../../platform/paging.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { QUARANTINE } from '../../conversions/contract.ts';
import { logTables, type LogRow } from '../../conversions/server/store-logs.ts';
import type { NetworkLogQuery } from '../contract.ts';

/** Puts a message out of quarantine, to be judged again. @returns false when it is not in quarantine */
export const requeue = async (db: Db, id: bigint, networkId: number): Promise<boolean> =>
  (
    await logTables(db)
      .updateTable('postback_logs')
      .set({ state: 'received', reason_code: null, attempt: 1 })
      .where('id', '=', id)
      .where('network_id', '=', networkId)
      .where('direction', '=', 'in')
      .where('reason_code', 'in', [...QUARANTINE])
      .returning('id')
      .execute()
  ).length > 0;

function ofNetwork(db: Db, networkId: number, q: NetworkLogQuery) {
  let query = logTables(db)
    .selectFrom('postback_logs')
    .where('network_id', '=', networkId)
    .where('direction', '=', 'in');
  if (q.reason) query = query.where('reason_code', '=', q.reason);
  if (q.click_id) query = query.where('click_id', '=', q.click_id);
  return query;
}

/** Newest first. Uses postback_logs_network_idx. */
export const listOfNetwork = (db: Db, networkId: number, q: NetworkLogQuery, page: Page): Promise<LogRow[]> =>
  ofNetwork(db, networkId, q).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();

export const countOfNetwork = async (db: Db, networkId: number, q: NetworkLogQuery): Promise<number> =>
  (
    await ofNetwork(db, networkId, q)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;
