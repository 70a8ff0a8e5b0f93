import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { InReason } from '../../conversions/contract.ts';
import type { LogRow } from '../../conversions/server/store-logs.ts';
import { byId } from '../../conversions/server/store-conversions.ts';

const logs = (db: Db) => db.withTables<{ postback_logs: LogRow }>();

/** Messages that came while their network lies in the trash, by network. Uses postback_logs_trashed_idx. */
export const listTrashed = (
  db: Db,
): Promise<{ network_id: number; messages: number; first_at: string; last_at: string }[]> =>
  logs(db)
    .selectFrom('postback_logs')
    .select([
      'network_id',
      sql<number>`count(*)::int`.as('messages'),
      sql<string>`min(created_at)`.as('first_at'),
      sql<string>`max(created_at)`.as('last_at'),
    ])
    .where('reason_code', '=', 'network_in_trash' satisfies InReason)
    .where('network_id', 'is not', null)
    .groupBy('network_id')
    .orderBy('last_at', 'desc')
    .execute() as Promise<{ network_id: number; messages: number; first_at: string; last_at: string }[]>;

/** Puts those of one network out of quarantine, oldest first. @returns their ids */
export const requeueTrashed = async (db: Db, networkId: number): Promise<bigint[]> =>
  byId(
    await logs(db)
      .updateTable('postback_logs')
      .set({ state: 'received', reason_code: null, attempt: 1 })
      .where('network_id', '=', networkId)
      .where('reason_code', '=', 'network_in_trash' satisfies InReason)
      .returning('id')
      .execute(),
  ).map((row) => row.id);
