import { isOwed } from '../../networks/conversion-statuses.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { capDay } from '../../offers/server/limits.ts';
import type { InReason } from '../contract.ts';
import type { Said } from '../message.ts';
import type { Word } from '../targets.ts';
import { aboutOf, LAST, readClicks, txidOfRow } from './click-records.ts';
import { holdOffBills } from './paid-conversions.ts';
import { isCounted } from '../counted.ts';
import { offerOf, type RecordScope } from './conversion-columns.ts';
import type { Origin } from './note-changes.ts';
import { planSettlement, writeSettlements, type Settlement } from './settle.ts';
import { countOfOffer } from './store-conversions.ts';
import type * as store from './store-conversions.ts';
import type { NetworkRow } from '../../networks/server/network-row.ts';
import { findClicks } from '../../events/server/store-events.ts';

/** A message about a click, which the caller holds, and where it comes from. */
export type Taken = { network: NetworkRow; said: Said; origin: Origin };

/** What a message became. */
export type Recorded = { conversion: store.ConversionRow; reason: InReason };

/** Takes what was said about a click into the records; the caller holds the click. In the caller's transaction. */
export const record = async (trx: Db, scope: RecordScope, taken: Taken): Promise<Recorded> =>
  (await recordAll(trx, scope, [taken]))[0]!;

/** The same for messages about as many clicks, in their order: their statements are shared. */
export async function recordAll(trx: Db, scope: RecordScope, all: readonly Taken[]): Promise<Recorded[]> {
  const known = await findClicks(
    trx,
    all.map(({ said }) => said.clickKey),
  );
  const records = await readClicks(
    trx,
    all.map(({ network, said }) => ({ network, clickKey: said.clickKey, isTest: said.isTest })),
  );
  await holdOffBills(
    trx,
    records.flatMap(({ rows }) => rows),
    known,
  );
  const clicks = new Map(known.map((click) => [click.click_id, click]));
  const settlements: Settlement[] = [];
  for (const [i, { network, said, origin }] of all.entries())
    settlements.push(
      await planSettlement(trx, scope, records[i]!, {
        origin,
        word: wordOf(said, network, origin),
        click: clicks.get(said.clickKey),
      }),
    );
  const { rows } = await writeSettlements(trx, scope, settlements);
  const recorded: Recorded[] = [];
  for (const [i, settlement] of settlements.entries()) {
    const conversion = rows[i]!;
    recorded.push({ conversion, reason: await reasonOf(trx, settlement, conversion) });
  }
  return recorded;
}

function wordOf(said: Said, { duplicate_mode: mode }: NetworkRow, origin: Origin): Word {
  const event = aboutOf(said);
  return {
    id: LAST,
    txid: said.txid,
    event,
    status: said.status,
    word: said.word,
    payoutMicros: said.payoutMicros,
    currency: said.currency,
    at: said.at,
    receivedAt: origin.created_at,
    isManual: false,
    home: { event: event ?? 'sale', txid: txidOfRow(said.txid, said.isTest, mode) },
  };
}

async function reasonOf(trx: Db, settlement: Settlement, conversion: store.ConversionRow): Promise<InReason> {
  const step = settlement.steps.find(({ isOfWord }) => isOfWord);
  if (!step) return 'duplicate_ignored';
  if (step.kind === 'ambiguous_target') return step.kind;
  if (step.kind === 'recorded') return openedReason(trx, conversion);
  if (settlement.isChanged && conversion.attribution === 'orphan') return 'unmatched_click';
  return step.kind === 'amount_conflict' || step.kind === 'updated' ? step.kind : 'duplicate_ignored';
}

/** Why a conversion that has just begun stands as it does. */
async function openedReason(trx: Db, row: store.ConversionRow): Promise<InReason> {
  if (row.attribution === 'orphan') return 'unmatched_click';
  if (row.not_counted !== null) return 'not_counted';
  if (row.attribution === 'late') return 'late_click';
  return (await isBeyondCap(trx, row)) ? 'offer_capped' : 'recorded';
}

/** Had the offer as many conversions since its midnight as it takes in a day? Networks rarely pay for more; it counts all the same. */
async function isBeyondCap(trx: Db, row: store.ConversionRow): Promise<boolean> {
  if (row.offer_id === null || !isCounted(row) || !isOwed(row.status)) return false;
  if (!(await offerOf(trx, row.offer_id))?.cap_conversions_daily) return false;
  const day = await capDay(trx, row.offer_id, new Date(row.received_at));
  if (!day) return false;
  return (await countOfOffer(trx, row.offer_id, day, row.id)) > day.limit;
}
