import type { Db } from '../../../platform/server/postgres.ts';
import type { NetworkRow } from '../../networks/server/service.ts';
import { capDay } from '../../offers/server/service.ts';
import { findClicks, type ClickRow } from '../../events/server/service.ts';
import type { InReason } from '../contract.ts';
import type { Said } from '../message.ts';
import { applyMessage, type Message, type Outcome } from '../rules.ts';
import { costDims, holdOffBills } from './paid-conversions.ts';
import { attributionOf, dimsOf, isCounted, offerOf, stateColumns, termsOf, type RecordScope } from './record.ts';
import { rememberAll, type Origin } from './remember.ts';
import { countOfOffer } from './store-received.ts';
import * as store from './store.ts';

const LAST = 2n ** 63n - 1n;

/** A message about a click, which the caller holds, and where it comes from. */
export type Taken = { network: NetworkRow; said: Said; origin: Origin };

/** What a message became. */
export type Recorded = { conversion: store.ConversionRow; reason: InReason };

/** Takes what was said about a click into the records; the caller holds the click. In the caller's transaction. */
export const record = async (trx: Db, scope: RecordScope, taken: Taken): Promise<Recorded> =>
  (await recordAll(trx, scope, [taken]))[0]!;

/** The same for messages about as many clicks, in their order: their statements are shared. */
export async function recordAll(trx: Db, scope: RecordScope, all: readonly Taken[]): Promise<Recorded[]> {
  const asked = all.map(({ network, said }) => ({ networkId: network.id, clickKey: said.clickKey }));
  const rows = await store.listOfClicks(trx, asked);
  const known = await findClicks(
    trx,
    all.map(({ said }) => said.clickKey),
  );
  await holdOffBills(trx, rows, known);
  const clicks = new Map(known.map((click) => [click.click_id, click]));
  const plans: Plan[] = [];
  for (const one of all) {
    const own = rows.filter((row) => row.network_id === one.network.id && row.click_key === one.said.clickKey);
    plans.push(await plan(trx, scope, one, own, clicks.get(one.said.clickKey)));
  }
  const opened = await store.insertConversions(
    trx,
    plans.flatMap((one) => one.opens ?? []),
  );
  const done = plans.map((one) => ({ ...one, conversion: one.conversion ?? opened.shift()! }));
  await rememberAll(
    trx,
    scope,
    done.flatMap(({ conversion, before, change }) => (change ? [{ ...change, before, conversion }] : [])),
  );
  const recorded: Recorded[] = [];
  for (const { conversion, reason } of done)
    recorded.push({ conversion, reason: reason ?? (await openedReason(trx, conversion)) });
  return recorded;
}

/** What a message leads to: another conversion, a change of one, or nothing. */
type Plan = {
  opens?: store.NewConversion;
  before?: store.ConversionRow;
  conversion?: store.ConversionRow;
  /** What is to be remembered. */
  change?: { outcome: Outcome; message: Message; origin: Origin };
  /** Left out: the conversion itself tells. */
  reason?: InReason;
};

async function plan(
  trx: Db,
  scope: RecordScope,
  { network, said, origin }: Taken,
  rows: readonly store.ConversionRow[],
  click: ClickRow | undefined,
): Promise<Plan> {
  const message: Message = {
    id: LAST,
    txid: said.txid,
    status: said.status,
    word: said.word,
    payoutMicros: said.payoutMicros,
    currency: said.currency,
    at: said.at,
    receivedAt: origin.created_at,
    isManual: false,
  };
  const txid = keyOf(said, network.duplicate_mode);
  const target = await findTarget(trx, rows, said, txid);
  if (!target) {
    const dims = await dimsOf(trx, click);
    const outcome = applyMessage([], message, termsOf(dims));
    const { occurredAt } = outcome.next;
    const opens = {
      ...dims,
      ...(click && (await costDims(trx, scope, click, occurredAt))),
      ...(await stateColumns(trx, scope, outcome.next)),
      network_id: network.id,
      click_key: said.clickKey,
      event_type: said.eventType,
      txid,
      attribution: attributionOf(click?.ts ?? null, occurredAt, network.attribution_window_days),
      is_test: said.isTest,
      origin: origin.by,
      received_at: origin.created_at,
      updated_at: scope.clock().toISOString(),
    };
    return { opens, change: { outcome, message, origin } };
  }
  const history = store.messagesOf(await store.listEvents(trx, target.id));
  if (network.duplicate_mode === 'ignore' && said.status !== 'reversed' && history.length > 0)
    return { conversion: target, reason: 'duplicate_ignored' };
  const outcome = applyMessage(history, message, termsOf(target));
  if (!outcome.isKept) return { conversion: target, reason: outcome.reason };
  const conversion = await store.updateConversion(trx, target.id, {
    ...(await stateColumns(trx, scope, outcome.next)),
    event_type: said.status === 'reversed' ? target.event_type : said.eventType,
    // what an import brought and took back again counts once it is said in earnest
    voided_at: null,
    ...(target.attribution !== 'manual' && {
      attribution: attributionOf(target.click_at, outcome.next.occurredAt, network.attribution_window_days),
    }),
    updated_at: scope.clock().toISOString(),
  });
  const isStillOrphan = conversion.attribution === 'orphan' && outcome.result !== 'duplicate';
  const reason = isStillOrphan ? 'unmatched_click' : outcome.reason;
  return { before: target, conversion, change: { outcome, message, origin }, reason };
}

/** Why a conversion that has just begun stands as it does. */
async function openedReason(trx: Db, row: store.ConversionRow): Promise<InReason> {
  if (row.attribution === 'orphan') return 'unmatched_click';
  if (row.attribution === 'late') return 'late_click';
  return (await isBeyondCap(trx, row)) ? 'offer_capped' : 'recorded';
}

/** Had the offer as many conversions since its midnight as it takes in a day? Networks rarely pay for more; it counts all the same. */
async function isBeyondCap(trx: Db, row: store.ConversionRow): Promise<boolean> {
  if (row.offer_id === null || !isCounted(row) || !isConversion(row.status)) return false;
  if (!(await offerOf(trx, row.offer_id))?.cap_conversions_daily) return false;
  const day = await capDay(trx, row.offer_id, new Date(row.received_at));
  if (!day) return false;
  return (await countOfOffer(trx, row.offer_id, day, row.id)) > day.limit;
}

const isConversion = (status: store.ConversionRow['status']): boolean => status === 'pending' || status === 'approved';

/** Tests never share a row with what counts; in mode `add_payout` all transactions of a click share one. */
function keyOf({ txid, isTest }: Said, mode: NetworkRow['duplicate_mode']): string | null {
  if (isTest) return `test:${txid ?? ''}`;
  return mode === 'add_payout' ? null : txid;
}

/**
 * The conversion that a message is about. What takes money away is about the one with the same click and transaction, its own kind
 * first, then the sale, then any; a sale that so far only its refund told of becomes what its own message says it is.
 */
async function findTarget(
  trx: Db,
  rows: readonly store.ConversionRow[],
  said: Said,
  txid: string | null,
): Promise<store.ConversionRow | undefined> {
  const same = rows.filter((row) => row.txid === txid);
  const own = same.find((row) => row.event_type === said.eventType);
  const sale = same.find((row) => row.event_type === 'sale');
  if (said.status === 'reversed') return own ?? sale ?? same[0];
  if (own || !sale) return own;
  const messages = store.messagesOf(await store.listEvents(trx, sale.id));
  return messages.every((message) => message.status === 'reversed') ? sale : undefined;
}
