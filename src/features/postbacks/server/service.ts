import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import * as logs from '../../conversions/server/store-logs.ts';
import { tendRecords } from '../../conversions/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { judgeReceived } from './receiving/judge.ts';
import * as trashed from './trashed.ts';

const DAY_MS = 24 * 3_600_000;
/** A message that is younger may still be in the hands of the request that brought it. */
const UNDER_WAY_MS = 30_000;
const CLEAN_BATCH = 5000;

/** For the list of networks: their messages of the last seven days whose click is not known. Those left out of the map sent none. */
export async function unmatchedMessages(db: Db, networkIds: number[], now: Date): Promise<Map<number, number>> {
  if (networkIds.length === 0) return new Map();
  const rows = await logs.countUnmatched(db, networkIds, new Date(now.getTime() - 7 * DAY_MS));
  return new Map(rows.flatMap(({ network_id: id, count }) => (id === null ? [] : [[id, count] as const])));
}

type Scope = Pick<Deps, 'config' | 'db' | 'secrets' | 'jobs' | 'clock' | 'log'>;

/**
 * Judges messages that a crash left stored and unjudged. Call at the start with `all`, then every so often.
 * @returns how many were judged
 */
export const recoverReceived = (scope: Scope, which: 'all' | 'old' = 'old'): Promise<number> =>
  judgeReceived(scope, new Date(scope.clock().getTime() - (which === 'all' ? 0 : UNDER_WAY_MS)));

/** Twice a minute: what a crash left, what a changed status map can explain now, what waited for a network that is back, orphans whose click came while nobody looked, amounts whose rate came. */
export async function tendConversions(scope: Scope): Promise<{ judged: number; matched: number }> {
  const unmapped = await logs.listUnmapped(scope.db);
  const networks = await networksById(
    scope.db,
    unmapped.map((row) => row.network_id),
  );
  let remapped = 0;
  for (const { network_id: id, judged_at: judgedAt } of unmapped) {
    const network = networks.get(id);
    if (!network || Date.parse(network.updated_at) <= Date.parse(judgedAt)) continue;
    remapped += (await logs.requeueUnmapped(scope.db, id, network.updated_at)).length;
  }
  const returned = await trashed.requeueReturned(scope.db);
  const judged = await recoverReceived(scope, remapped + returned > 0 ? 'all' : 'old');
  return { judged, matched: await tendRecords(scope) };
}

/** Retention: removes logs of before an instant, a batch at a time; what waits for a network in the trash stays as long as clicks do. @returns how many went */
export async function removeOldLogs(db: Db, retention: logs.Retention): Promise<number> {
  for (let removed = 0; ;) {
    const batch = await logs.removeBefore(db, retention, CLEAN_BATCH);
    removed += batch;
    if (batch < CLEAN_BATCH) return removed;
  }
}
