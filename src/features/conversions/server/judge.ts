import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { capDay } from '../../offers/server/service.ts';
import type { InReason, PostbackAnswer } from '../contract.ts';
import { readMessage, type Pairs, type Said } from '../message.ts';
import { applyMessage, type Message } from '../rules.ts';
import { findClick } from '../../events/server/service.ts';
import { keyOfMessage } from './masking.ts';
import { matchOrphan } from './match.ts';
import { bodyPairs } from './pairs.ts';
import { costDims } from './paid-conversions.ts';
import { attributionOf, dimsOf, isCounted, stateColumns, termsOf, type RecordScope } from './record.ts';
import { remember, type Origin } from './remember.ts';
import * as logs from './store-logs.ts';
import * as store from './store.ts';

/** How often a message whose judgement fails on our side is taken up again before it goes into quarantine. */
const MAX_FAILURES = 10;
const LAST = 2n ** 63n - 1n;
/** How the log shows the address of a message that a browser brought. */
export const PIXEL_PATH = '/pixel/***';

type Network = NonNullable<Awaited<ReturnType<typeof networksById>> extends Map<number, infer Row> ? Row : never>;
type Judged = { reason: InReason; conversion: store.ConversionRow | null; said: Said | null; clickKey: string | null };
type Answer = PostbackAnswer;

/**
 * Judges a stored message and writes what follows from it, all in one transaction: the conversion, its history, the deltas, the
 * outgoing postback, and the verdict on the message. Judging a message again changes nothing and gives the same answer.
 * @throws what the database threw; the message then stays to be judged again
 */
export async function judge(scope: RecordScope & Pick<Deps, 'db'>, logId: bigint): Promise<Answer> {
  let orphan: store.ConversionRow | undefined;
  let answer: Answer;
  try {
    answer = await inTransaction(scope.db, async (trx) => {
      const log = await logs.lockLog(trx, logId);
      if (log?.state !== 'received') return answerOf(log?.reason_code as InReason, log?.conversion_id ?? null);
      const network = (await networksById(trx, [log.network_id!])).get(log.network_id!)!;
      const judged = await judgeMessage(trx, scope, network, log);
      const { conversion, said, reason } = judged;
      if (conversion?.attribution === 'orphan' && conversion.voided_at === null) orphan = conversion;
      await logs.updateLog(trx, logId, {
        state: 'done',
        reason_code: reason,
        conversion_id: conversion?.id ?? null,
        source_id: conversion?.source_id ?? null,
        click_id: judged.clickKey,
        event_type: said?.eventType ?? null,
        is_test: said?.isTest ?? false,
        judged_at: scope.clock().toISOString(),
      });
      return answerOf(reason, conversion?.id ?? null);
    });
  } catch (error) {
    // when the database is gone, the message simply waits
    await logs.noteFailure(scope.db, logId, MAX_FAILURES).catch(() => undefined);
    throw error;
  }
  // a click stored meanwhile had its job run before this orphan could be seen; if this fails, the next round finds it
  if (orphan) await matchOrphan(scope, orphan).catch(() => undefined);
  return answer;
}

/** Judges what a crash left behind. @param before only messages stored until then; those of now are under way. @returns how many were judged */
export async function judgeReceived(scope: RecordScope & Pick<Deps, 'db' | 'log'>, before: Date): Promise<number> {
  const ids = await logs.listReceived(scope.db, before, 1000);
  let judged = 0;
  for (const id of ids) {
    try {
      await judge(scope, id);
      judged += 1;
    } catch (error) {
      scope.log.error({ err: error, log_id: String(id) }, 'a stored postback could not be judged');
    }
  }
  return judged;
}

const RESULTS: Partial<Record<InReason, Answer['result']>> = {
  recorded: 'recorded',
  late_click: 'recorded',
  offer_capped: 'recorded',
  updated: 'updated',
  duplicate_ignored: 'duplicate',
  amount_conflict: 'duplicate',
  unmatched_click: 'unmatched',
};

const answerOf = (reason: InReason, id: bigint | null): Answer => ({
  ok: true,
  result: RESULTS[reason] ?? 'ignored',
  id: id === null ? null : String(id),
  reason,
});

async function judgeMessage(trx: Db, scope: RecordScope, network: Network, log: logs.LogRow): Promise<Judged> {
  const query: Pairs = log.request_query ?? [];
  const reading = readMessage(query, bodyPairs(log.request_body ?? ''), network, new Date(log.created_at));
  if ('objection' in reading) {
    const clickKey = reading.clickKey && (await keyOfMessage(trx, log, network, reading.clickKey));
    return { reason: reading.objection, conversion: null, said: null, clickKey };
  }
  // a click that was erased keeps its money; its id does not come back
  const said = { ...reading.said, clickKey: await keyOfMessage(trx, log, network, reading.said.clickKey) };
  await store.lockClick(trx, network.id, said.clickKey);
  const by = log.url_masked.startsWith(PIXEL_PATH) ? 'pixel' : 'postback';
  const origin: Origin = { id: log.id, created_at: log.created_at, by };
  const { conversion, reason } = await record(trx, scope, network, said, origin);
  return { reason, conversion, said, clickKey: said.clickKey };
}

/** What a message became. */
export type Recorded = { conversion: store.ConversionRow; reason: InReason };

/** Takes what was said about a click into the records; the caller holds the click. In the caller's transaction. */
export async function record(
  trx: Db,
  scope: RecordScope,
  network: Network,
  said: Said,
  origin: Origin,
): Promise<Recorded> {
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
  const rows = await store.listOfClick(trx, network.id, said.clickKey);
  const target = await findTarget(trx, rows, said, txid);
  if (!target) return open(trx, scope, network, said, txid, message, origin);

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

/** The first message of a conversion. */
async function open(
  trx: Db,
  scope: RecordScope,
  network: Network,
  said: Said,
  txid: string | null,
  message: Message,
  origin: Origin,
): Promise<Recorded> {
  const click = await findClick(trx, said.clickKey);
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
function keyOf({ txid, isTest }: Said, mode: Network['duplicate_mode']): string | null {
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
