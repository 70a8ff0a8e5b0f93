import type { Micros } from '../../platform/money.ts';
import type { ConversionStatus } from '../networks/conversion-statuses.ts';
import type { EventType } from '../sources/contract.ts';

/** One message about a conversion, or one decision of the administrator. */
export type Message = {
  /** Ascending in order of arrival. */
  id: bigint;
  txid: string | null;
  /** The event that it is about; null for a word against the money that names none and looks for its target. */
  event: EventType | null;
  status: ConversionStatus;
  word: string | null;
  /** Null when none was sent. */
  payoutMicros: Micros | null;
  currency: string;
  /** When it happened, as the network says: ISO, UTC. */
  at: string | null;
  receivedAt: string;
  isManual: boolean;
};

/** What the offer pays, as it was when the click was matched. */
export type Terms = {
  payoutSource: 'postback' | 'fixed' | 'postback_else_fixed';
  fixedMicros: Micros | null;
  fixedCurrency: string | null;
  /** What the network usually pays in. */
  networkCurrency: string;
};

/** What is true of a conversion after all its messages. */
export type State = {
  status: ConversionStatus;
  /** The network's word behind the status. */
  word: string | null;
  payoutMicros: Micros;
  currency: string;
  occurredAt: string;
};

/** A change of the sums. `occurredAt` is the day it belongs to. */
export type Delta = {
  status: ConversionStatus;
  count: -1 | 0 | 1;
  micros: Micros;
  currency: string;
  occurredAt: string;
};

/** What takes the sums from one state to the next; nothing when nothing that is summed differs. */
export function deltas(before: State | undefined, next: State): Delta[] {
  const give = (state: State, count: -1 | 1): Delta => ({
    status: state.status,
    count,
    micros: count === 1 ? state.payoutMicros : -state.payoutMicros,
    currency: state.currency,
    occurredAt: state.occurredAt,
  });
  if (!before) return [give(next, 1)];
  const isInPlace =
    before.status === next.status && before.currency === next.currency && before.occurredAt === next.occurredAt;
  if (!isInPlace) return [give(before, -1), give(next, 1)];
  const diff = next.payoutMicros - before.payoutMicros;
  return diff === 0n ? [] : [{ ...give(next, 1), count: 0, micros: diff }];
}

/** Texts in the order of their code points, none first. */
export function byCodePoint(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  const [one, other] = [Array.from(a), Array.from(b)];
  const at = one.findIndex((char, i) => char !== other[i]);
  if (at === -1) return -1;
  return at >= other.length || one[at]!.codePointAt(0)! > other[at]!.codePointAt(0)! ? 1 : -1;
}

const MINUTE_MS = 60_000;
const DELAYS_MS = [1, 5, 30, 120, 300, 480, 720].map((minutes) => minutes * MINUTE_MS);

/** How often an outgoing postback is tried before it counts as failed: over 27 h 36 min. */
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** How long to wait after an attempt that failed. @param attempt from 1. @returns undefined after the last */
export const nextDelay = (attempt: number): number | undefined => DELAYS_MS[attempt - 1];

/** Is another try worth it? 408, 429, 5xx and silence pass; other refusals stay. */
export const isRetryable = (status: number | undefined): boolean =>
  status === undefined || status === 408 || status === 429 || status >= 500;
