import { newEventId } from '../../../platform/ids.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction } from '../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import {
  listForeignArrivals,
  listUnvaluedArrivals,
  valueArrivals,
  type ForeignArrivals,
  type RevaluedGroup,
} from '../../events/server/store-arrivals.ts';
import { convert, type Converted, type RateBook } from '../../rates/exchange.ts';
import { loadRates } from '../../rates/server/service.ts';
import { listBills, lockSource } from './store-bills.ts';
import { tellOnly } from './store-shares.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const DAY_MS = 86_400_000;
/** Arrivals are shipped within seconds; those of a longer outage wait for the next file of rates, or the next start. */
const FRESH_DAYS = 3;
const BATCH = 5000;

/**
 * What the addresses of ads say that arrivals cost, in other currencies than the site's, is worth what the rates of their days say, like
 * any other cost. @param which `all`: also those whose worth may be another one now. @returns how many arrivals changed
 */
export async function revalueArrivals(scope: Scope, site: string, which: 'all' | 'fresh'): Promise<number> {
  const { book } = await loadRates(scope.db);
  if (!book) return 0;
  let changed = 0;
  for (const found of await listArrivals(scope, site, book, which)) {
    if (!worthOfDay(book, found, site)) continue;
    for (let some = -1; some !== 0; changed += some) some = await revalueSome(scope, found, site);
  }
  return changed;
}

async function listArrivals(
  { db, clock }: Scope,
  site: string,
  book: RateBook,
  which: 'all' | 'fresh',
): Promise<ForeignArrivals[]> {
  const currencies = book.currencies.filter((currency) => currency !== site);
  if (which === 'all') return listForeignArrivals(db, currencies);
  const found: ForeignArrivals[] = [];
  for (let back = 0; back < FRESH_DAYS; back += 1) {
    const day = new Date(clock().getTime() - back * DAY_MS).toISOString().slice(0, 10);
    // without a rate there is nothing to look for, however many arrivals there are
    const rated = currencies.filter((currency) => convert(book, 1n, { from: currency, to: site }, day) !== undefined);
    if (rated.length > 0) found.push(...(await listUnvaluedArrivals(db, rated, day)));
  }
  return found;
}

/** The rate that arrivals are to be valued by; undefined where there is none, or none better than the one that they have. */
function worthOfDay(book: RateBook, arrivals: ForeignArrivals, site: string): Converted | undefined {
  const worth = convert(book, 1n, { from: arrivals.currency, to: site }, arrivals.day);
  const isKnown = arrivals.base_currency === site && arrivals.fx_day !== null;
  return worth && (!isKnown || worth.day > arrivals.fx_day!) ? worth : undefined;
}

/** @returns how many; 0 when none were left */
function revalueSome({ db, clock }: Scope, of: ForeignArrivals, site: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    // no bill takes them back while they change
    await lockSource(trx, of.source_id, 'shared');
    // the rates may be others since the arrivals were listed
    const { book } = await loadRates(trx);
    const worth = book && worthOfDay(book, of, site);
    if (!worth) return 0;
    const day = { from: `${of.day}T00:00:00Z`, to: new Date(Date.parse(of.day) + DAY_MS).toISOString() };
    const bills = await listBills(trx, of.source_id, day);
    const groups = await valueArrivals(trx, { ...of, billed: bills }, worth, BATCH);
    const now = clock();
    await tellOnly(
      trx,
      groups.flatMap((group) => sharesOf(group, of, worth.currency, now)),
    );
    return groups.reduce((sum, group) => sum + group.visits, 0);
  });
}

/** What was told of them, taken back, and the same with its worth. */
function sharesOf(group: RevaluedGroup, of: ForeignArrivals, site: string, now: Date): CostShare[] {
  const { micros, base_micros: worth, old_base_micros: old, visits: _visits, ...dims } = group;
  const known = Object.fromEntries(Object.entries(dims).filter(([, value]) => value !== null)) as Pick<CostShare, 'ts'>;
  const share = {
    ...known,
    type: 'cost' as const,
    source_id: of.source_id,
    cost_currency: of.currency,
    cost_state: 'estimated' as const,
  };
  return [
    {
      ...share,
      event_id: newEventId(now.getTime()),
      cost_micros: String(-BigInt(micros)),
      ...(old !== null &&
        of.base_currency !== null && { base_micros: String(-BigInt(old)), base_currency: of.base_currency }),
    },
    { ...share, event_id: newEventId(now.getTime()), cost_micros: micros, base_micros: worth, base_currency: site },
  ];
}
