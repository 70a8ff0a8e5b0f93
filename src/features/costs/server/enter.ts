import { AppError } from '../../../platform/errors.ts';
import { newEventId } from '../../../platform/ids.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import { listArrivalGroups, type ArrivalGroup } from '../../events/server/store-arrivals.ts';
import { loadRates } from '../../rates/server/service.ts';
import { saidWith } from '../narrowing.ts';
import { spread } from '../spread.ts';
import * as bills from './store-bills.ts';
import * as store from './store-entries.ts';
import * as shares from './store-shares.ts';
import { valued } from './worth.ts';

/** What a bill means to the conversions of its days, of which this room knows nothing. The caller holds the source alone. */
export type BillPort = {
  /** It pays for them, in the place of what their links say. */
  settle(trx: Db, bill: store.EntryRow, now: Date): Promise<void>;
  /** It was taken back: what their links say counts again. */
  release(trx: Db, billId: bigint, now: Date): Promise<void>;
  /** After that was committed. */
  released(config: Deps['config']): void;
};

export type CostScope = Pick<Deps, 'db' | 'clock' | 'config'> & { bills: BillPort };

/**
 * Writes an entry down, spreads it and says it to the reports, in the caller's transaction. Nobody's audit.
 * @param site the currency of the site @throws AppError conflict
 */
export async function enterCost(
  { db: trx, clock, bills: bill }: CostScope,
  fresh: Omit<store.NewEntry, 'visits'>,
  site: string,
): Promise<store.EntryRow> {
  // of two bills at once over the same days the second sees the first
  if (fresh.state === 'confirmed') await bills.lockSource(trx, fresh.source_id, 'alone');
  if (fresh.state === 'confirmed') await refuseConfirmed(trx, fresh);
  const groups = await listArrivalGroups(trx, {
    sourceId: fresh.source_id,
    linkId: fresh.link_id ?? null,
    param: fresh.param ?? null,
    value: fresh.value ?? null,
    from: fresh.from_at,
    to: fresh.to_at,
  });
  const visits = groups.reduce((all, group) => all + group.visits, 0);
  const row = await store.insertEntry(trx, { ...fresh, visits });
  const { book } = await loadRates(trx);
  const { own, estimates } = sharesOf(row, groups, clock());
  await refuseTakenTwice(trx, row, estimates);
  const told = [...valued(own, site, book), ...estimates.map((share) => ({ share, fxDay: null }))];
  await shares.tellShares(trx, row.id, told);
  if (row.state === 'confirmed') await bill.settle(trx, row, clock());
  return row;
}

/** The money of an entry leaves the sums again, in the caller's transaction, which holds the source. @param runId the fetch that says otherwise */
export async function takeOut(
  { db: trx, clock, bills: bill }: CostScope,
  row: store.EntryRow,
  by: string,
  runId: bigint | null = null,
): Promise<store.EntryRow> {
  const told = await shares.listShares(trx, row.id);
  await shares.tellOnly(trx, told.map(shares.takenBack));
  await bill.release(trx, row.id, clock());
  return store.undoEntry(trx, row.id, clock().toISOString(), by, runId);
}

/** It counts again, in the caller's transaction, which holds the source. @throws AppError conflict */
export async function letCount(
  { db: trx, clock, bills: bill }: CostScope,
  row: store.EntryRow,
): Promise<store.EntryRow> {
  if (row.state === 'confirmed') await refuseConfirmed(trx, row);
  const estimates = (await shares.listShares(trx, row.id)).filter((share) => share.cost_state !== row.state);
  await refuseTakenTwice(trx, row, estimates);
  await shares.tellAgain(trx, row.id, clock());
  const entry = await store.undoEntry(trx, row.id, null, null);
  if (entry.state === 'confirmed') await bill.settle(trx, entry, clock());
  return entry;
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
