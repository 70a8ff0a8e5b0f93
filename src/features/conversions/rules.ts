import type { Micros } from '../../platform/money.ts';
import type { ConversionStatus } from '../networks/contract.ts';

/** One message about a conversion, or one decision of the administrator. */
export type Message = {
  /** Ascending in order of arrival. */
  id: bigint;
  /** Messages of one row are told apart by it in mode `add_payout` only. */
  txid: string | null;
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

export type Outcome = {
  next: State;
  deltas: Delta[];
  result: 'recorded' | 'updated' | 'duplicate';
  reason: 'recorded' | 'updated' | 'duplicate_ignored' | 'amount_conflict';
  /** Is it new, so that it belongs into the history? */
  isKept: boolean;
};

/** Among messages of one moment, and those without a time: which speaks last. */
const RANK: Record<ConversionStatus, number> = { pending: 0, rejected: 1, approved: 2, reversed: 3 };

/**
 * Adds one message to the messages of a conversion. The state is a function of the set, not of its order: messages with a time are
 * taken in order of time, those without by rank (pending, rejected, approved, reversed), so an older one never overrides a newer.
 */
export function applyMessage(history: readonly Message[], message: Message, terms: Terms): Outcome {
  const before = history.length > 0 ? fold(history, terms).state : undefined;
  if (before && history.some((old) => isSame(old, message)))
    return { next: before, deltas: [], result: 'duplicate', reason: 'duplicate_ignored', isKept: false };
  const { state: next, conflicts } = fold([...history, message], terms);
  const moved = deltas(before, next);
  const isChanged = moved.length > 0 || before?.word !== next.word;
  if (!before) return { next, deltas: moved, result: 'recorded', reason: 'recorded', isKept: true };
  if (conflicts.has(message.id))
    return { next, deltas: moved, result: 'duplicate', reason: 'amount_conflict', isKept: true };
  if (isChanged) return { next, deltas: moved, result: 'updated', reason: 'updated', isKept: true };
  return { next, deltas: [], result: 'duplicate', reason: 'duplicate_ignored', isKept: true };
}

/** The state that a conversion's messages make. @param messages at least one */
export const stateOf = (messages: readonly Message[], terms: Terms): State => fold(messages, terms).state;

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

const isSame = (a: Message, b: Message): boolean =>
  !b.isManual &&
  !a.isManual &&
  a.txid === b.txid &&
  a.status === b.status &&
  a.payoutMicros === b.payoutMicros &&
  a.currency === b.currency &&
  a.at === b.at;

/** `isBlank`: no amount was said yet. `isProvisional`: only messages that take money away were seen. */
type Part = {
  status: ConversionStatus;
  word: string | null;
  amount: Micros;
  currency: string;
  isBlank: boolean;
  isProvisional: boolean;
};

function fold(messages: readonly Message[], terms: Terms): { state: State; conflicts: Set<bigint> } {
  const conflicts = new Set<bigint>();
  if (messages.every((m) => m.isManual)) return { state: decidedAlone(messages, terms), conflicts };
  const parts = [...new Set(messages.filter((m) => !m.isManual).map((m) => m.txid))]
    .map((txid, isFirst) =>
      foldPart(
        messages.filter((m) => m.isManual || m.txid === txid),
        conflicts,
        isFirst === 0,
      ),
    )
    .filter((part) => part !== undefined);
  const status = (['approved', 'pending', 'rejected', 'reversed'] as const).find((one) =>
    parts.some((part) => part.status === one),
  )!;
  const counted = parts.filter((part) => part.status === status);
  const currency = counted[0]!.currency;
  const amount = counted.reduce((sum, part) => (part.currency === currency ? sum + part.amount : sum), 0n);
  const state = { status, word: counted[0]!.word, occurredAt: momentOf(messages) };
  const isBlank = counted.every((part) => part.isBlank);
  return { state: { ...state, ...payoutOf(amount, currency, isBlank, terms, decidedOf(messages)) }, conflicts };
}

function payoutOf(
  amount: Micros,
  currency: string,
  isBlank: boolean,
  terms: Terms,
  decided: Pick<State, 'payoutMicros' | 'currency'> | undefined,
): Pick<State, 'payoutMicros' | 'currency'> {
  const isFixed = terms.payoutSource === 'fixed' || (terms.payoutSource === 'postback_else_fixed' && isBlank);
  if (isFixed && decided) return decided;
  if (!isFixed || terms.fixedMicros === null) return { payoutMicros: amount, currency };
  return { payoutMicros: terms.fixedMicros, currency: terms.fixedCurrency ?? currency };
}

/** What decisions alone make, where the file that told of the conversion was taken back. */
function decidedAlone(messages: readonly Message[], terms: Terms): State {
  const { status, currency } = messages.toSorted(byArrival).at(-1)!;
  const decided = decidedOf(messages);
  const said = decided ?? { payoutMicros: 0n, currency };
  return {
    status,
    word: null,
    occurredAt: messages.map((m) => m.receivedAt).toSorted()[0]!,
    ...payoutOf(said.payoutMicros, said.currency, !decided, terms, decided),
  };
}

/** The amount that the administrator set last; it stands above the terms of the offer. */
function decidedOf(messages: readonly Message[]): Pick<State, 'payoutMicros' | 'currency'> | undefined {
  const last = messages
    .filter((m) => m.isManual && m.payoutMicros !== null)
    .toSorted(byArrival)
    .at(-1);
  return last && { payoutMicros: last.payoutMicros!, currency: last.currency };
}

/** When it happened: the earliest time that a message of a live conversion gives, else when the first one came. */
function momentOf(messages: readonly Message[]): string {
  const said = messages.filter((m) => !m.isManual);
  const live = said.filter((m) => m.status === 'pending' || m.status === 'approved');
  const all = live.length > 0 ? live : said;
  const times = all.map((m) => m.at).filter((at) => at !== null);
  return (times.length > 0 ? times : all.map((m) => m.receivedAt)).toSorted()[0]!;
}

/**
 * A decision of the administrator starts anew: what arrived before it cannot change it.
 * @param isFirst the part that takes the amount of a decision; where several share a row, the others have none then
 */
function foldPart(messages: readonly Message[], conflicts: Set<bigint>, isFirst: boolean): Part | undefined {
  let part: Part | undefined;
  let waiting: Message[] = [];
  for (const message of messages.toSorted(byArrival)) {
    if (!message.isManual) {
      waiting.push(message);
      continue;
    }
    part = run(part, waiting, conflicts);
    waiting = [];
    if (part) part = { ...part, ...decision(message, isFirst) };
  }
  return run(part, waiting, conflicts);
}

const byArrival = (a: Message, b: Message): number => Number(a.id - b.id);

const decision = ({ status, word, payoutMicros, currency }: Message, isFirst: boolean): Partial<Part> => ({
  status,
  word,
  isProvisional: false,
  ...(payoutMicros !== null && { amount: isFirst ? payoutMicros : 0n, currency, isBlank: false }),
});

function run(start: Part | undefined, messages: readonly Message[], conflicts: Set<bigint>): Part | undefined {
  let part = start;
  for (const message of messages.toSorted(byMoment)) part = part ? step(part, message, conflicts) : begin(message);
  return part;
}

const byMoment = (a: Message, b: Message): number => {
  if (a.at !== b.at) {
    if (a.at === null) return 1;
    if (b.at === null) return -1;
    return a.at < b.at ? -1 : 1;
  }
  return RANK[a.status] - RANK[b.status] || byArrival(a, b);
};

const takesAway = (status: ConversionStatus): boolean => status === 'rejected' || status === 'reversed';
const absolute = (micros: Micros): Micros => (micros < 0n ? -micros : micros);

const begin = ({ status, word, payoutMicros, currency }: Message): Part => ({
  status,
  word,
  amount: absolute(payoutMicros ?? 0n),
  currency,
  isBlank: payoutMicros === null,
  isProvisional: takesAway(status),
});

/** The status moves that messages may make; a rejection after an approval takes back what was approved. */
function moveOf(from: ConversionStatus, to: ConversionStatus): ConversionStatus | undefined {
  if (from === to || from === 'reversed' || to === 'pending') return undefined;
  return from === 'approved' && to === 'rejected' ? 'reversed' : to;
}

/** An amount changes only with a status move; what takes money away never changes it, whatever amount it carries. */
function step(part: Part, message: Message, conflicts: Set<bigint>): Part {
  const status = moveOf(part.status, message.status);
  const moved = status ? { ...part, status, word: message.word } : part;
  const { payoutMicros: said, currency } = message;
  if (takesAway(message.status)) {
    if (said === null || !part.isBlank) return moved;
    return { ...moved, amount: absolute(said), currency, isBlank: !part.isProvisional };
  }
  if (part.isProvisional)
    return { ...moved, amount: said ?? 0n, currency, isBlank: said === null, isProvisional: false };
  if (said === null || (said === part.amount && currency === part.currency)) return moved;
  if (part.isBlank) return { ...moved, amount: said, currency, isBlank: false };
  if (status && said > 0n) return { ...moved, amount: said, currency };
  if (status || message.status === part.status) conflicts.add(message.id);
  return moved;
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
