import type { Db } from '../../../platform/server/postgres.ts';
import type { Message, Outcome } from '../rules.ts';
import { costsBetween, deltasBetween, queuePostback, type RecordScope } from './record.ts';
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
export const remember = (trx: Db, scope: RecordScope, change: Change): Promise<void> =>
  rememberAll(trx, scope, [change]);

/** The same for changes of as many conversions. */
export async function rememberAll(trx: Db, scope: RecordScope, changes: readonly Change[]): Promise<void> {
  const events = await store.insertEvents(trx, changes.map(eventOf));
  await tell(
    trx,
    changes.map(({ before, conversion }, i) => ({ before, after: conversion, eventId: events[i]!.id })),
  );
  for (const [i, { before, conversion }] of changes.entries())
    if (before?.status !== conversion.status) await queuePostback(trx, scope, conversion, events[i]!);
}

const eventOf = ({ before, conversion, outcome: { reason }, message, origin }: Change): store.NewEvent => ({
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

type OwnChange = Pick<store.NewEvent, 'kind' | 'note' | 'batch_id'> & {
  before: store.ConversionRow;
  after: store.ConversionRow;
  at: string;
  actor?: string | undefined;
};

/** History and deltas of a change that no message brought. */
export async function rememberOwn(trx: Db, { before, after, at, actor, ...rest }: OwnChange): Promise<store.EventRow> {
  const event = await store.insertEvent(trx, {
    ...rest,
    conversion_id: after.id,
    log_id: null,
    actor_name: actor ?? null,
    txid: null,
    said_word: null,
    said_status: null,
    said_payout_micros: null,
    said_currency: null,
    said_at: null,
    old_status: before.status,
    new_status: after.status,
    old_payout_micros: before.payout_micros,
    new_payout_micros: after.payout_micros,
    currency: after.payout_currency,
    occurred_at: at,
    created_at: at,
  });
  await tell(trx, [{ before, after, eventId: event.id }]);
  return event;
}

type Told = { before: store.ConversionRow | undefined; after: store.ConversionRow; eventId: bigint };

const tell = (trx: Db, changes: readonly Told[]): Promise<void> =>
  store.insertDeltas(
    trx,
    changes.flatMap(({ before, after, eventId }) => [
      ...deltasBetween(before, after, eventId),
      ...costsBetween(before, after, eventId),
    ]),
  );
