import { AppError, notFound } from '../../../platform/errors.ts';
import type { BulkChangesReply } from '../../../platform/paging.ts';
import { parseMicros } from '../../../platform/money.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { changeOrForesee } from '../../../platform/server/records/bulk.ts';
import { refuseStale } from '../../../platform/server/records/records.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import { type BulkChange, Conversion, type ConversionChange } from '../manual-contract.ts';
import type { Word } from '../targets.ts';
import { LAST, readClicksOf, takenBack } from './click-records.ts';
import { lockConversion } from './settling/lock-conversion.ts';
import { presentOne } from './present.ts';
import type { RecordScope } from './conversion-columns.ts';
import { type Change, noteUntoldChanges, type Origin } from './note-changes.ts';
import { planSettlement, writeSettlements } from './settle.ts';
import * as store from './store-conversions.ts';

export type ManualScope = RecordScope & Pick<Deps, 'db'>;

export async function getConversion(db: Db, id: bigint): Promise<Conversion> {
  const row = await store.findConversion(db, id);
  if (!row) throw notFound('Conversion');
  return presentOne(db, row);
}

/**
 * Sets status, amount or both by a decision of the administrator: a message of the history like any other, with its reason, that
 * stands above all that arrived before it. @throws AppError not_found | version_conflict
 */
export async function changeConversion(
  scope: ManualScope,
  actor: Actor,
  id: bigint,
  input: ConversionChange,
): Promise<Conversion> {
  return inTransaction(scope.db, async (trx) => presentOne(trx, (await decide(trx, scope, { actor, id }, input)).row));
}

/** One status for many, each judged by itself; a dry run says what would change. */
export async function changeStatuses(
  scope: ManualScope,
  actor: Actor,
  { status, reason, ...which }: BulkChange,
): Promise<BulkChangesReply<string>> {
  return changeOrForesee(scope.db, which, {
    read: (trx, id) => lockConversion(trx, BigInt(id)),
    change: (trx, { id }) => decide(trx, scope, { actor, id }, { status, reason }),
    // an approval that stands between contrary words is one only once it was accepted
    tell: (row) => ({ Status: row.status, 'Contrary words': row.is_contrary ? 'to be decided' : 'none' }),
  });
}

/** Who decides on which conversion. `batch`: the import that does. */
type Decision = { actor: Actor; id: bigint; batch?: Pick<Origin, 'batch_id'> };

export async function decide(
  trx: Db,
  scope: ManualScope,
  { actor, id, batch }: Decision,
  { status, payout, currency, reason, version }: ConversionChange,
): Promise<{ row: store.ConversionRow; isChanged: boolean }> {
  const before = await lockConversion(trx, id);
  if (version !== undefined && version !== before.version)
    refuseStale(Conversion, [version, before.version], await presentOne(trx, before), { status, payout, currency });
  const now = scope.clock().toISOString();
  const word: Word = {
    id: LAST,
    txid: before.txid,
    event: null,
    status: status ?? before.status,
    word: null,
    payoutMicros: payout === undefined ? null : parseMicros(payout)!,
    currency: currency ?? before.payout_currency,
    at: null,
    receivedAt: now,
    isManual: true,
    home: { event: before.event_type, txid: before.txid },
  };
  const isSame =
    word.status === before.status &&
    (word.payoutMicros === null ||
      (word.payoutMicros === before.payout_micros && word.currency === before.payout_currency));
  // an approval that stands between contrary words is one only once it was accepted
  if (isSame && !before.is_contrary) return { row: before, isChanged: false };
  const [records] = await readClicksOf(trx, [before]);
  const origin: Origin = {
    id: null,
    created_at: now,
    by: 'manual',
    actor_name: actor.username,
    note: reason,
    ...batch,
  };
  const { rows } = await writeSettlements(trx, scope, [await planSettlement(trx, scope, records!, { origin, word })]);
  const row = rows[0]!;
  // an import has one entry for all of its rows
  if (batch) return { row, isChanged: true };
  await recordAudit(trx, actor, {
    action: 'decide',
    entity: 'conversion',
    id,
    name: `Conversion ${id}`,
    before: money(before),
    after: { ...money(row), reason, decided_at: now },
  });
  return { row, isChanged: true };
}

/**
 * Takes a decision back: the conversion becomes what the other messages make of it. What sources were told stays told; they are told of
 * the change as of any other.
 * @param decidedAt when it was decided, as the audit has it
 * @throws AppError not_found | conflict
 */
export async function takeDecisionBack(scope: ManualScope, actor: Actor, id: bigint, decidedAt: string): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const before = await lockConversion(trx, id);
    const [records] = await readClicksOf(trx, [before]);
    const gone = takenBack(records!.events);
    const lines = records!.events.filter(
      (event) =>
        event.conversion_id === id &&
        DECISIONS.has(event.kind) &&
        event.batch_id === null &&
        Date.parse(event.created_at) === Date.parse(decidedAt) &&
        !gone.has(event.id),
    );
    if (lines.length === 0) throw new AppError('conflict', 'This decision was taken back already.');
    const origin: Origin = {
      id: null,
      created_at: scope.clock().toISOString(),
      by: 'manual',
      actor_name: actor.username,
      note: 'A decision was taken back.',
    };
    const marks = lines.map(({ id: about }) => ({
      before,
      after: before,
      kind: 'undone' as const,
      origin,
      about: { id: about, part: null },
    }));
    const fresh = { ...records!, events: [...records!.events, ...(await noteUntoldChanges(trx, marks))] };
    await writeSettlements(trx, scope, [await planSettlement(trx, scope, fresh, { origin })]);
    await recordAudit(trx, actor, {
      action: 'undo',
      entity: 'conversion',
      id,
      name: `Conversion ${id}`,
      before: money(before),
      after: money((await store.findConversion(trx, id))!),
    });
  });
}

/** What an administrator says of a conversion, or of what a message is about. */
const DECISIONS: ReadonlySet<string> = new Set(['manual', 'placed', 'set_aside'] satisfies Change['kind'][]);

const money = (row: store.ConversionRow) => ({
  status: row.status,
  payout_micros: String(row.payout_micros),
  currency: row.payout_currency,
});
