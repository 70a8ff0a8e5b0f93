import type { Deps } from '../../../platform/server/deps.ts';
import type { JobHandler } from '../../../platform/server/jobs/jobs.ts';
import { inTransaction, type Db, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { weightsOf } from '../pool-weights.ts';
import { linkState } from '../../links/shares.ts';
import { moveWeights } from '../../links/server/destinations.ts';
import { auditLink } from '../../links/server/link-audit.ts';
import { lookAtPools, type OptimiserScope, type Pool } from './pools.ts';
import * as runs from './store.ts';
import * as store from '../../links/server/store-links.ts';

/** A share moves at most by its step in this time. */
export const RUN_EVERY_MS = 6 * 3_600_000;
const MAX_TRIES = 3;

/** Queues a look at each link whose time has come. Call it every minute, on as many instances as there are. */
export function queueDueOptimisers({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = clock();
    const ids = await runs.claimDue(trx, now, new Date(now.getTime() + RUN_EVERY_MS));
    // one after the other: each reads a month of events
    for (const id of ids)
      await jobs.add(trx, 'optimise_link', { link_id: id }, { key: `optimise_link:${id}`, queue: 'optimise_link' });
    return ids.length;
  });
}

/** What works those looks off. */
export const optimiserJobs = (scope: OptimiserScope): Record<'optimise_link', JobHandler> => ({
  optimise_link: (payload) => optimiseLink(scope, (payload as { link_id: number }).link_id),
});

/**
 * Looks at a link and moves the weights of its destinations. The numbers are read before the link is held: when somebody has changed it or
 * its destinations meanwhile, the look begins again. @throws Error when it was changed each time; the job is tried again later
 */
export async function optimiseLink(scope: OptimiserScope, linkId: number): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const link = await store.find(scope.db, linkId);
    if (!link || !isOn(link, scope.clock())) return;
    const pools = await lookAtPools(scope, link);
    const isDone = await inTransaction(scope.db, async (trx) => {
      const held = await store.lock(trx, linkId);
      if (!held || held.version !== link.version || !(await isAsSeen(trx, linkId, pools))) return false;
      await apply(trx, held, pools, scope.clock());
      return true;
    });
    if (isDone) return;
  }
  throw new Error(`link ${linkId} was changed each time its weights were to be moved`);
}

const isOn = (link: store.LinkRow, now: Date): boolean =>
  link.rotation === 'auto' && link.auto_frozen_at === null && linkState(link, now) === 'active';

async function isAsSeen(trx: Db, linkId: number, pools: readonly Pool[]): Promise<boolean> {
  const seen = new Map(pools.flatMap(({ destinations }) => destinations).map((one) => [one.id, one.version]));
  const rows = await store.findDestinations(trx, [linkId]);
  return rows.length === seen.size && rows.every((row) => seen.get(row.id) === row.version);
}

async function apply(trx: Trx, link: store.LinkRow, pools: readonly Pool[], now: Date): Promise<void> {
  const all: runs.Move[] = [];
  for (const { ruleId, ruleName, destinations, arms, run } of pools) {
    const weights =
      run.status === 'moved'
        ? weightsOf(destinations, new Map(run.arms.map(({ id, share }) => [id, share])))
        : new Map<number, number>();
    const moves = destinations.flatMap(({ id, name, target_name: target, weight: before }): runs.Move[] => {
      const after = weights.get(id) ?? before;
      return after === before ? [] : [{ id, name: name || target, before, after }];
    });
    await moveWeights(trx, new Map(moves.map(({ id, after }) => [id, after])), now);
    // a pool of one has nothing to be told of
    if (arms.length > 1 || run.status !== 'kept')
      await runs.noteRun(
        trx,
        {
          link_id: link.id,
          rule_id: ruleId,
          rule_name: ruleName,
          goal: link.auto_goal,
          status: run.status,
          words: run.words,
          moves,
        },
        now,
      );
    if (moves.length > 0) {
      const of = (side: 'before' | 'after') => Object.fromEntries(moves.map((one) => [one.id, one[side]]));
      await auditLink(trx, { actor: undefined, action: 'optimise' }, link, {
        before: { weights: of('before') },
        after: { weights: of('after'), why: run.words },
      });
    }
    all.push(...moves);
  }
  if (all.length > 0) await contentChanged(trx, []);
}
