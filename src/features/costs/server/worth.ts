import { formatMicros, type Micros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { CostShare } from '../../events/contract.ts';
import type { CostEntry } from '../contract.ts';
import { convert, type RateBook } from '../../rates/exchange.ts';
import { spread } from '../spread.ts';
import { loadRates } from '../../rates/server/service.ts';
import * as entries from './store-entries.ts';
import * as store from './store-shares.ts';

type Scope = Pick<Deps, 'db' | 'clock'>;

const BATCH = 500;

/**
 * Shares with what they are worth in the currency of the site, where that is another one and a rate of their day is known. The worth of
 * a day is spread over its shares, so that they add up to it to the last micro.
 * @param shares positive, in one currency, all of an entry that lie on their days
 */
export function valued(shares: readonly CostShare[], site: string, book: RateBook | undefined): store.ValuedShare[] {
  const worths = new Map<CostShare, { micros: Micros; currency: string; day: string }>();
  for (const [day, ofDay] of Map.groupBy(shares, (share) => share.ts.slice(0, 10))) {
    const parts = ofDay.map((share) => BigInt(share.cost_micros));
    const total = parts.reduce((sum, micros) => sum + micros, 0n);
    const currency = ofDay[0]!.cost_currency;
    const worth = book && currency !== site ? convert(book, total, { from: currency, to: site }, day) : undefined;
    if (!worth) continue;
    for (const [i, micros] of spread(worth.micros, parts).entries()) worths.set(ofDay[i]!, { ...worth, micros });
  }
  return shares.map((share) => {
    const { base_micros: _micros, base_currency: _currency, ...plain } = share;
    const worth = worths.get(share);
    return worth
      ? { share: { ...plain, base_micros: String(worth.micros), base_currency: worth.currency }, fxDay: worth.day }
      : { share: plain, fxDay: null };
  });
}

/**
 * After another file of rates or another currency of the site: gives entries in foreign currencies their worth, where they had none, one
 * in another currency, or one by an earlier day's rate than there is now. @returns how many entries changed
 */
export async function revalueCosts(scope: Scope, site: string): Promise<number> {
  let changed = 0;
  for (let after = 0n; ;) {
    const ids = await store.listForeignEntries(scope.db, site, after, BATCH);
    for (const id of ids) if (await revalue(scope, id, site)) changed += 1;
    if (ids.length < BATCH) return changed;
    after = ids.at(-1)!;
  }
}

/** What was told is taken back by the worth that it was told with, so that every sum stays exact. */
function revalue({ db, clock }: Scope, id: bigint, site: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const entry = await entries.lockEntry(trx, id);
    if (!entry || entry.undone_at !== null) return false;
    const told = await store.listForeignShares(trx, id, site);
    // another instance may have valued it by newer rates until now
    const { book } = await loadRates(trx);
    const worths = valued(
      told.map(({ share }) => share),
      site,
      book,
    );
    const changes = told.flatMap(({ place, share: old, fx_day: fxDay }, i) => {
      const next = worths[i]!;
      // a worth that is known is not given up for none
      const isLost = next.fxDay === null && old.base_currency === site;
      const isSame = next.fxDay === fxDay && next.share.base_currency === old.base_currency;
      return isLost || isSame ? [] : [{ place, old, next }];
    });
    if (changes.length === 0) return false;
    const before = await worthOf(trx, [id], site);
    await store.replaceShares(trx, id, changes, clock());
    const after = await worthOf(trx, [id], site);
    await recordAudit(trx, undefined, {
      action: 'revalue',
      entity: 'cost',
      id,
      name: `Cost entry ${id}`,
      before: before.get(id) ?? {},
      after: after.get(id) ?? {},
    });
    return true;
  });
}

/** What entries are worth in the currency of the site; those in that currency are left out. */
export async function worthOf(
  db: Db,
  ids: readonly bigint[],
  site: string,
): Promise<Map<bigint, NonNullable<CostEntry['worth']>>> {
  const rows = await store.sumWorths(db, ids, site);
  return new Map(
    rows.map((row) => [
      row.entry_id,
      { amount: formatMicros(row.micros), currency: site, without_rate: formatMicros(row.missing) },
    ]),
  );
}
