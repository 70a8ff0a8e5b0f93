import { isOwed } from '../../networks/conversion-statuses.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import type { Message } from '../rules.ts';
import { isCounted } from '../counted.ts';
import { costsBetween, deltasBetween, type RecordScope } from './conversion-columns.ts';
import { queuePostback } from './queue-postback.ts';
import * as store from './store-conversions.ts';

/** Where a change comes from: a stored message, or a decision of the administrator with its reason. */
export type Origin = {
  /** Of the message in the log. */
  id: bigint | null;
  created_at: string;
  by: 'postback' | 'pixel' | 'csv' | 'manual';
  actor_name?: string | undefined;
  note?: string | null | undefined;
  batch_id?: bigint | null | undefined;
};

export type Change = {
  /** Undefined for a conversion that has just begun. */
  before: store.ConversionRow | undefined;
  after: store.ConversionRow;
  kind: store.NewEvent['kind'];
  origin: Origin;
  /** What was said, where a message or a decision brought the change. */
  message?: Message | undefined;
  /** The message that got its target, and the transaction that it is about. */
  about?: { id: bigint; part: string | null };
};

/** History, deltas and postbacks to the sources: everything that follows from changes. */
export async function noteChanges(trx: Db, scope: RecordScope, changes: readonly Change[]): Promise<void> {
  const all = [...changes, ...changes.flatMap(displacement)];
  const events = await noteUntoldChanges(trx, all);
  for (const [i, { before, after, kind }] of all.entries())
    if (i >= changes.length || (kind === 'displaced' ? isDisplaced(before, after) : isNews(before, after)))
      await queuePostback(trx, scope, after, events[i]!);
}

/** The same without a word to the sources. @returns the lines of the history, in the order of the changes */
export async function noteUntoldChanges(trx: Db, changes: readonly Change[]): Promise<store.EventRow[]> {
  const events = await store.insertEvents(trx, changes.map(eventOf));
  await store.insertDeltas(
    trx,
    changes.flatMap(({ before, after }, i) => [
      ...deltasBetween(before, after, events[i]!.id),
      ...costsBetween(before, after, events[i]!.id),
    ]),
  );
  return events;
}

/** Is there something that a source was not told yet? */
const isNews = (before: Change['before'], after: store.ConversionRow): boolean =>
  isCounted(after) &&
  (before?.status !== after.status || before.attribution === 'orphan' || before.not_counted !== null);

/** Was it counted until now, and is it kept out from now on, by the rule of its offer or because all that was said of it was taken back? */
const isDisplaced = (before: Change['before'], after: store.ConversionRow): boolean =>
  before !== undefined &&
  isCounted(before) &&
  isOwed(before.status) &&
  (after.not_counted !== null || after.voided_at !== null);

/** Where something else brought it about, the history says so in a line of its own, of which the source is told. */
const displacement = ({ before, after, kind, origin }: Change): Change[] =>
  kind !== 'displaced' && isDisplaced(before, after)
    ? [{ before: after, after, kind: 'displaced', origin: { ...origin, id: null, note: after.not_counted } }]
    : [];

const eventOf = ({ before, after, kind, message, origin, about }: Change): store.NewEvent => ({
  conversion_id: after.id,
  log_id: origin.id,
  actor_name: origin.actor_name ?? null,
  kind,
  txid: message?.txid ?? about?.part ?? null,
  said_event: message ? (message.event ?? 'none') : null,
  said_word: message?.word ?? null,
  said_status: message?.status ?? null,
  said_payout_micros: message?.payoutMicros ?? null,
  said_currency: message?.currency ?? null,
  said_at: message?.at ?? null,
  old_status: before?.status ?? null,
  new_status: after.status,
  old_payout_micros: before?.payout_micros ?? null,
  new_payout_micros: after.payout_micros,
  currency: after.payout_currency,
  note: origin.note ?? null,
  batch_id: origin.batch_id ?? null,
  about_id: about?.id ?? null,
  occurred_at: message?.at ?? message?.receivedAt ?? origin.created_at,
  created_at: origin.created_at,
});
