import type { Db } from '../../../platform/server/postgres.ts';
import type { Message, Outcome } from '../rules.ts';
import { deltasBetween, queuePostback, type RecordScope } from './record.ts';
import * as store from './store.ts';

/** Where a change comes from: a stored message, or a decision of the administrator with its reason. */
export type Origin = {
  /** Of the message in the log. */
  id: bigint | null;
  created_at: string;
  by: 'postback' | 'pixel' | 'csv' | 'manual';
  actor_name?: string;
  note?: string;
  batch_id?: bigint;
};

type Change = {
  before: store.ConversionRow | undefined;
  conversion: store.ConversionRow;
  outcome: Outcome;
  message: Message;
  origin: Origin;
};

/** History, deltas and the postback to the source: everything that follows from a change. */
export async function remember(
  trx: Db,
  scope: RecordScope,
  { before, conversion, outcome, message, origin }: Change,
): Promise<void> {
  const { reason } = outcome;
  const event = await store.insertEvent(trx, {
    conversion_id: conversion.id,
    log_id: origin.id,
    actor_name: origin.actor_name ?? null,
    kind: message.isManual ? 'manual' : reason === 'duplicate_ignored' ? 'noted' : reason,
    txid: message.txid,
    said_word: message.word,
    said_status: message.status,
    said_payout_micros: message.payoutMicros,
    said_currency: message.currency,
    said_at: message.at,
    old_status: before?.status ?? null,
    new_status: conversion.status,
    old_payout_micros: before?.payout_micros ?? null,
    new_payout_micros: conversion.payout_micros,
    currency: conversion.payout_currency,
    note: origin.note ?? null,
    batch_id: origin.batch_id ?? null,
    occurred_at: message.at ?? message.receivedAt,
    created_at: origin.created_at,
  });
  await store.insertDeltas(trx, deltasBetween(before, conversion, event.id));
  if (before?.status !== conversion.status) await queuePostback(trx, scope, conversion, event);
}
