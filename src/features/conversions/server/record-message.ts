import type { Db } from '../../../platform/server/postgres.ts';
import type { NetworkRow } from '../../networks/server/service.ts';
import { capDay } from '../../offers/server/service.ts';
import { findClicks, type ClickRow } from '../../events/server/service.ts';
import type { InReason } from '../contract.ts';
import type { Said } from '../message.ts';
import { applyMessage, type Message } from '../rules.ts';
import { costDims } from './paid-conversions.ts';
import { attributionOf, dimsOf, isCounted, stateColumns, termsOf, type RecordScope } from './record.ts';
import { remember, type Origin } from './remember.ts';
import * as store from './store.ts';

const LAST = 2n ** 63n - 1n;

/** What is known about a click before a message about it is taken in. */
export type OnRecord = { rows: readonly store.ConversionRow[]; click: ClickRow | undefined };

/** Reads what is known about some clicks, in their order; the caller holds them. */
export async function onRecord(trx: Db, asked: readonly store.ClickOfNetwork[]): Promise<OnRecord[]> {
  const rows = await store.listOfClicks(trx, asked);
  const clicks = await findClicks(
    trx,
    asked.map(({ clickKey }) => clickKey),
  );
  return asked.map(({ networkId, clickKey }) => ({
    rows: rows.filter((row) => row.network_id === networkId && row.click_key === clickKey),
    click: clicks.find((click) => click.click_id === clickKey),
  }));
}

/** What a message became. */
export type Recorded = { conversion: store.ConversionRow; reason: InReason };

/**
 * Takes what was said about a click into the records; the caller holds the click. In the caller's transaction.
 * @param known about the click at this moment; read here when left out
 */
export async function record(
  trx: Db,
  scope: RecordScope,
  network: NetworkRow,
  said: Said,
  origin: Origin,
  known?: OnRecord,
): Promise<Recorded> {
  const { rows, click } = known ?? (await onRecord(trx, [{ networkId: network.id, clickKey: said.clickKey }]))[0]!;
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
  if (!target) return open(trx, scope, network, said, { txid, message, origin, click });

  const history = store.messagesOf(await store.listEvents(trx, target.id));
  if (network.duplicate_mode === 'ignore' && said.status !== 'reversed' && history.length > 0)
    return { conversion: target, reason: 'duplicate_ignored' };
  const outcome = applyMessage(history, message, termsOf(target));
  if (!outcome.isKept) return { conversion: target, reason: outcome.reason };
  const event_type = said.status === 'reversed' ? target.event_type : said.eventType;
  const { occurredAt } = outcome.next;
  const conversion = await store.updateConversion(trx, target.id, {
    ...(await stateColumns(trx, scope, outcome.next)),
    event_type,
    // what an import brought and took back again counts once it is said in earnest
    voided_at: null,
    ...(target.attribution !== 'manual' && {
      attribution: attributionOf(target.click_at, occurredAt, network.attribution_window_days),
    }),
    updated_at: scope.clock().toISOString(),
  });
  await remember(trx, scope, { before: target, conversion, outcome, message, origin });
  const isStillOrphan = conversion.attribution === 'orphan' && outcome.result !== 'duplicate';
  return { conversion, reason: isStillOrphan ? 'unmatched_click' : outcome.reason };
}

type Opening = { txid: string | null; message: Message; origin: Origin; click: ClickRow | undefined };

/** The first message of a conversion. */
async function open(
  trx: Db,
  scope: RecordScope,
  network: NetworkRow,
  said: Said,
  { txid, message, origin, click }: Opening,
): Promise<Recorded> {
  const dims = await dimsOf(trx, click);
  const outcome = applyMessage([], message, termsOf(dims));
  const now = scope.clock().toISOString();
  const conversion = await store.insertConversion(trx, {
    ...dims,
    ...(click && (await costDims(trx, click, outcome.next.occurredAt))),
    ...(await stateColumns(trx, scope, outcome.next)),
    network_id: network.id,
    click_key: said.clickKey,
    event_type: said.eventType,
    txid,
    attribution: attributionOf(click?.ts ?? null, outcome.next.occurredAt, network.attribution_window_days),
    is_test: said.isTest,
    origin: origin.by,
    received_at: origin.created_at,
    updated_at: now,
  });
  await remember(trx, scope, { before: undefined, conversion, outcome, message, origin });
  const reason = ({ orphan: 'unmatched_click', late: 'late_click' } as const)[
    conversion.attribution as 'orphan' | 'late'
  ];
  return { conversion, reason: reason ?? ((await isBeyondCap(trx, conversion)) ? 'offer_capped' : 'recorded') };
}

/** Had the offer as many conversions since its midnight as it takes in a day? Networks rarely pay for more; it counts all the same. */
async function isBeyondCap(trx: Db, row: store.ConversionRow): Promise<boolean> {
  if (row.offer_id === null || !isCounted(row) || !isConversion(row.status)) return false;
  const day = await capDay(trx, row.offer_id, new Date(row.received_at));
  if (!day) return false;
  return (await store.countOfOffer(trx, row.offer_id, day.from, day.to)) > day.limit;
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
