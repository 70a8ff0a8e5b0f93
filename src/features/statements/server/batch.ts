import { isOwed } from '../../networks/conversion-statuses.ts';
import { formatMicros, type Micros } from '../../../platform/money.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, waitPatiently, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { BatchReply, BatchRow, Finding, Sums } from '../contract.ts';
import type { ManualScope } from '../../conversions/server/manual.ts';
import { isCounted } from '../../conversions/counted.ts';
import * as batches from './store.ts';
import * as store from '../../conversions/server/store-conversions.ts';

type Given = {
  networkId: number;
  fileName: string;
  /** The verb of the audit: `import`. */
  action: string;
  /** How many rows were given, those included that could not be read. */
  total: number;
  isDry: boolean;
};

/** What became of one row; what of the conversion is changed is found out here. */
export type RowOutcome = Omit<BatchRow, 'before' | 'after'>;

/** Holds what the rows may speak of, then says what each came to. */
type Work = (
  trx: Db,
  batchId: bigint,
) => Promise<{ clicks: store.ClickOfNetwork[]; each: () => AsyncIterable<RowOutcome> }>;

/** Ends a transaction that was only tried. */
class DryRun extends Error {}

const WRITTEN: readonly BatchRow['result'][] = ['recorded', 'orphan', 'updated'];

/**
 * Runs many rows as one batch that can be taken back as a whole, in one transaction. A dry run does the very same and takes it back.
 * @returns what became of each row, with the conversion before and after it, and by how much the counted money moves
 */
export async function runBatch(
  scope: ManualScope,
  actor: Actor,
  { networkId, fileName, action, total, isDry }: Given,
  work: Work,
): Promise<Omit<BatchReply, 'message'>> {
  let rows: BatchRow[] = [];
  let change: Sums = [];
  let batchId: bigint | null = null;
  try {
    await inTransaction(scope.db, async (trx) => {
      rows = [];
      await waitPatiently(trx);
      const batch = await batches.insertBatch(trx, {
        network_id: networkId,
        file_name: fileName,
        rows_total: total,
        rows_recorded: 0,
        rows_updated: 0,
        rows_unchanged: 0,
        actor_name: actor.username,
        created_at: scope.clock().toISOString(),
      });
      const { clicks, each } = await work(trx, batch.id);
      const before = await store.listOfClicks(trx, clicks);
      const known = new Map(before.map((row) => [String(row.id), sideOf(row)]));
      for await (const row of each()) {
        const found =
          row.conversion_id === null ? undefined : await store.findConversion(trx, BigInt(row.conversion_id));
        const after = found ? sideOf(found) : null;
        rows.push({ ...row, before: (row.conversion_id !== null && known.get(row.conversion_id)) || null, after });
        if (found) known.set(String(found.id), after!);
      }
      change = differenceOf(before, await store.listOfClicks(trx, clicks));
      const count = (...results: BatchRow['result'][]) => rows.filter((row) => results.includes(row.result)).length;
      const counts = {
        rows_recorded: count('recorded', 'orphan'),
        rows_updated: count('updated'),
        rows_unchanged: count('unchanged'),
      };
      await batches.updateBatch(trx, batch.id, counts);
      await recordAudit(trx, actor, {
        action,
        entity: 'conversion_batch',
        id: batch.id,
        name: fileName,
        after: counts,
      });
      if (isDry || count(...WRITTEN) === 0) throw new DryRun();
      batchId = batch.id;
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    // what a dry run made is not there any more
    if (isDry) rows = rows.map((row) => (row.before === null ? { ...row, conversion_id: null } : row));
  }
  const counts = { recorded: 0, updated: 0, unchanged: 0, orphan: 0, refused: 0 };
  for (const row of rows) counts[row.result] += 1;
  return { batch_id: batchId === null ? null : String(batchId), counts, rows, change };
}

/** What a person reads of a batch. */
export function batchMessage({ counts, rows }: Pick<BatchReply, 'counts' | 'rows'>, isDry: boolean): string {
  const written = counts.recorded! + counts.orphan! + counts.updated!;
  return isDry
    ? `Nothing was written. ${written} of ${rows.length} rows would change something.`
    : `${written} of ${rows.length} rows changed something.`;
}

const sideOf = (row: store.ConversionRow): NonNullable<Finding['ours']> => ({
  amount: formatMicros(row.payout_micros),
  currency: row.payout_currency,
  status: row.status,
});

/** The money that the sums hold of these, by currency. */
function countedMoney(rows: readonly store.ConversionRow[]): Map<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const row of rows) {
    if (!isCounted(row) || !isOwed(row.status)) continue;
    sums.set(row.payout_currency, (sums.get(row.payout_currency) ?? 0n) + row.payout_micros);
  }
  return sums;
}

function differenceOf(before: readonly store.ConversionRow[], after: readonly store.ConversionRow[]): Sums {
  const [old, fresh] = [countedMoney(before), countedMoney(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .toSorted()
    .map((currency) => ({ currency, micros: (fresh.get(currency) ?? 0n) - (old.get(currency) ?? 0n) }))
    .filter(({ micros }) => micros !== 0n)
    .map(({ currency, micros }) => ({ currency, amount: formatMicros(micros) }));
}
