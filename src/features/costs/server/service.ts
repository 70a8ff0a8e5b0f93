import { AppError, invalid, notFound } from '../../../platform/errors.ts';
import { newEventId } from '../../../platform/ids.ts';
import { formatMicros, parseMicros } from '../../../platform/money.ts';
import { paged, pageFrom, type Paged } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { afterCommit, inTransaction, waitPatiently, type Db } from '../../../platform/server/postgres/postgres.ts';
import { daysOf, localDays } from '../../../platform/time.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { CostShare } from '../../events/contract.ts';
import { listArrivalGroups, type ArrivalGroup } from '../../events/server/store-arrivals.ts';
import { linkNames } from '../../links/server/service.ts';
import { getSettings, siteCurrency } from '../../settings/server/service.ts';
import { routableSources, sourceNames } from '../../sources/server/service.ts';
import type { CostEntry, CostInput, CostQuery } from '../contract.ts';
import { aliasIn, saidWith } from '../narrowing.ts';
import { spread } from '../spread.ts';
import { valued, worthOf } from './worth.ts';
import { loadRates } from '../../rates/server/service.ts';
import * as bills from './store-bills.ts';
import * as store from './store-entries.ts';
import * as shares from './store-shares.ts';

/** What a bill means to the conversions of its days, of which this room knows nothing. The caller holds the source alone. */
export type BillPort = {
  /** It pays for them, in the place of what their links say. */
  settle(trx: Db, bill: store.EntryRow, now: Date): Promise<void>;
  /** It was taken back: what their links say counts again. */
  release(trx: Db, billId: bigint, now: Date): Promise<void>;
  /** After that was committed. */
  released(config: Deps['config']): void;
};

type Scope = Pick<Deps, 'db' | 'clock' | 'config'>;
export type CostScope = Scope & { bills: BillPort };

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
    // of two bills at once over the same days the second sees the first
    if (input.state === 'confirmed') await bills.lockSource(trx, source.id, 'alone');
    if (input.state === 'confirmed') await refuseConfirmed(trx, fresh);
    const groups = await listArrivalGroups(trx, {
      sourceId: source.id,
      linkId: input.link_id,
      param: input.param,
      value: input.value,
      from: fresh.from_at,
      to: fresh.to_at,
    });
    const visits = groups.reduce((all, group) => all + group.visits, 0);
    const row = await store.insertEntry(trx, { ...fresh, visits });
    const { book } = await loadRates(trx);
    const { own, estimates } = sharesOf(row, groups, scope.clock());
    await refuseTakenTwice(trx, row, estimates);
    const told = [...valued(own, site, book), ...estimates.map((share) => ({ share, fxDay: null }))];
    await shares.tellShares(trx, row.id, told);
    if (row.state === 'confirmed') await scope.bills.settle(trx, row, scope.clock());
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
    const told = await shares.listShares(trx, id);
    await shares.tellOnly(trx, told.map(shares.takenBack));
    await scope.bills.release(trx, id, scope.clock());
    const entry = await store.undoEntry(trx, id, scope.clock().toISOString(), actor.username);
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
    if (row.state === 'confirmed') await refuseConfirmed(trx, row);
    const estimates = (await shares.listShares(trx, id)).filter((share) => share.cost_state !== row.state);
    await refuseTakenTwice(trx, row, estimates);
    await shares.tellAgain(trx, id, scope.clock());
    const entry = await store.undoEntry(trx, id, null, null);
    if (entry.state === 'confirmed') await scope.bills.settle(trx, entry, scope.clock());
    await audit(trx, actor, 'restore', entry);
    return (await presentAll(trx, [entry]))[0]!;
  });
}

/** @throws AppError conflict where the same days are confirmed already */
async function refuseConfirmed(trx: Db, row: Parameters<typeof bills.findOverlap>[1]): Promise<void> {
  const other = await bills.findOverlap(trx, row);
  if (other)
    throw new AppError(
      'conflict',
      `Some of these days are confirmed already, by entry ${other.id}. Undo that one first.`,
    );
}

const placeOf = ({
  event_id: _id,
  cost_micros: _micros,
  base_currency: _base,
  base_micros: _worth,
  ...place
}: CostShare) => JSON.stringify(Object.entries(place).toSorted(([a], [b]) => a.localeCompare(b)));

/**
 * Two bills of different scope may cover the same arrivals: of a link and of its whole source. Only one can take the place of what
 * their addresses said. @throws AppError conflict that says how the second can be written all the same
 */
async function refuseTakenTwice(trx: Db, row: store.EntryRow, estimates: readonly CostShare[]): Promise<void> {
  if (estimates.length === 0) return;
  const places = new Set(estimates.map(placeOf));
  for (const other of await bills.listBillsBeside(trx, row)) {
    const taken = (await shares.listShares(trx, other.id)).filter((share) => places.has(placeOf(share)));
    if (taken.length > 0)
      throw new AppError(
        'conflict',
        `Entry ${other.id} already takes the place of what the addresses of some of these visits said. ` +
          'Undo that one first, or write this one as estimated: it is then added to the rest.',
      );
  }
}

/** Without a single arrival the money stands on the first day: it was paid all the same. */
function sharesOf(row: store.EntryRow, groups: readonly ArrivalGroup[], now: Date) {
  const base = { type: 'cost' as const, source_id: row.source_id };
  const share = (micros: bigint, currency: string, state: CostShare['cost_state']) => ({
    ...base,
    event_id: newEventId(now.getTime()),
    cost_micros: String(micros),
    cost_currency: currency,
    cost_state: state,
  });
  const [own, estimates]: [CostShare[], CostShare[]] = [[], []];
  if (groups.length === 0)
    own.push({
      ...share(row.amount_micros, row.currency, row.state),
      ts: row.from_at,
      ...(row.link_id !== null && { link_id: row.link_id }),
      ...(row.param !== null && saidWith(row.param, row.value!)),
    });
  const parts =
    groups.length === 0
      ? []
      : spread(
          row.amount_micros,
          groups.map((group) => group.visits),
        );
  for (const [i, { visits: _visits, costs, ...dims }] of groups.entries()) {
    const known = Object.fromEntries(Object.entries(dims).filter(([, value]) => value !== null)) as Pick<
      CostShare,
      'ts'
    >;
    if (parts[i] !== 0n) own.push({ ...known, ...share(parts[i]!, row.currency, row.state) });
    if (row.state !== 'confirmed') continue;
    // with the worth that they have, which was told of them
    for (const { currency, micros, base_currency, base_micros } of costs ?? [])
      estimates.push({
        ...known,
        ...share(-BigInt(micros), currency, 'estimated'),
        ...(base_currency !== null && { base_currency, base_micros: String(-BigInt(base_micros!)) }),
      });
  }
  return { own, estimates };
}

const audit = (db: Db, actor: Actor | undefined, action: string, row: store.EntryRow) =>
  recordAudit(db, actor, {
    action,
    entity: 'cost',
    id: row.id,
    name: `Cost entry ${row.id}`,
    after: { amount: formatMicros(row.amount_micros), currency: row.currency, state: row.state, visits: row.visits },
  });

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
  return rows.map(({ id, amount_micros: micros, actor_name: actor, undone_by: _by, ...row }) => ({
    ...row,
    id: String(id),
    amount: formatMicros(micros),
    worth: worths.get(id) ?? null,
    source: sources.get(row.source_id) ?? `Source ${row.source_id}`,
    link: row.link_id === null ? null : (links.get(row.link_id) ?? `Link ${row.link_id}`),
    actor,
  }));
}
