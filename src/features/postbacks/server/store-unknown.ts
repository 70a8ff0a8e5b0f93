import { sql } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';

/** Messages of one sender to one address that is none of ours. */
export type UnknownRow = {
  key_head: string | null;
  key_length: number | null;
  remote_net: string | null;
  messages: number;
  first_at: string;
  last_at: string;
  newest_id: bigint;
};

export type NewestRow = { id: bigint; method: string; url_masked: string; click_id: string | null };

/** By sender and address, the newest first. Uses postback_logs_unknown_idx. */
export const listUnknown = async (db: Db, since: Date, limit: number): Promise<UnknownRow[]> => {
  const { rows } = await sql<UnknownRow>`
    select key_head, key_length, remote_net, count(*)::int as messages, min(created_at) as first_at, max(created_at) as last_at,
           max(id) as newest_id
      from postback_logs where reason_code = 'bad_key' and created_at >= ${since.toISOString()}
     group by 1, 2, 3 order by newest_id desc limit ${limit}`.execute(db);
  return rows;
};

export const listNewest = async (db: Db, ids: readonly bigint[]): Promise<Map<bigint, NewestRow>> => {
  const { rows } = await sql<NewestRow>`
    select id, method, url_masked, click_id from postback_logs where id = any(${ids.map(String)}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Removes what came before an instant, and all but the newest. @returns how many went */
export const removeUnknown = async (db: Db, before: Date, keep: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from postback_logs where reason_code = 'bad_key' and (created_at < ${before.toISOString()} or id <=
      (select id from postback_logs where reason_code = 'bad_key' order by id desc offset ${keep} limit 1))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
};
