import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { CostShare } from '../../events/contract.ts';
import { fromWritten } from '../../events/written-events.ts';
import type { RecordedEvents } from '../../recovery/server/filling.ts';
import { costsBetween, deltasBetween } from './conversion-columns.ts';
import * as store from './settling/store-recorded.ts';

const BATCH = 1000;

/**
 * All that conversions and costs come to now, as the reports are told of them: the sum of everything that was ever told. An estimate that
 * a bill took back is left out with the arrival that it stood on.
 */
export const recordedEvents: RecordedEvents = async function* (trx, from, isOlder) {
  const isTold = (share: CostShare): boolean => !isOlder || share.ts >= from;
  for (let after = 0n; ;) {
    const rows = await store.listConversions(trx, after, BATCH);
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    yield rows.flatMap((row) => [
      ...deltasBetween(undefined, row, 0n).map((delta) => ({ ...delta, event_id: `s${row.id}` })),
      ...costsBetween(undefined, row, 0n)
        .filter(isTold)
        .map((share) => ({ ...share, event_id: `t${row.id}` })),
    ]);
  }
  yield* ofBills(trx, from, isTold);
  for (const day of await store.listValuedDays(trx, from)) yield await ofArrivals(trx, from, day);
};

async function* ofBills(trx: Db, from: string, isTold: (share: CostShare) => boolean): AsyncIterable<CostShare[]> {
  for (let after: store.SharePlace = { entryId: 0n, place: -1 }; ;) {
    const rows = await store.listShares(trx, after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    after = { entryId: last.entry_id, place: last.place };
    yield rows
      .filter(({ payload, is_own: isOwn }) => isTold(payload) && (isOwn || payload.ts >= from))
      .map(({ payload }) => fromWritten(payload));
  }
}

/** What arrivals in other currencies are worth stands beside them: their cost taken back, and the same with its worth. */
async function ofArrivals(trx: Db, from: string, day: string): Promise<CostShare[]> {
  const groups = await store.listValuedArrivals(trx, from, day);
  return groups.flatMap(({ micros, base_micros, base_currency, currency, ...dims }, n) => {
    const known = Object.fromEntries(Object.entries(dims).filter(([, value]) => value !== null)) as Pick<
      CostShare,
      'ts'
    >;
    const share = { ...known, type: 'cost' as const, cost_currency: currency, cost_state: 'estimated' as const };
    return [
      { ...share, event_id: `w${day}.${n}-`, cost_micros: String(-BigInt(micros)) },
      { ...share, event_id: `w${day}.${n}`, cost_micros: micros, base_micros, base_currency },
    ];
  });
}
