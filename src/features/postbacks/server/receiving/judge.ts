import type { Deps } from '../../../../platform/server/deps.ts';
import { inTransaction, type Db } from '../../../../platform/server/postgres/postgres.ts';
import { networksById } from '../../../networks/server/service.ts';
import type { InReason, PostbackAnswer } from '../../../conversions/contract.ts';
import { readMessage, type Said } from '../../../conversions/message.ts';
import { foreignTo } from '../../../conversions/server/match.ts';
import { keysOfMessages } from '../masking.ts';
import { matchKnown } from '../../../conversions/server/match.ts';
import { bodyPairs } from '../../../conversions/pairs.ts';
import type { RecordScope } from '../../../conversions/server/conversion-columns.ts';
import { recordAll, type Taken } from '../../../conversions/server/record-message.ts';
import * as logs from '../../../conversions/server/store-logs.ts';
import * as store from '../../../conversions/server/store-conversions.ts';
import type { NetworkRow } from '../../../networks/server/network-row.ts';

/** How often a message whose judgement fails on our side is taken up again before it goes into quarantine. */
const MAX_FAILURES = 10;
/** How the log shows the address of a message that a browser brought. */
export const PIXEL_PATH = '/pixel/***';

type Scope = RecordScope & Pick<Deps, 'db' | 'log'>;
/** A stored message, and what it says or why it says nothing. */
type Read = { log: logs.LogRow; network: NetworkRow; clickKey: string | null } & (
  | { said: Said; objection?: undefined }
  | { said: null; objection: InReason }
);
type Meant = Extract<Read, { said: Said }>;
type Judged = { log: logs.LogRow; reason: InReason; conversion: store.ConversionRow | null } & Pick<
  Read,
  'said' | 'clickKey'
>;

/**
 * Judges a stored message and writes what follows from it, all in one transaction: the conversion, its history, the deltas, the
 * outgoing postback, and the verdict on the message. Judging a message again changes nothing and gives the same answer.
 * @throws what the database threw; the message then stays to be judged again
 */
export async function judge(scope: Scope, logId: bigint): Promise<PostbackAnswer> {
  try {
    return (await judgeTogether(scope, [logId]))[0]!;
  } catch (error) {
    // when the database is gone, the message simply waits
    await logs.noteFailure(scope.db, logId, MAX_FAILURES).catch((cause: unknown) => {
      scope.log.warn({ err: cause, log_id: String(logId) }, 'a message that could not be judged was not marked');
    });
    throw error;
  }
}

/**
 * Judges messages in one transaction, so that a burst of them shares what each would ask of the database alone: all or none.
 * @param ids each once
 */
export async function judgeTogether(scope: Scope, ids: readonly bigint[]): Promise<PostbackAnswer[]> {
  const orphans: store.ConversionRow[] = [];
  const answers = await inTransaction(scope.db, async (trx) => {
    orphans.length = 0;
    const held = await logs.lockLogs(trx, ids);
    const byId = new Map(held.map((log) => [log.id, answerOf(log.reason_code as InReason, log.conversion_id)]));
    const waiting = held.filter(({ state }) => state === 'received');
    const verdicts: logs.Verdict[] = [];
    for (const { log, conversion, said, reason, clickKey } of await judgeMessages(trx, scope, waiting)) {
      if (conversion?.attribution === 'orphan' && conversion.voided_at === null) orphans.push(conversion);
      byId.set(log.id, answerOf(reason, conversion?.id ?? null));
      verdicts.push({
        id: log.id,
        reason_code: reason,
        conversion_id: conversion?.id ?? null,
        source_id: conversion?.source_id ?? null,
        click_id: clickKey,
        event_type: said?.eventType ?? null,
        is_test: said?.isTest ?? false,
      });
    }
    await logs.settleLogs(trx, verdicts, scope.clock());
    return ids.map((id) => byId.get(id) ?? answerOf('internal_error', null));
  });
  // a click stored meanwhile had its job run before these orphans could be seen; if this fails, the next round finds them
  if (orphans.length > 0)
    await matchKnown(scope, orphans).catch((cause: unknown) => {
      scope.log.warn({ err: cause, orphans: orphans.length }, 'conversions were not tied to their clicks at once');
    });
  return answers;
}

/** Judges what a crash left behind. @param before only messages stored until then; those of now are under way. @returns how many were judged */
export async function judgeReceived(scope: Scope, before: Date): Promise<number> {
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

const RESULTS: Partial<Record<InReason, PostbackAnswer['result']>> = {
  recorded: 'recorded',
  late_click: 'recorded',
  offer_capped: 'recorded',
  not_counted: 'recorded',
  updated: 'updated',
  duplicate_ignored: 'duplicate',
  amount_conflict: 'duplicate',
  unmatched_click: 'unmatched',
};

const answerOf = (reason: InReason, id: bigint | null): PostbackAnswer => ({
  ok: true,
  result: RESULTS[reason] ?? 'ignored',
  id: id === null ? null : String(id),
  reason,
});

async function judgeMessages(trx: Db, scope: RecordScope, waiting: readonly logs.LogRow[]): Promise<Judged[]> {
  const networks = await networksById(
    trx,
    waiting.map((log) => log.network_id!),
  );
  const read = await withoutForeign(
    trx,
    await known(
      trx,
      waiting.map((log) => readLog(log, networks.get(log.network_id!)!)),
    ),
  );
  const judged = read.flatMap(({ log, said, objection, clickKey }): Judged[] =>
    said ? [] : [{ log, reason: objection, conversion: null, said, clickKey }],
  );
  for (let rest = read.flatMap((one) => (one.said ? [one] : [])); rest.length > 0;) {
    // a second message about a click must meet what the first one wrote
    const names = rest.map(nameOf);
    const first = rest.filter((one, i) => names.indexOf(nameOf(one)) === i);
    const recorded = await recordAll(trx, scope, first.map(takenOf));
    judged.push(...first.map(({ log, said, clickKey }, i) => ({ ...recorded[i]!, log, said, clickKey })));
    rest = rest.filter((one) => !first.includes(one));
  }
  return judged;
}

const nameOf = ({ network, said }: Meant): string => `${network.id} ${said.clickKey}`;

const takenOf = ({ log, network, said }: Meant): Taken => ({
  network,
  said,
  origin: { id: log.id, created_at: log.created_at, by: log.url_masked.startsWith(PIXEL_PATH) ? 'pixel' : 'postback' },
});

function readLog(log: logs.LogRow, network: NetworkRow): Read {
  const reading = readMessage(
    log.request_query ?? [],
    bodyPairs(log.request_body ?? ''),
    network,
    new Date(log.created_at),
  );
  const clickKey = 'said' in reading ? reading.said.clickKey : reading.clickKey;
  // kept as it came, and judged in full when the network is back
  if (network.deleted_at !== null) return { log, network, clickKey, said: null, objection: 'network_in_trash' };
  return 'objection' in reading
    ? { log, network, said: null, ...reading }
    : { log, network, said: reading.said, clickKey: reading.said.clickKey };
}

/** The messages by the keys that stand for their clicks, which are held from now on. */
async function known(trx: Db, read: readonly Read[]): Promise<Read[]> {
  await store.lockClicks(trx, clicksOf(read));
  const keys = await keysOfMessages(trx, read);
  const renamed = read.map((one, i): Read => {
    const clickKey = keys[i]!;
    return one.said ? { ...one, clickKey, said: { ...one.said, clickKey: clickKey! } } : { ...one, clickKey };
  });
  const others = clicksOf(renamed.filter(({ clickKey }, i) => clickKey !== read[i]!.clickKey));
  if (others.length > 0) await store.lockClicks(trx, others);
  return renamed;
}

/** The messages, those about clicks of other networks refused. */
async function withoutForeign(trx: Db, read: readonly Read[]): Promise<Read[]> {
  const asked = read.map(({ network, clickKey, said }) =>
    said ? { networkId: network.id, clickKey: clickKey! } : null,
  );
  const foreign = await foreignTo(
    trx,
    asked.filter((one) => one !== null),
  );
  return read.map((one, i) =>
    asked[i] && foreign.has(asked[i]) ? { ...one, said: null, objection: 'foreign_click' } : one,
  );
}

const clicksOf = (read: readonly Read[]): store.ClickOfNetwork[] =>
  read.flatMap(({ network, said }) => (said ? [{ networkId: network.id, clickKey: said.clickKey }] : []));
