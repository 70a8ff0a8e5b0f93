import { AppError, notFound } from '../../../platform/errors.ts';
import { formatMicros, parseMicros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { localDays } from '../../../platform/time.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { closeAlert, closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { siteDay, type Scope } from '../../reports/server/service.ts';
import { placementWords } from '../../sources/server/service.ts';
import type { PlacementRule, PlacementRuleInput } from '../contract.ts';
import { judgePlacements, placementsOf } from './judging.ts';
import { losersOf, lostBy, profitOf } from './losing.ts';
import * as store from './store.ts';

const ALERT = 'losing_placements';
const MOST_RULES = 20;
/** As many as an alert names. */
const NAMED = 10;

export const placementRules = async (db: Db, sourceId: number): Promise<PlacementRule[]> =>
  (await store.listRules(db, sourceId)).map(present);

/** From now on it is looked once a day. @throws AppError not_found, validation_failed, conflict */
export async function saveRule(scope: Scope, actor: Actor, input: PlacementRuleInput): Promise<PlacementRule> {
  const { source_id: sourceId, param, days, min_visits, certainty } = input;
  const source = await placementsOf(scope, sourceId, param);
  return inTransaction(scope.db, async (trx) => {
    if ((await store.listRules(trx, sourceId)).length >= MOST_RULES)
      throw new AppError('conflict', `${source.name} has ${MOST_RULES} rules: remove one that is no longer needed.`);
    const row = await store.insertRule(trx, {
      source_id: sourceId,
      param,
      days,
      min_visits,
      below_micros: parseMicros(input.below)!,
      certainty,
      created_by: actor.id,
      created_at: scope.clock().toISOString(),
    });
    if (!row) throw new AppError('conflict', 'This rule is watched already.');
    await note(trx, actor, 'create', row, source.name);
    return present(row);
  });
}

/** @throws AppError not_found */
export async function removeRule(scope: Pick<Scope, 'db' | 'clock'>, actor: Actor, id: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const row = await store.removeRule(trx, id);
    if (!row) throw notFound('Rule');
    await note(trx, actor, 'delete', row, (await placementWords(trx, row.source_id))?.name ?? '');
  });
}

async function note(trx: Db, actor: Actor, action: 'create' | 'delete', row: store.RuleRow, source: string) {
  const { source_id, param, days, min_visits, certainty } = row;
  const what = { source_id, param, days, min_visits, below: formatMicros(row.below_micros), certainty };
  await recordAudit(trx, actor, {
    action,
    entity: 'placement_rule',
    id: row.id,
    name: `${source}: by ${param}`,
    ...(action === 'create' ? { after: what } : { before: what }),
  });
}

/**
 * Runs the rules that were not run today, and says of each source which of its placements lose. What was said is over when none does, or
 * when nobody asks any more. Call it every hour or more often.
 */
export async function watchPlacements(deps: Scope): Promise<void> {
  const { today, tz, currency } = await siteDay(deps);
  const due = await store.dueRules(deps.db, localDays(today, today, tz).from);
  for (const [sourceId, rules] of Map.groupBy(due, (rule) => rule.source_id)) {
    const source = await placementWords(deps.db, sourceId);
    if (!source) continue;
    await watchSource(deps, { id: sourceId, ...source }, rules, currency);
  }
  await closeOtherAlerts(deps, ALERT, await store.ruledSources(deps.db));
}

async function watchSource(
  scope: Scope,
  source: { id: number; name: string; parameters: readonly { alias: string }[] },
  rules: readonly store.RuleRow[],
  currency: string,
): Promise<void> {
  const lost = new Map<string, { micros: bigint; text: string }>();
  for (const rule of rules) {
    const { param } = rule;
    // one that the source lost since tells nothing apart; its other rules go on
    if (!source.parameters.some(({ alias }) => alias === param)) {
      await store.noteRun(scope.db, rule.id, { ran_at: scope.clock().toISOString(), found: 0 });
      continue;
    }
    const kept = await store.keptPlacements(scope.db, source.id, param);
    const asked = { ...rule, below: formatMicros(rule.below_micros) };
    const judged = await judgePlacements(scope, source.id, param, asked, kept);
    const losers = losersOf(judged);
    for (const one of losers)
      lost.set(`${param} ${one.name}`, {
        micros: lostBy([one]),
        text: `${one.figures.visits} visits, profit ${formatMicros(profitOf(one.figures))} ${currency}`,
      });
    await store.noteRun(scope.db, rule.id, { ran_at: scope.clock().toISOString(), found: losers.length });
  }
  const subject = { kind: 'source', id: source.id, name: source.name };
  if (lost.size === 0) {
    await closeAlert(scope, ALERT, subject);
    return;
  }
  const worst = [...lost].toSorted(([, a], [, b]) => Number(b.micros - a.micros));
  const all = formatMicros(worst.reduce((sum, [, { micros }]) => sum + micros, 0n));
  const what = lost.size === 1 ? '1 placement loses' : `${lost.size} placements lose`;
  await raiseAlert(scope, {
    kind: ALERT,
    severity: 'warning',
    subject,
    message: `${what} money for sure: ${all} ${currency} in the days that were judged. Take the block list to the source.`,
    details: worst.slice(0, NAMED).map(([label, { text }]) => ({ label, text })),
    countsRepeats: false,
  });
}

const present = (row: store.RuleRow): PlacementRule => ({
  id: row.id,
  source_id: row.source_id,
  param: row.param,
  days: row.days,
  min_visits: row.min_visits,
  below: formatMicros(row.below_micros),
  certainty: row.certainty,
  created_at: row.created_at,
  ran_at: row.ran_at,
  found: row.found,
});
