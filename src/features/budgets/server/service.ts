import { notFound } from '../../../platform/errors.ts';
import { formatMicros, parseMicros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { type CsvTable, tableOf } from '../../../platform/server/http/csv.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { foundRows } from '../../../platform/text/row-order.ts';
import { daysBetween, fileDays, shiftDay } from '../../../platform/time.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { closeAlert, closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { partsOf } from '../../reports/metrics.ts';
import { frameOf, siteDay, type Scope } from '../../reports/server/service.ts';
import { runReport, unconvertedByLine } from '../../reports/server/store-report.ts';
import { ratioOf } from '../../reports/rules.ts';
import { sourceNames } from '../../sources/server/service.ts';
import { type Budget, BUDGET_STATES, type BudgetInput, type BudgetQuery, type BudgetsReply } from '../contract.ts';
import { paceOf, stateOf } from '../pace.ts';
import * as store from './store.ts';

const ALERT = 'budget';
const METRICS = partsOf('cost');

type Asked = Pick<BudgetQuery, 'month'> & Partial<Pick<BudgetQuery, 'sortBy' | 'order'>>;

/** How the sources do against their budgets in a month. @throws AppError validation_failed for a month that no report reaches */
export async function budgetsOf(scope: Scope, query: Asked): Promise<BudgetsReply> {
  const { month: asked, sortBy = 'spent', order = 'desc' } = query;
  const { today } = await siteDay(scope);
  const month = asked ?? today.slice(0, 7);
  const first = `${month}-01`;
  const last = shiftDay(`${nextMonth(month)}-01`, -1);
  const { frame, said } = await frameOf(scope, { date_from: first, date_to: last });
  const [rows, unconverted, inForce, names] = await Promise.all([
    runReport(scope.eventStore, { ...frame, dimensions: ['source', 'day'], metrics: METRICS }),
    unconvertedByLine(scope.eventStore, { ...frame, dimensions: ['source'] }, { isOfCost: true, isCostAlone: true }),
    store.listInForce(scope.db, month),
    sourceNames(scope.db),
  ]);
  const spent = Map.groupBy(
    rows.filter(({ dims, sums }) => dims.source !== null && (sums.known ?? 0n) > 0n),
    ({ dims }) => Number(dims.source),
  );
  const budgets = new Map(inForce.map((row) => [row.source_id, row]));
  const days = daysBetween(first, last) + 1;
  const begun = Math.min(days, Math.max(0, daysBetween(first, today) + 1));
  const ids = [...names.keys()].filter((id) => spent.has(id) || (budgets.get(id)?.amount_micros ?? null) !== null);
  const data = ids.map((id) => {
    const byDay = new Map(spent.get(id)?.map(({ dims, sums }) => [String(dims.day), sums.cost ?? 0n]));
    const costs = Array.from({ length: begun }, (_, i) => byDay.get(shiftDay(first, i)) ?? 0n);
    const line = { id, name: names.get(id)!, costs, isKnown: spent.has(id), days, isOver: today > last };
    return {
      ...present(line, budgets.get(id), said.currency),
      unconverted: unconverted({ dims: { source: id } }),
    };
  });
  const sorted = foundRows(
    data,
    { sortBy, order },
    (budget) => sortValue(budget, sortBy),
    ({ source }) => source,
  );
  return { data: sorted, month, days, ...said };
}

function sortValue(budget: Budget, by: BudgetQuery['sortBy']): string | number | null {
  if (by === 'state') return BUDGET_STATES.indexOf(budget.state);
  // one in other money is not held against the rest
  return by === 'amount' && budget.set_in !== null ? null : budget[by];
}

const IN_FILE = [
  'source_id',
  'source',
  'state',
  'amount',
  'since',
  'set_in',
  'spent',
  'share',
  'at_this_pace',
  'unconverted',
  'currency',
  'zone',
] as const;

/** The same as a file, named after the days of the month. */
export async function budgetsTable(scope: Scope, query: Asked): Promise<CsvTable> {
  const { data, range, tz, currency } = await budgetsOf(scope, query);
  return tableOf(
    fileDays({ from: new Date(range.from), to: new Date(range.to) }, tz),
    IN_FILE,
    data.map((budget) => ({ ...budget, currency, zone: tz })),
  );
}

type Line = { id: number; name: string; costs: readonly bigint[]; isKnown: boolean; days: number; isOver: boolean };

function present(line: Line, row: store.BudgetRow | undefined, currency: string): Budget {
  const { costs, isKnown, days, isOver } = line;
  const isOther = row !== undefined && row.amount_micros !== null && row.currency !== currency;
  const amount = row?.amount_micros ?? undefined;
  const over = isOver ? costs : costs.slice(0, -1);
  const pace = paceOf({ over, today: isOver ? 0n : (costs.at(-1) ?? 0n), days });
  let sum = 0n;
  return {
    source_id: line.id,
    source: line.name,
    amount: amount === undefined ? null : formatMicros(amount),
    since: amount === undefined ? null : row!.month,
    set_in: isOther ? row.currency : null,
    spent: isKnown ? formatMicros(pace.spent) : null,
    share: isKnown && amount !== undefined && !isOther ? ratioOf(Number(pace.spent), Number(amount)) : null,
    at_this_pace: isKnown && pace.atThisPace !== undefined ? formatMicros(pace.atThisPace) : null,
    state: stateOf(pace, isOther ? undefined : amount),
    course: isKnown ? costs.map((cost) => formatMicros((sum += cost))) : [],
  };
}

/** Sets what may be spent on a source from a month on. @throws AppError not_found */
export async function setBudget(scope: Scope, actor: Actor, input: BudgetInput): Promise<BudgetsReply> {
  const { currency } = await siteDay(scope);
  await inTransaction(scope.db, async (trx) => {
    const name = (await sourceNames(trx)).get(input.source_id);
    if (name === undefined) throw notFound('Traffic source');
    const amount = input.amount === null ? null : parseMicros(input.amount)!;
    const old = await store.findOf(trx, input.source_id, input.month);
    const change = { amount_micros: amount, currency };
    const row = old
      ? (await store.update(trx, old.id, change))!
      : await store.insert(trx, {
          source_id: input.source_id,
          month: input.month,
          ...change,
          created_by: actor.id,
          created_at: scope.clock().toISOString(),
        });
    await note(trx, actor, old ? 'update' : 'create', { row, old, name });
  });
  return budgetsOf(scope, { month: input.month });
}

/** Columns as they were before a change that is taken back. @throws AppError not_found */
export async function putBudgetBack(
  { db }: Pick<Scope, 'db'>,
  actor: Actor,
  id: number,
  columns: store.BudgetUpdate,
): Promise<void> {
  const row = await store.update(db, id, columns);
  if (!row) throw notFound('Budget');
  await note(db, actor, 'undo', { row, old: undefined, name: (await sourceNames(db)).get(row.source_id) ?? '' });
}

type Noted = { row: store.BudgetRow; old: store.BudgetRow | undefined; name: string };

async function note(db: Db, actor: Actor, action: 'create' | 'update' | 'undo', { row, old, name }: Noted) {
  await recordAudit(db, actor, {
    action,
    entity: 'budget',
    id: row.id,
    name: `${name} from ${row.month}`,
    ...(old && { before: told(old) }),
    after: told(row),
  });
}

const told = (row: store.BudgetRow) => ({
  source_id: row.source_id,
  month: row.month,
  amount: row.amount_micros === null ? null : formatMicros(row.amount_micros),
  currency: row.currency,
});

/** Says of each source whose budget is nearly spent, spent, or will be. Call it every hour or more often. */
export async function watchBudgets(deps: Scope): Promise<void> {
  const { data, currency } = await budgetsOf(deps, {});
  for (const one of data) {
    const subject = { kind: 'source', id: one.source_id, name: one.source };
    const words = wordsOf(one, currency);
    if (!words) await closeAlert(deps, ALERT, subject);
    else
      await raiseAlert(deps, {
        kind: ALERT,
        severity: one.state === 'over' ? 'critical' : 'warning',
        subject,
        message: words,
        details: [
          { label: 'Budget', text: `${centsOf(one.amount)} ${currency} a month` },
          { label: 'Spent', text: `${centsOf(one.spent)} ${currency}` },
          ...(one.at_this_pace ? [{ label: 'At this pace', text: `${centsOf(one.at_this_pace)} ${currency}` }] : []),
        ],
        countsRepeats: false,
      });
  }
  await closeOtherAlerts(
    deps,
    ALERT,
    data.map((one) => one.source_id),
  );
}

function wordsOf(budget: Budget, currency: string): string | undefined {
  const { state } = budget;
  const [spent, amount, pace] = [budget.spent, budget.amount, budget.at_this_pace].map(centsOf);
  if (state === 'over') return `The budget of this month is spent: ${spent} of ${amount} ${currency}.`;
  if (state === 'near') return `Most of the budget of this month is spent: ${spent} of ${amount} ${currency}.`;
  if (state === 'fast')
    return `The budget of this month will not last: ${pace} ${currency} at this pace, of ${amount} ${currency}.`;
  return undefined;
}

const CENT = 10_000n;

/** An amount for the eye. */
const centsOf = (amount: string | null): string | undefined =>
  amount === null ? undefined : formatMicros(((parseMicros(amount)! + CENT / 2n) / CENT) * CENT);

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
