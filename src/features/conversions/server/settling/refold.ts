import { isOwed } from '../../../networks/conversion-statuses.ts';
import type { Deps } from '../../../../platform/server/deps.ts';
import { inTransaction } from '../../../../platform/server/postgres/postgres.ts';
import { raiseAlert } from '../../../alerts/server/service.ts';
import { readClicksOf } from '../click-records.ts';
import { holdOffBills } from '../paid-conversions.ts';
import { isCounted } from '../../counted.ts';
import type { RecordScope } from '../conversion-columns.ts';
import type { Change, Origin } from '../note-changes.ts';
import { planSettlement, writeSettlements, type Settlement } from '../settle.ts';
import * as decisions from '../desk/store-decisions.ts';
import { listConversions } from './store-recorded.ts';
import * as store from '../store-conversions.ts';

type Scope = RecordScope & Pick<Deps, 'db' | 'log'>;

const BATCH = 100;
const NOTE = 'Folded anew by the rules of today.';

/**
 * Folds anew what was stored under older rules, some conversions at a time: goes on where it ended, and ends for good. No source is
 * told; each change of the sums is kept with both of them. @param most so many conversions at most. @returns how many it went through
 */
export async function refoldStored(scope: Scope, most = 20_000): Promise<number> {
  const round = await decisions.findRound(scope.db);
  if (round.done_at !== null) return 0;
  let after = round.last_id;
  for (let seen = 0; seen < most;) {
    const rows = await listConversions(scope.db, after, BATCH);
    if (rows.length > 0) await refoldAll(scope, rows);
    seen += rows.length;
    if (rows.length < BATCH) {
      await end(scope);
      return seen;
    }
    after = rows.at(-1)!.id;
    await decisions.moveRound(scope.db, after);
  }
  return most;
}

/** One that cannot be folded stops none of the others. */
async function refoldAll(scope: Scope, rows: readonly store.ConversionRow[]): Promise<void> {
  try {
    await refoldSome(scope, rows);
  } catch (error) {
    if (rows.length === 1)
      return scope.log.error({ err: error, conversion_id: String(rows[0]!.id) }, 'a conversion was not folded anew');
    for (const row of rows) await refoldAll(scope, [row]);
  }
}

const refoldSome = (scope: Scope, rows: readonly store.ConversionRow[]): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const clicks = rows.map((row) => ({ networkId: row.network_id, clickKey: row.click_key }));
    await store.lockClicks(trx, clicks);
    const held = await store.listOfClicks(trx, clicks);
    await holdOffBills(trx, held);
    const origin: Origin = { id: null, created_at: scope.clock().toISOString(), by: 'manual', note: NOTE };
    const settlements: Settlement[] = [];
    for (const records of await readClicksOf(trx, held))
      settlements.push(await planSettlement(trx, scope, records, { origin, kind: 'refolded' }));
    const changes = await writeSettlements(trx, scope, settlements, { isQuiet: true });
    await decisions.insertRefoldChanges(trx, changes.changes.map(changeOf));
  });

/** What a conversion adds to the expected money. */
const sumOf = (row: store.ConversionRow | undefined): bigint =>
  row && isCounted(row) && isOwed(row.status) ? row.payout_micros : 0n;

const changeOf = ({ before, after, origin }: Change): decisions.RefoldChange => ({
  conversion_id: after.id,
  old_status: before?.status ?? null,
  new_status: after.status,
  old_micros: sumOf(before),
  new_micros: sumOf(after),
  old_currency: (before ?? after).payout_currency,
  new_currency: after.payout_currency,
  created_at: origin.created_at,
});

async function end(scope: Scope): Promise<void> {
  if (!(await decisions.endRound(scope.db, scope.clock()))) return;
  const changed = await decisions.countRefoldChanges(scope.db);
  if (changed === 0) return;
  await raiseAlert(scope, {
    kind: 'conversions_refolded',
    severity: 'warning',
    subject: { kind: 'site', id: 1, name: 'The whole site' },
    message: `The rules for contrary messages and refunds are stricter now: ${changed} ${changed === 1 ? 'conversion has' : 'conversions have'} become something else. Manage Conversions lists each with both sums. No traffic source was told.`,
  });
}
