import type { Deps } from '../../../../platform/server/deps.ts';
import { inTransaction } from '../../../../platform/server/postgres/postgres.ts';
import { siteCurrency } from '../../../settings/server/service.ts';
import { revalueArrivals } from '../../../costs/server/arrival-worth.ts';
import { revalueCosts } from '../../../costs/server/worth.ts';
import { loadRates } from '../../../rates/server/service.ts';
import { lockConversion } from '../settling/lock-conversion.ts';
import { revaluePaid } from '../paid-conversions.ts';
import { stateColumns, stateOfRow, type RecordScope } from '../conversion-columns.ts';
import { noteUntoldChanges, type Origin } from '../note-changes.ts';
import * as store from '../store-conversions.ts';

const BATCH = 500;

type Scope = RecordScope & Pick<Deps, 'config' | 'db'>;

/** What this instance went through last: the rates as they were then and the currency of the site. */
const done = new WeakMap<Scope['config'], string>();

type Changed = { conversions: number; costs: number; arrivals: number };

/**
 * See to amounts in foreign currencies: after another file of rates or another currency of the site to all of them, else to what fresh
 * arrivals cost. @returns how many changed
 */
export async function revalueAll(scope: Scope): Promise<Changed> {
  const { stamp } = await loadRates(scope.db);
  const site = await siteCurrency(scope.db);
  const key = `${stamp} ${site}`;
  if (done.get(scope.config) === key)
    return { conversions: 0, costs: 0, arrivals: await revalueArrivals(scope, site, 'fresh') };
  const changed = {
    conversions: await revalueConversions(scope, site),
    costs: (await revalueCosts(scope, site)) + (await revaluePaid(scope, site)),
    arrivals: await revalueArrivals(scope, site, 'all'),
  };
  done.set(scope.config, key);
  return changed;
}

/** What a bill paid for has its own worth again once that was taken back: all are looked through with the next round. */
export const forgetRevalued = (config: Scope['config']): void => void done.delete(config);

/** Gives conversions their worth, where they had none, one in another currency, or one by an earlier day's rate than there is now. */
async function revalueConversions(scope: Scope, site: string): Promise<number> {
  let changed = 0;
  for (let after = 0n; ;) {
    const ids = await store.listForeign(scope.db, site, after, BATCH);
    for (const id of ids) if (await revalue(scope, id)) changed += 1;
    if (ids.length < BATCH) return changed;
    after = ids.at(-1)!;
  }
}

function revalue(scope: Scope, id: bigint): Promise<boolean> {
  return inTransaction(scope.db, async (trx) => {
    const before = await lockConversion(trx, id);
    const columns = await stateColumns(trx, stateOfRow(before));
    const isSame =
      columns.payout_base_micros === before.payout_base_micros &&
      columns.base_currency === before.base_currency &&
      columns.fx_date === before.fx_date;
    if (isSame) return false;
    const row = await store.updateConversion(trx, id, { ...columns, updated_at: scope.clock().toISOString() });
    const note =
      row.fx_rate === null ? null : `1 ${row.payout_currency} = ${row.fx_rate} ${row.base_currency} on ${row.fx_date}`;
    const origin: Origin = { id: null, created_at: row.updated_at, by: 'manual', note };
    await noteUntoldChanges(trx, [{ before, after: row, kind: 'revalued', origin }]);
    return true;
  });
}
