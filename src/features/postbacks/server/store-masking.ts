import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { LogRow } from '../../conversions/server/store-logs.ts';
import { ERASED } from '../../events/server/store-erased.ts';

/** Refused messages that name an erased click. Uses postback_logs_uncounted_idx. */
export const listRefusedOfErased = (db: Db, limit: number): Promise<LogRow[]> =>
  db
    .withTables<{ postback_logs: LogRow }>()
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'in')
    .where('conversion_id', 'is', null)
    .where(
      // the words of `erasedKey`
      sql<SqlBool>`${ERASED} || left(encode(sha256(convert_to('erased ' || click_id, 'UTF8')), 'hex'), 40)
        in (select key from erased_clicks)`,
    )
    .orderBy('id')
    .limit(limit)
    .execute();

/** Messages that named a parameter twice, and so perhaps two clicks, of which the log can name one. Uses postback_logs_uncounted_idx. */
export const listPolluted = (db: Db, after: bigint, limit: number): Promise<LogRow[]> =>
  db
    .withTables<{ postback_logs: LogRow }>()
    .selectFrom('postback_logs')
    .selectAll()
    .where('direction', '=', 'in')
    .where('conversion_id', 'is', null)
    .where('reason_code', '=', 'parameter_pollution')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
