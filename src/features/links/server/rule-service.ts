import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db, type Trx } from '../../../platform/server/postgres/postgres.ts';
import { auditDiff, pick, refuseStale, contractFields } from '../../../platform/server/records/records.ts';
import { auditOf, recordAudit, type BeforeAfter, type Act } from '../../accounts/server/service.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { sourceNames } from '../../sources/server/service.ts';
import { conditionWords } from '../condition-words.ts';
import { patternObjection, unboundedRules } from '../pattern-budget.ts';
import { MAX_RULES, Rule, type RuleChange, type RuleInput, type RuleOrder } from '../rule-contract.ts';
import { isRunning } from '../rules.ts';
import * as store from './store-links.ts';
import * as ruleStore from './store-rules.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;
type Judged = Pick<ruleStore.RuleRow, 'id' | 'is_enabled' | 'conditions'>;

/** In their order. @throws AppError not_found */
export async function listRules(scope: Scope, linkId: number): Promise<Rule[]> {
  if (!(await store.find(scope.db, linkId))) throw notFound('Tracking link');
  return rulesOf(scope, linkId);
}

/** What rules are called. Those that were removed are left out. */
export const ruleNames = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  new Map((await ruleStore.listNames(db, ids)).map(({ id, name }) => [id, name]));

/** The last one of the link. @returns the whole list. @throws AppError not_found | validation_failed | conflict when there are too many */
export async function addRule(
  scope: Scope,
  actor: Actor | undefined,
  linkId: number,
  input: RuleInput,
): Promise<Rule[]> {
  return inTransaction(scope.db, async (trx) => {
    await lock(trx, linkId);
    const all = await ruleStore.listOf(trx, linkId);
    if (all.length >= MAX_RULES) throw new AppError('conflict', `A tracking link holds at most ${MAX_RULES} rules.`);
    judgeDates(input.starts_at ?? null, input.ends_at ?? null);
    const isEnabled = input.is_enabled ?? true;
    judgePatterns(all, { id: 0, is_enabled: isEnabled, conditions: input.conditions ?? [] });
    const row = await ruleStore.insert(trx, {
      link_id: linkId,
      place: (all.at(-1)?.place ?? 0) + 1,
      name: input.name,
      is_enabled: isEnabled,
      conditions: JSON.stringify(input.conditions ?? []),
      starts_at: input.starts_at ?? null,
      ends_at: input.ends_at ?? null,
    });
    return finish({ ...scope, db: trx }, { actor, action: 'create' }, row, { after: auditable(row) });
  });
}

/** Keys left out stay. @throws AppError not_found | version_conflict | validation_failed */
export async function updateRule(scope: Scope, actor: Actor, id: number, input: RuleChange): Promise<Rule[]> {
  const { version, conditions, ...rest } = input;
  return inTransaction(scope.db, async (trx) => {
    const old = await find(trx, id);
    if (version !== undefined && version !== old.version) {
      const current = (await rulesOf({ ...scope, db: trx }, old.link_id)).find((one) => one.id === id);
      refuseStale(Rule, [version, old.version], current!, input);
    }
    const { starts_at: starts = old.starts_at, ends_at: ends = old.ends_at } = input;
    judgeDates(starts, ends);
    const { is_enabled: isEnabled = old.is_enabled } = input;
    judgePatterns(await ruleStore.listOf(trx, old.link_id), {
      id,
      is_enabled: isEnabled,
      conditions: conditions ?? old.conditions,
    });
    const change = { ...rest, ...(conditions && { conditions: JSON.stringify(conditions) }) };
    const row = await ruleStore.update(trx, id, change, scope.clock());
    return finish({ ...scope, db: trx }, { actor, action: 'update' }, row, auditDiff(auditable(old), auditable(row)));
  });
}

/** @param order every rule of the link once, the first to be asked first. @throws AppError not_found | validation_failed */
export async function reorderRules(scope: Scope, actor: Actor, linkId: number, { ids }: RuleOrder): Promise<Rule[]> {
  return inTransaction(scope.db, async (trx) => {
    await lock(trx, linkId);
    const rows = await ruleStore.listOf(trx, linkId);
    const before = rows.map((row) => row.id);
    if (ids.length !== before.length || before.some((id) => !ids.includes(id)))
      throw invalid('ids', 'must name every rule of this link once');
    await ruleStore.reorder(trx, ids);
    const namesIn = (order: number[]) => ({ rules: order.map((id) => rows.find((row) => row.id === id)!.name) });
    await recordAudit(trx, actor, {
      action: 'reorder',
      entity: 'link',
      id: linkId,
      name: (await store.find(trx, linkId))!.name,
      before: namesIn(before),
      after: namesIn(ids),
    });
    await contentChanged(trx, []);
    return rulesOf({ ...scope, db: trx }, linkId);
  });
}

/** The program itself switches rules off that may not run; one that is off already, or gone, stays as it is. @param ids of one link */
export async function switchOffRules({ db, clock }: Scope, ids: Iterable<number>): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const id of ids) {
      const old = await ruleStore.find(trx, id);
      if (!old?.is_enabled) continue;
      const row = await ruleStore.update(trx, id, { is_enabled: false }, clock());
      await audit(
        trx,
        { actor: undefined, action: 'update' },
        row,
        auditDiff({ is_enabled: true }, { is_enabled: false }),
      );
    }
    await contentChanged(trx);
  });
}

/** With the destinations of that rule. @throws AppError not_found also when the rule belongs to another link */
export async function removeRule(scope: Scope, actor: Actor, linkId: number, id: number): Promise<Rule[]> {
  return inTransaction(scope.db, async (trx) => {
    const row = await find(trx, id);
    if (row.link_id !== linkId) throw notFound('Rule');
    await ruleStore.remove(trx, id);
    return finish({ ...scope, db: trx }, { actor, action: 'delete' }, row, { before: auditable(row) });
  });
}

/** Columns as they were before a change that is taken back. @throws AppError like `updateRule` */
export async function putRuleBack(
  scope: Scope & { db: Trx },
  actor: Actor,
  id: number,
  columns: ruleStore.RuleUpdate,
): Promise<void> {
  const old = await find(scope.db, id);
  const row = await ruleStore.update(scope.db, id, columns, scope.clock());
  await judgeAgain(scope.db, row);
  await finish(scope, { actor, action: 'undo' }, row, auditDiff(auditable(old), auditable(row)));
}

/** What every rule that is written is judged by, after it was. @throws AppError validation_failed | conflict when there are too many */
export async function judgeAgain(trx: Trx, { id, link_id: linkId }: { id: number; link_id: number }): Promise<void> {
  const all = await ruleStore.listOf(trx, linkId);
  if (all.length > MAX_RULES) throw new AppError('conflict', `A tracking link holds at most ${MAX_RULES} rules.`);
  judgePatterns(
    all,
    all.find((one) => one.id === id)!,
  );
}

/** @throws AppError conflict while destinations stand in the rule, which would go with it */
export async function refuseRuleInUse(db: Db, id: number, linkId: number): Promise<void> {
  const held = (await store.findDestinations(db, [linkId])).filter((one) => one.rule_id === id).length;
  if (held > 0) throw new AppError('conflict', 'Destinations stand in this rule by now. Move or remove them first.');
}

async function rulesOf({ db, clock }: Scope, linkId: number): Promise<Rule[]> {
  const rows = await ruleStore.listOf(db, linkId);
  const destinations = await store.findDestinations(db, [linkId]);
  const sources = await sourceNames(db);
  const nowMs = clock().getTime();
  return rows.map((row, index) => ({
    ...contractFields(Rule, row),
    place: index + 1,
    words: row.conditions.map((condition) => conditionWords(condition, sources)),
    destinations_count: destinations.filter((one) => one.rule_id === row.id).length,
    is_running: isRunning(
      { isEnabled: row.is_enabled, startsAtMs: msOf(row.starts_at), endsAtMs: msOf(row.ends_at) },
      nowMs,
    ),
  }));
}

const msOf = (iso: string | null): number | undefined => (iso === null ? undefined : Date.parse(iso));

function judgeDates(starts: string | null, ends: string | null): void {
  if (starts !== null && ends !== null && Date.parse(ends) <= Date.parse(starts))
    throw invalid('ends_at', 'must be later than the start');
}

/** A pattern is judged before it is stored; one that is off by its own steps, one that runs together with the others of its link. */
function judgePatterns(all: readonly Judged[], rule: Judged): void {
  const running = all.filter((one) => one.is_enabled && one.id !== rule.id);
  const objection = rule.is_enabled
    ? unboundedRules([...running, rule]).get(rule.id)
    : patternObjection(rule.conditions);
  if (objection) throw invalid(['conditions', objection.field].filter(Boolean).join('.'), objection.why);
}

async function lock(trx: Db, linkId: number): Promise<void> {
  if (!(await store.lock(trx, linkId))) throw notFound('Tracking link');
}

/** The rule, its link held until the transaction ends. */
async function find(trx: Db, id: number): Promise<ruleStore.RuleRow> {
  const unlocked = await ruleStore.find(trx, id);
  if (!unlocked) throw notFound('Rule');
  await lock(trx, unlocked.link_id);
  const row = await ruleStore.find(trx, id);
  if (!row) throw notFound('Rule');
  return row;
}

async function finish(scope: Scope, act: Act, row: ruleStore.RuleRow, what: BeforeAfter): Promise<Rule[]> {
  await audit(scope.db, act, row, what);
  await contentChanged(scope.db, []);
  return rulesOf(scope, row.link_id);
}

const audit = auditOf('link_rule', (row: ruleStore.RuleRow) => row.name);

const AUDITED = [
  'link_id',
  'place',
  'name',
  'is_enabled',
  'conditions',
  'starts_at',
  'ends_at',
  'created_at',
] as const satisfies readonly (keyof ruleStore.RuleRow)[];

/** What of a row may stand in the audit; what every save changes is not told. */
const auditable = (row: ruleStore.RuleRow): Record<string, unknown> => pick(row, AUDITED);
