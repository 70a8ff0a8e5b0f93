import type { Deps } from '../../../platform/server/deps.ts';
import { inTransaction } from '../../../platform/server/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { stateOf } from '../rules.ts';
import { findClick } from '../../events/server/service.ts';
import {
  attributionOf,
  deltasBetween,
  dimsOf,
  queuePostback,
  stateColumns,
  termsOf,
  type RecordScope,
} from './record.ts';
import { costDims } from './paid-conversions.ts';
import * as store from './store.ts';

/** How long a click may still turn up after its conversion. */
export const MATCH_WINDOW_MS = 72 * 3_600_000;
const BATCH = 500;

type Scope = RecordScope & Pick<Deps, 'db'>;

/** Looks for the clicks of all orphans of the last 72 hours. @returns how many were found */
export async function matchOrphans(scope: Scope): Promise<number> {
  const since = new Date(scope.clock().getTime() - MATCH_WINDOW_MS);
  let matched = 0;
  for (let after = 0n; ;) {
    const orphans = await store.listOrphans(scope.db, since, after, BATCH);
    for (const orphan of orphans) if (await matchOrphan(scope, orphan)) matched += 1;
    if (orphans.length < BATCH) return matched;
    after = orphans.at(-1)!.id;
  }
}

type Orphan = { id: bigint; network_id: number; click_key: string };

/** A decision of the administrator about which click it was. */
type ByHand = { clickId: string; actor_name: string; note: string };

/**
 * Ties an orphan to its click: dimensions, terms of the offer, the first deltas, the postback to the source. In one transaction.
 * @returns false when it is no orphan (any more), or its click is not known
 */
export async function matchOrphan(
  scope: Scope,
  { id, network_id: networkId, click_key: clickKey }: Orphan,
  byHand?: ByHand,
): Promise<boolean> {
  const clickId = byHand?.clickId ?? clickKey;
  if (!(await findClick(scope.db, clickId))) return false;
  return inTransaction(scope.db, async (trx) => {
    await store.lockClick(trx, networkId, clickKey);
    const [before, click] = [await store.findConversion(trx, id), await findClick(trx, clickId)];
    if (before?.attribution !== 'orphan' || !click) return false;
    const network = (await networksById(trx, [networkId])).get(networkId)!;
    const dims = await dimsOf(trx, click);
    const terms = termsOf(dims);
    const state = stateOf(store.messagesOf(await store.listEvents(trx, id)), terms);
    const now = scope.clock().toISOString();
    const conversion = await store.updateConversion(trx, id, {
      ...dims,
      ...(await costDims(trx, click, state.occurredAt)),
      ...(await stateColumns(trx, scope, state)),
      attribution: byHand ? 'manual' : attributionOf(click.ts, state.occurredAt, network.attribution_window_days),
      updated_at: now,
    });
    const event = await store.insertEvent(trx, {
      conversion_id: id,
      log_id: null,
      actor_name: byHand?.actor_name ?? null,
      kind: 'matched',
      txid: null,
      said_word: null,
      said_status: null,
      said_payout_micros: null,
      said_currency: null,
      said_at: null,
      old_status: before.status,
      new_status: conversion.status,
      old_payout_micros: before.payout_micros,
      new_payout_micros: conversion.payout_micros,
      currency: conversion.payout_currency,
      note: byHand?.note ?? null,
      occurred_at: now,
      created_at: now,
    });
    await store.insertDeltas(trx, deltasBetween(before, conversion, event.id));
    await queuePostback(trx, scope, conversion, event);
    return true;
  });
}
