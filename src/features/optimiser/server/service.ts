import { AppError, notFound } from '../../../platform/errors.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { refuseStale } from '../../../platform/server/records/records.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { siteCurrency } from '../../settings/server/service.ts';
import { DEFAULTS } from '../optimise.ts';
import {
  Optimiser,
  type OptimiserArm,
  type OptimiserChange,
  type OptimiserPool,
  type OptimiserPools,
  type OptimiserRun,
  type OptimiserRunQuery,
} from '../contract.ts';
import { moveWeights } from '../../links/server/destinations.ts';
import { auditLink } from '../../links/server/link-audit.ts';
import { changeRotation } from '../../links/server/service.ts';
import { lookAtPools, WINDOW_DAYS, type OptimiserScope, type Pool } from './pools.ts';
import { RUN_EVERY_MS } from './run.ts';
import * as runs from './store.ts';
import * as store from '../../links/server/store-links.ts';

const RUNS_A_PAGE = 25;

type Scope = Pick<OptimiserScope, 'db' | 'clock'>;

/** How a link is optimised. @throws AppError not_found */
export const getOptimiser = async (scope: Scope, linkId: number): Promise<Optimiser> =>
  present(scope, await found(scope.db, linkId));

/** What is believed of a link's destinations by the numbers of now, also while it is off. @throws AppError not_found | unavailable */
export async function getBeliefs(scope: OptimiserScope, linkId: number): Promise<OptimiserPools> {
  const link = await found(scope.db, linkId);
  const pools = await lookAtPools(scope, link);
  return {
    data: pools.filter(({ arms }) => arms.length > 0).map(presentPool),
    goal: link.auto_goal,
    currency: await siteCurrency(scope.db),
    window_days: WINDOW_DAYS,
  };
}

async function found(db: Db, linkId: number): Promise<store.LinkRow> {
  const link = await store.find(db, linkId);
  if (!link) throw notFound('Tracking link');
  return link;
}

/** Keys left out stay. Switched on or set free again, it looks within a minute. @throws AppError not_found | version_conflict */
export async function changeOptimiser(
  scope: Scope,
  actor: Actor,
  linkId: number,
  input: OptimiserChange,
): Promise<Optimiser> {
  const { version, is_enabled: isEnabled, is_frozen: isFrozen, goal, floor_percent, step_points } = input;
  return inTransaction(scope.db, async (trx) => {
    const old = await store.lock(trx, linkId);
    if (!old) throw notFound('Tracking link');
    if (version !== undefined && version !== old.version) {
      refuseStale(Optimiser, [version, old.version], await present({ ...scope, db: trx }, old), input);
    }
    const wasOn = old.rotation === 'auto';
    const isOn = isEnabled ?? wasOn;
    const frozenAt =
      !isOn || isFrozen === false
        ? null
        : isFrozen
          ? (old.auto_frozen_at ?? scope.clock().toISOString())
          : old.auto_frozen_at;
    const isSetGoing = isOn && frozenAt === null && (!wasOn || old.auto_frozen_at !== null);
    const inside = { ...scope, db: trx };
    const row = await changeRotation(inside, actor, old, {
      ...(isOn !== wasOn && { rotation: isOn ? 'auto' : 'weighted' }),
      ...(goal && { auto_goal: goal }),
      ...(floor_percent !== undefined && { auto_floor_percent: floor_percent }),
      ...(step_points !== undefined && { auto_step_points: step_points }),
      auto_frozen_at: frozenAt,
      ...(isSetGoing && { auto_run_at: null }),
    });
    return present(inside, row);
  });
}

/** What the looks came to, the latest first. @throws AppError not_found */
export async function listRuns(
  { db }: Pick<Scope, 'db'>,
  linkId: number,
  query: OptimiserRunQuery,
): Promise<Paged<OptimiserRun>> {
  await found(db, linkId);
  const page = pageFrom(query, RUNS_A_PAGE);
  const rows = await runs.listRuns(db, linkId, page);
  const data = rows.map(({ undone_by_name: by, ...row }) => ({ ...row, undone_by: by }));
  return paged(data, await runs.countRuns(db, linkId), page);
}

/**
 * Gives the destinations the weights that they had before the last step that is not undone; the next look comes a whole period later.
 * @throws AppError not_found | conflict when there is no step, or a weight was changed since
 */
export async function undoLastStep(scope: Scope, actor: Actor, linkId: number): Promise<Optimiser> {
  return inTransaction(scope.db, async (trx) => {
    const link = await store.lock(trx, linkId);
    if (!link) throw notFound('Tracking link');
    const { step, moves, objection } = await undoable(trx, linkId);
    if (objection !== null) throw new AppError('conflict', objection);
    const now = scope.clock();
    await moveWeights(trx, new Map(moves.map(({ id, before }) => [id, before])), now);
    await runs.markUndone(
      trx,
      step.map(({ id }) => id),
      actor.id,
      now,
    );
    await runs.setNextRun(trx, linkId, new Date(now.getTime() + RUN_EVERY_MS));
    const of = (side: 'before' | 'after') => Object.fromEntries(moves.map((one) => [one.id, one[side]]));
    await auditLink(trx, { actor, action: 'undo' }, link, {
      before: { weights: of('after') },
      after: { weights: of('before') },
    });
    await contentChanged(trx, []);
    return present({ ...scope, db: trx }, await found(trx, linkId));
  });
}

/** The step that an undo would take back, and what stands in its way, in words. */
async function undoable(db: Db, linkId: number) {
  const step = await runs.findLastStep(db, linkId);
  const weights = await weightsNow(db, linkId);
  // one that was removed since has no weight to give back
  const moves = step.flatMap((run) => run.moves).filter(({ id }) => weights.has(id));
  const changed = moves.find(({ id, after }) => weights.get(id) !== after);
  const objection =
    step.length === 0
      ? 'There is no step to undo.'
      : changed
        ? `The weight of ${changed.name} was changed since: set the weights by hand instead.`
        : null;
  return { step, moves, objection };
}

const weightsNow = async (db: Db, linkId: number): Promise<Map<number, number>> =>
  new Map((await store.findDestinations(db, [linkId])).map((row) => [row.id, row.weight]));

async function present(scope: Scope, link: store.LinkRow): Promise<Optimiser> {
  const isOn = link.rotation === 'auto';
  const isRunning = isOn && link.auto_frozen_at === null;
  return {
    is_enabled: isOn,
    goal: link.auto_goal,
    floor_percent: link.auto_floor_percent,
    step_points: link.auto_step_points,
    is_frozen: link.auto_frozen_at !== null,
    next_run_at: isRunning ? (link.auto_run_at ?? scope.clock().toISOString()) : null,
    undo_objection: (await undoable(scope.db, link.id)).objection,
    version: link.version,
  };
}

function presentPool({ ruleId, ruleName, arms, run }: Pool): OptimiserPool {
  const isShort = run.status === 'not_enough_data';
  const hasChoice = arms.filter((arm) => !arm.isControl).length > 1;
  return {
    rule_id: ruleId,
    rule_name: ruleName,
    status: isShort ? 'not_enough_data' : hasChoice ? 'ready' : 'no_choice',
    words: run.words,
    effective_visits: run.effectiveVisits,
    conversions: run.conversions,
    missing_visits: Math.max(0, DEFAULTS.minVisits - run.effectiveVisits),
    missing_conversions: Math.max(0, DEFAULTS.minConversions - run.conversions),
    arms: run.arms.map((result, index): OptimiserArm => {
      const arm = arms[index]!;
      const { belief } = result;
      return {
        destination_id: arm.id,
        name: arm.name,
        is_control: arm.isControl,
        share: arm.share,
        visits: arm.visits.reduce((sum, { count }) => sum + count, 0),
        effective_visits: result.effectiveVisits,
        conversions: arm.conversions,
        value: belief ? belief.value.toFixed(4) : null,
        low: belief ? belief.low.toFixed(4) : null,
        high: belief ? belief.high.toFixed(4) : null,
        p_best: belief && !isShort && hasChoice && !arm.isControl ? belief.pBest : null,
      };
    }),
  };
}
