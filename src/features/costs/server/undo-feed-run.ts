import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { afterCommit, inTransaction, waitPatiently } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { FeedRun } from '../feed-contract.ts';
import { type CostScope, letCount, takeOut } from './enter.ts';
import { lockSource } from './store-bills.ts';
import { presentRun } from './feeds.ts';
import * as store from './feeds/store-feeds.ts';

/**
 * Takes back all that a fetch did: what it wrote counts no more, and what it replaced counts again. The same file is not taken in again
 * on schedule. @throws AppError not_found | conflict
 */
export async function undoRun(scope: CostScope, actor: Actor, feedId: number, runId: bigint): Promise<FeedRun> {
  return inTransaction(scope.db, async (trx) => {
    await waitPatiently(trx);
    const feed = await store.lockFeed(trx, feedId);
    const run = feed && (await store.lockRun(trx, feedId, runId));
    if (!run) throw notFound('Fetch');
    if (run.undone_at !== null) throw new AppError('conflict', 'This fetch was taken back already.');
    if (run.status !== 'written') throw new AppError('conflict', 'This fetch wrote nothing.');
    await lockSource(trx, feed.source_id, 'alone');
    const entries = await store.listEntriesOfRun(trx, runId);
    const later = entries.find((one) => one.feed_run_id === runId && one.replaced_run_id !== null);
    if (later)
      throw new AppError(
        'conflict',
        'A later fetch has replaced some of what this one wrote. Take that one back first.',
      );
    const inside = { ...scope, db: trx };
    for (const entry of entries)
      if (entry.feed_run_id === runId && entry.undone_at === null) await takeOut(inside, entry, actor.username);
    for (const entry of entries)
      if (entry.replaced_run_id === runId && entry.undone_at !== null) await letCount(inside, entry);
    const undone = await store.updateRun(trx, runId, {
      undone_at: scope.clock().toISOString(),
      undone_by: actor.username,
    });
    await recordAudit(trx, actor, {
      action: 'undo',
      entity: 'cost_feed_run',
      id: runId,
      name: feed.name,
      after: { entries_written: run.entries_written, entries_replaced: run.entries_replaced },
    });
    await afterCommit(trx, () => Promise.resolve(scope.bills.released(scope.config)));
    return presentRun(undone);
  });
}

/** The same by the number of the fetch alone, for the audit log. @throws AppError not_found | conflict */
export async function undoRunById(scope: CostScope, actor: Actor, runId: bigint): Promise<void> {
  const run = await store.findRunById(scope.db, runId);
  if (!run) throw notFound('Fetch');
  await undoRun(scope, actor, run.feed_id, runId);
}
