import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { formatMicros, parseMicros } from '../../../platform/money.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { pick } from '../../../platform/server/records/records.ts';
import { afterCommit, inTransaction, waitPatiently, type Db } from '../../../platform/server/postgres/postgres.ts';
import { daysOf, localDays } from '../../../platform/time.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { linkNames } from '../../links/server/service.ts';
import { getSettings, siteCurrency } from '../../settings/server/service.ts';
import { routableSources, sourceNames } from '../../sources/server/service.ts';
import type { CostEntry, CostInput, CostQuery } from '../contract.ts';
import { aliasIn } from '../narrowing-words.ts';
import { type CostScope, enterCost, letCount, takeOut } from './enter.ts';
import { worthOf } from './worth.ts';
import * as bills from './store-bills.ts';
import * as store from './store-entries.ts';

type Scope = Pick<CostScope, 'db' | 'clock' | 'config'>;

const PAGE_SIZE = 20;
const MAX_DAYS = 366;

export async function listCosts({ db }: Pick<Scope, 'db'>, query: CostQuery): Promise<Paged<CostEntry>> {
  const page = pageFrom(query, PAGE_SIZE);
  const [rows, total] = [
    await store.listEntries(db, query, page, await siteCurrency(db)),
    await store.countEntries(db, query.source_id),
  ];
  return paged(await presentAll(db, rows), total, page);
}

/** What a file of the list tells of each. */
export const COST_COLUMNS = [
  'id',
  'source',
  'link',
  'param',
  'value',
  'first_day',
  'last_day',
  'amount',
  'amount_currency',
  'worth',
  'without_rate',
  'visits',
  'state',
  'method',
  'note',
  'actor',
  'created_at',
  'undone_at',
] as const;

/** The same as lines of a file: days of the site's zone, and what each is worth in its currency. */
export async function listCostLines(scope: Pick<Scope, 'db'>, query: CostQuery) {
  const { data, ...page } = await listCosts(scope, query);
  const { time_zone: zone } = await getSettings(scope.db);
  const lines = data.map(({ from_at: from, to_at: to, currency, worth, ...entry }) => {
    const [first_day, last_day] = daysOf({ from: new Date(from), to: new Date(to) }, zone);
    return {
      ...entry,
      first_day,
      last_day,
      amount_currency: currency,
      worth: worth ? worth.amount : entry.amount,
      without_rate: worth ? worth.without_rate : '0.00',
    };
  });
  return { ...page, data: lines };
}

/**
 * Writes down what was paid and spreads it over the arrivals of its days. A confirmed entry takes the place of what the addresses of
 * the same arrivals said. @throws AppError validation_failed | conflict where the same days are confirmed already
 */
export async function addCost(
  scope: CostScope,
  actor: Actor | undefined,
  input: CostInput,
  method: CostEntry['method'] = 'manual',
): Promise<CostEntry> {
  return inTransaction(scope.db, async (trx) => {
    await waitPatiently(trx);
    const source = (await routableSources(trx)).find((one) => one.id === input.source_id);
    if (!source) throw invalid('source_id', 'does not exist');
    if (input.link_id !== null && !(await linkNames(trx, [input.link_id])).has(input.link_id))
      throw invalid('link_id', 'does not exist');
    const alias = input.param === null ? undefined : aliasIn(input.param);
    if (alias !== undefined && !source.parameters.some((one) => one.alias === alias))
      throw invalid('param', `is no parameter that ${source.name} sends`);
    const { time_zone: zone, currency: site } = await getSettings(trx);
    const { from, to } = localDays(input.date_from, input.date_to, zone);
    if (to.getTime() - from.getTime() > MAX_DAYS * 86_400_000)
      throw invalid('date_to', `must not lie more than ${MAX_DAYS} days after the first day`);
    const now = scope.clock().toISOString();
    const fresh = {
      source_id: source.id,
      link_id: input.link_id,
      param: input.param,
      value: input.value,
      from_at: from.toISOString(),
      to_at: to.toISOString(),
      amount_micros: parseMicros(input.amount)!,
      currency: input.currency ?? source.cost_currency,
      state: input.state,
      method,
      note: input.note,
      actor_name: actor?.username ?? 'system',
      created_at: now,
    };
    const row = await enterCost({ ...scope, db: trx }, fresh, site);
    await audit(trx, actor, 'create', row);
    return (await presentAll(trx, [row]))[0]!;
  });
}

/** Nobody else changes it until the transaction ends. @throws AppError not_found */
async function holdEntry(trx: Db, id: bigint) {
  await waitPatiently(trx);
  const found = await store.findEntry(trx, id);
  if (!found) throw notFound('Cost entry');
  // before the entry: a conversion that it pays for is written with the source held
  await bills.lockSource(trx, found.source_id, 'alone');
  return (await store.lockEntry(trx, id))!;
}

/** Takes an entry back to the last micro. @throws AppError not_found | conflict */
export async function undoCost(scope: CostScope, actor: Actor, id: bigint): Promise<CostEntry> {
  return inTransaction(scope.db, async (trx) => {
    const row = await holdEntry(trx, id);
    if (row.undone_at !== null) throw new AppError('conflict', 'This entry was taken back already.');
    const entry = await takeOut({ ...scope, db: trx }, row, actor.username);
    await audit(trx, actor, 'undo', entry);
    await afterCommit(trx, () => Promise.resolve(scope.bills.released(scope.config)));
    return (await presentAll(trx, [entry]))[0]!;
  });
}

/** Takes an entry that was taken back in again: what it said then is told once more. @throws AppError not_found | conflict */
export async function takeCostBackIn(scope: CostScope, actor: Actor, id: bigint): Promise<CostEntry> {
  return inTransaction(scope.db, async (trx) => {
    const row = await holdEntry(trx, id);
    if (row.undone_at === null) throw new AppError('conflict', 'This entry counts already.');
    const entry = await letCount({ ...scope, db: trx }, row);
    await audit(trx, actor, 'restore', entry);
    return (await presentAll(trx, [entry]))[0]!;
  });
}

const audit = (db: Db, actor: Actor | undefined, action: string, row: store.EntryRow) =>
  recordAudit(db, actor, {
    action,
    entity: 'cost',
    id: row.id,
    name: `Cost entry ${row.id}`,
    after: { amount: formatMicros(row.amount_micros), currency: row.currency, state: row.state, visits: row.visits },
  });

/** What the wire has as the table does. */
const PLAIN = [
  'source_id',
  'link_id',
  'param',
  'value',
  'from_at',
  'to_at',
  'currency',
  'state',
  'method',
  'note',
  'visits',
  'created_at',
  'undone_at',
] as const;

async function presentAll(db: Db, rows: readonly store.EntryRow[]): Promise<CostEntry[]> {
  const sources = await sourceNames(db);
  const links = await linkNames(
    db,
    rows.flatMap((row) => row.link_id ?? []),
  );
  const worths = await worthOf(
    db,
    rows.map((row) => row.id),
    await siteCurrency(db),
  );
  return rows.map(({ id, amount_micros: micros, actor_name: actor, ...row }) => ({
    ...pick(row, PLAIN),
    id: String(id),
    amount: formatMicros(micros),
    worth: worths.get(id) ?? null,
    source: sources.get(row.source_id) ?? `Source ${row.source_id}`,
    link: row.link_id === null ? null : (links.get(row.link_id) ?? `Link ${row.link_id}`),
    actor,
  }));
}
