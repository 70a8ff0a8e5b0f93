import { AppError, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import type { PostbackAnswer, PostbackLog } from '../../conversions/contract.ts';
import type { NetworkLogQuery } from '../contract.ts';
import { judge } from './receiving/judge.ts';
import * as logs from '../../conversions/server/store-logs.ts';
import * as store from './store.ts';

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log'>;

const LAST_OF_NETWORK = 20;

/** The last postbacks that came from a network, refused ones included. */
export async function listNetworkLogs(
  scope: Scope,
  networkId: number,
  query: NetworkLogQuery,
): Promise<Paged<PostbackLog>> {
  if (!(await networksById(scope.db, [networkId])).has(networkId)) throw notFound('Affiliate network');
  const page = pageFrom(query, LAST_OF_NETWORK);
  const [rows, total] = await Promise.all([
    store.listOfNetwork(scope.db, networkId, query, page),
    store.countOfNetwork(scope.db, networkId, query),
  ]);
  return paged(rows.map(presentLog), total, page);
}

/** Judges an incoming message of the quarantine again, by today's settings. @throws AppError not_found | conflict when it was counted */
export async function replayIncoming(
  scope: Scope,
  actor: Actor,
  networkId: number,
  logId: bigint,
): Promise<PostbackAnswer> {
  const log = await logs.findLog(scope.db, logId);
  if (log?.network_id !== networkId || log.direction !== 'in') throw notFound('Postback');
  await inTransaction(scope.db, async (trx) => {
    if (!(await store.requeue(trx, logId, networkId)))
      throw new AppError('conflict', 'This postback was judged for good.');
    await recordAudit(trx, actor, { action: 'replay', entity: 'postback', id: logId, name: `Postback ${logId}` });
  });
  return judge(scope, logId);
}

export const presentLog = ({ key_head: _head, key_length: _length, ...row }: logs.LogRow): PostbackLog => ({
  ...row,
  id: String(row.id),
  conversion_id: row.conversion_id === null ? null : String(row.conversion_id),
  request_query: row.request_query ?? [],
});
