import type { BillPort } from '../../costs/server/enter.ts';
import type { RatePort } from '../../rates/server/service.ts';
import { releaseFromBill, settleByBill } from './paid-conversions.ts';
import { countUnconverted, type ConversionRow } from './store-conversions.ts';
import { formatMicros } from '../../../platform/money.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { ConversionFilters } from '../contract.ts';
import { matchOrphans } from './match.ts';
import { refoldStored } from './settling/refold.ts';
import { forgetRevalued, revalueAll } from './worth/revalue.ts';
import * as lists from './desk/store-lists.ts';

/** Rows of one read of a file. */
const EXPORT_PIECE = 2000;

/** A page of conversions and how many there are, orphans and tests included: they are told apart by `attribution` and `is_test`. */
export async function listConversions(
  db: Db,
  filters: ConversionFilters,
  page: Page,
): Promise<{ rows: ConversionRow[]; total: number }> {
  const [rows, total] = [await lists.listConversions(db, filters, page), await lists.countConversions(db, filters)];
  return { rows, total };
}

/** All conversions of a list, in its order, as they were at one moment, piece by piece. */
export async function* eachConversion(
  db: Db,
  filters: ConversionFilters,
  order: Page['order'],
): AsyncIterable<ConversionRow[]> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    for (let last: ConversionRow | undefined; ;) {
      const rows = await lists.listConversionsAfter(trx, filters, { order, limit: EXPORT_PIECE }, last);
      if (rows.length > 0) yield rows;
      last = rows.at(-1);
      if (rows.length < EXPORT_PIECE) return;
    }
  } finally {
    await trx.rollback().execute();
  }
}

/** Conversions that are in no sum, and their money by currency, under the same filters. @param isOfGuides of guides alone */
export async function uncountedMoney(
  db: Db,
  filters: ConversionFilters,
  isOfGuides = false,
): Promise<{ reason: lists.Uncounted; count: number; amounts: { currency: string; amount: string }[] }[]> {
  const rows = await lists.listUncounted(db, filters, isOfGuides);
  return [...Map.groupBy(rows, (row) => row.reason)].map(([reason, some]) => ({
    reason,
    count: some.reduce((sum, row) => sum + row.count, 0),
    amounts: some.map(({ currency, micros }) => ({ currency, amount: formatMicros(BigInt(micros)) })),
  }));
}

/** Conversions whose click is not known, under the same filters. They are in nobody's sums. */
export const countOrphans = (db: Db, filters: ConversionFilters): Promise<number> =>
  lists.countConversions(db, { ...filters, attribution: 'orphan' });

/** What the job runner runs for this feature, by name. The shipper adds `clicks_stored`. */
export const conversionJobs = (deps: Pick<Deps, 'config' | 'db' | 'secrets' | 'jobs' | 'clock'>) => ({
  clicks_stored: async (): Promise<void> => void (await matchOrphans(deps)),
});

/**
 * Every so often: orphans whose click came while nobody looked, amounts whose rate came, what the rules of today fold otherwise.
 * @returns how many orphans found their click
 */
export async function tendRecords(
  scope: Pick<Deps, 'config' | 'db' | 'secrets' | 'clock' | 'jobs' | 'log'>,
): Promise<number> {
  // before the amounts: rates that cannot be read hold up no match
  const matched = await matchOrphans(scope);
  await revalueAll(scope);
  await refoldStored(scope);
  return matched;
}

/** What bills mean to conversions. */
export const billPort: BillPort = { settle: settleByBill, release: releaseFromBill, released: forgetRevalued };

/** What exchange rates mean to them. */
export const ratePort = (deps: Pick<Deps, 'config' | 'db' | 'secrets' | 'jobs' | 'clock'>): RatePort => ({
  countUnconverted,
  revalueAll: () => revalueAll(deps),
});
