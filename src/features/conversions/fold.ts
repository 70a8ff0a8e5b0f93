import type { Micros } from '../../platform/money.ts';
import { type ConversionStatus, isOwed } from '../networks/conversion-statuses.ts';
import { byCodePoint, type Message, type State, type Terms } from './rules.ts';

/** A message in its row. `part`: the transaction that it is about; of several in a row each has a part of the money. */
export type Placed = Message & { part: string | null };

export type Folded = {
  state: State;
  /** Messages whose amount another one of the same status contradicts, and does not stand. */
  conflicts: ReadonlySet<bigint>;
  /** Said are both an approval and a rejection, no refund, and nobody has decided since. */
  isContrary: boolean;
};

type Money = { micros: Micros; currency: string };

/** `isBlank`: no amount was said yet. `isProvisional`: only messages that take money away were seen. */
type Part = {
  status: ConversionStatus;
  word: string | null;
  amount: Micros;
  currency: string;
  isBlank: boolean;
  isProvisional: boolean;
  /** Does the amount come with an approval (or could it have)? Then another approval does not change it. */
  isApproved: boolean;
  /** Decided, and nothing was said since. */
  isDecided: boolean;
  /** What was said since the last decision. */
  said: ReadonlySet<ConversionStatus>;
};

/**
 * The state that the messages of a row make: a function of their set and of the decisions' places among them. Messages with a time fold
 * by time; those without lie over the result. @param messages at least one
 */
export function fold(messages: readonly Placed[], terms: Terms): Folded {
  const conflicts = new Set<bigint>();
  const said = messages.filter((m) => !m.isManual);
  if (said.length === 0) return { state: decidedAlone(messages, terms), conflicts, isContrary: false };
  const first = said.toSorted(byArrival)[0]!.part;
  const parts = [...new Set(said.map((m) => m.part))].toSorted(byCodePoint).map((name) => {
    const own = messages.filter((m) => m.isManual || m.part === name);
    return { name, ...foldPart(own, terms, conflicts, name === first) };
  });
  const status = (['approved', 'pending', 'rejected', 'reversed'] as const).find((one) =>
    parts.some((part) => part.status === one),
  )!;
  const counted = parts.filter((part) => part.status === status);
  const currency = counted.map((part) => part.currency).toSorted(ownCurrencyFirst(terms))[0]!;
  const apart = new Set(counted.filter((part) => part.currency !== currency).map((part) => part.name));
  for (const m of said) if (apart.has(m.part) && isOwed(m.status) && m.payoutMicros !== null) conflicts.add(m.id);
  const amount = counted.reduce((sum, part) => (part.currency === currency ? sum + part.amount : sum), 0n);
  const isBlank = counted.every((part) => part.isBlank);
  return {
    state: {
      status,
      word: counted[0]!.word,
      occurredAt: momentOf(said),
      ...payoutOf({ micros: amount, currency }, isBlank, terms, decidedOf(messages)),
    },
    conflicts,
    isContrary: parts.some(
      (part) => part.said.has('approved') && part.said.has('rejected') && !part.said.has('reversed'),
    ),
  };
}

/** Is it the same message once more? Only its spelling of the status may differ. */
export const isCopy = (a: Message, b: Message): boolean =>
  !a.isManual &&
  !b.isManual &&
  a.txid === b.txid &&
  a.event === b.event &&
  a.status === b.status &&
  a.payoutMicros === b.payoutMicros &&
  a.currency === b.currency &&
  a.at === b.at;

const byArrival = (a: Message, b: Message): number => (a.id < b.id ? -1 : 1);

const ownCurrencyFirst =
  ({ networkCurrency: own }: Terms) =>
  (a: string, b: string): number =>
    Number(b === own) - Number(a === own) || byCodePoint(a, b);

function payoutOf(
  said: Money,
  isBlank: boolean,
  terms: Terms,
  decided: Money | undefined,
): Pick<State, 'payoutMicros' | 'currency'> {
  const isFixed = terms.payoutSource === 'fixed' || (terms.payoutSource === 'postback_else_fixed' && isBlank);
  if (isFixed && decided) return { payoutMicros: decided.micros, currency: decided.currency };
  if (!isFixed || terms.fixedMicros === null) return { payoutMicros: said.micros, currency: said.currency };
  return { payoutMicros: terms.fixedMicros, currency: terms.fixedCurrency ?? said.currency };
}

/** What decisions alone make, where the file that told of the conversion was taken back. */
function decidedAlone(messages: readonly Message[], terms: Terms): State {
  const { status, currency } = messages.toSorted(byArrival).at(-1)!;
  const decided = decidedOf(messages);
  return {
    status,
    word: null,
    occurredAt: messages.map((m) => m.receivedAt).toSorted()[0]!,
    ...payoutOf(decided ?? { micros: 0n, currency }, !decided, terms, decided),
  };
}

/** The amount that the administrator set last; it stands above the terms of the offer. */
function decidedOf(messages: readonly Message[]): Money | undefined {
  const last = messages
    .filter((m) => m.isManual && m.payoutMicros !== null)
    .toSorted(byArrival)
    .at(-1);
  return last && { micros: last.payoutMicros!, currency: last.currency };
}

/** When it happened: the earliest time that a message of a live conversion gives, else when the first one came. */
function momentOf(said: readonly Message[]): string {
  const live = said.filter((m) => isOwed(m.status));
  const all = live.length > 0 ? live : said;
  const times = all.map((m) => m.at).filter((at) => at !== null);
  return (times.length > 0 ? times : all.map((m) => m.receivedAt)).toSorted()[0]!;
}

/**
 * A decision of the administrator starts anew: what arrived before it cannot change it.
 * @param isFirst the part that takes the amount of a decision; where several share a row, the others have none then
 */
function foldPart(messages: readonly Message[], terms: Terms, conflicts: Set<bigint>, isFirst: boolean): Part {
  let part: Part | undefined;
  let waiting: Message[] = [];
  for (const message of once(messages)) {
    if (!message.isManual) {
      waiting.push(message);
      continue;
    }
    part = run(part, waiting, terms, conflicts);
    waiting = [];
    if (part) part = { ...part, ...decision(message, isFirst) };
  }
  return run(part, waiting, terms, conflicts)!;
}

/** In order of arrival, each message once, with the lowest of its spellings. */
function once(messages: readonly Message[]): Message[] {
  const found: Message[] = [];
  for (const message of messages.toSorted(byArrival)) {
    const at = found.findIndex((old) => isCopy(old, message));
    if (at === -1) found.push(message);
    else if (byCodePoint(message.word, found[at]!.word) < 0) found[at] = { ...found[at]!, word: message.word };
  }
  return found;
}

const decision = ({ status, word, payoutMicros, currency }: Message, isFirst: boolean): Partial<Part> => ({
  status,
  word,
  isProvisional: false,
  isApproved: status === 'approved' || status === 'reversed',
  isDecided: true,
  said: new Set(),
  ...(payoutMicros !== null && { amount: isFirst ? payoutMicros : 0n, currency, isBlank: false }),
});

/** Two messages of one moment have no order: networks repeat the time of the conversion itself. */
function run(
  start: Part | undefined,
  messages: readonly Message[],
  terms: Terms,
  conflicts: Set<bigint>,
): Part | undefined {
  const times = Map.groupBy(messages, (m) => m.at);
  const isTimed = (m: Message) => m.at !== null && times.get(m.at)!.length === 1;
  let part = start;
  for (const message of messages.filter(isTimed).toSorted((a, b) => (a.at! < b.at! ? -1 : 1)))
    part = part ? step(part, message, conflicts) : begin(message);
  const untimed = messages.filter((m) => !isTimed(m));
  if (untimed.length > 0) part = layOver(part, untimed, terms, conflicts);
  if (!part || messages.length === 0) return part;
  return { ...part, said: new Set([...part.said, ...messages.map((m) => m.status)]) };
}

const takesAway = (status: ConversionStatus): boolean => !isOwed(status);
const absolute = (micros: Micros): Micros => (micros < 0n ? -micros : micros);

const begin = ({ status, word, payoutMicros, currency }: Message): Part => ({
  status,
  word,
  amount: absolute(payoutMicros ?? 0n),
  currency,
  isBlank: payoutMicros === null,
  isProvisional: takesAway(status),
  isApproved: status === 'approved',
  isDecided: false,
  said: new Set(),
});

/** The status moves that messages may make; a rejection after an approval takes back what was approved. */
function moveOf(from: ConversionStatus, to: ConversionStatus): ConversionStatus | undefined {
  if (from === to || from === 'reversed' || to === 'pending') return undefined;
  return from === 'approved' && to === 'rejected' ? 'reversed' : to;
}

/** An amount changes only with a status move; what takes money away never changes it, whatever amount it carries. */
function step(part: Part, message: Message, conflicts: Set<bigint>): Part {
  const status = moveOf(part.status, message.status);
  const isApproved = part.isApproved || message.status === 'approved';
  const moved = { ...part, isApproved, isDecided: false, ...(status && { status, word: message.word }) };
  const { payoutMicros: said, currency } = message;
  if (takesAway(message.status)) {
    if (said === null || !part.isBlank || !part.isProvisional) return moved;
    return { ...moved, amount: absolute(said), currency, isBlank: false };
  }
  if (part.isProvisional)
    return { ...moved, amount: said ?? 0n, currency, isBlank: said === null, isProvisional: false };
  if (said === null || (said === part.amount && currency === part.currency)) return moved;
  if (part.isBlank) return { ...moved, amount: said, currency, isBlank: false };
  if (status && said > 0n) return { ...moved, amount: said, currency };
  if (status || message.status === part.status) conflicts.add(message.id);
  return moved;
}

/** Messages without an order lie over what those with a time have made. */
function layOver(base: Part | undefined, untimed: readonly Message[], terms: Terms, conflicts: Set<bigint>): Part {
  const status = statusOver(base, untimed);
  const good = untimed.filter((m) => isOwed(m.status));
  const approvals = good.filter((m) => m.status === 'approved');
  const isLive = base !== undefined && !base.isProvisional;
  const said = { good, approvals, untimed };
  const money = isLive ? amountOver(base, said, terms) : amountAlone(base, said, terms);
  const isApproved = (base?.isApproved ?? false) || approvals.length > 0;
  // an amount that came with an approval says nothing about those that came before it
  const isOfApproval = (base?.isApproved ?? false) || (lowest(approvals, terms)?.micros ?? 0n) > 0n;
  for (const { id, status: word, payoutMicros: said, currency } of good) {
    const differs = said !== null && (said !== money.amount || currency !== money.currency);
    if (differs && (word === 'approved' || !isOfApproval)) conflicts.add(id);
  }
  return {
    ...money,
    status,
    word: wordOver(base, untimed, status),
    isProvisional: !isLive && good.length === 0,
    isApproved,
    isDecided: false,
    said: base?.said ?? new Set(),
  };
}

const RANK: Record<ConversionStatus, number> = { pending: 0, approved: 1, rejected: 2, reversed: 3 };

/** Of statuses without an order the worst stands, and an approval beside a rejection was taken back. */
function worst(statuses: ReadonlySet<ConversionStatus>): ConversionStatus {
  if (statuses.has('approved') && statuses.has('rejected')) return 'reversed';
  return [...statuses].toSorted((a, b) => RANK[b] - RANK[a])[0]!;
}

function statusOver(base: Part | undefined, untimed: readonly Message[]): ConversionStatus {
  const said = new Set(untimed.map((m) => m.status));
  if (!base) return worst(said);
  // whatever was said after a decision is newer than it
  if (base.isDecided) return moveOf(base.status, worst(said)) ?? base.status;
  return worst(said.add(base.status));
}

function wordOver(base: Part | undefined, untimed: readonly Message[], status: ConversionStatus): string | null {
  if (base?.status === status) return base.word;
  const of = (one: ConversionStatus) => untimed.filter((m) => m.status === one).map((m) => m.word);
  const words = [of(status), of('rejected')].find((list) => list.length > 0);
  return words ? words.toSorted(byCodePoint)[0]! : (base?.word ?? null);
}

/** Of several amounts the lowest above 0, those in the network's currency first. */
function lowest(messages: readonly Message[], terms: Terms): Money | undefined {
  const said = messages.flatMap(({ payoutMicros, currency }) =>
    payoutMicros === null ? [] : [{ micros: absolute(payoutMicros), currency }],
  );
  return said.toSorted(
    (a, b) =>
      Number(a.micros === 0n) - Number(b.micros === 0n) ||
      Number(b.currency === terms.networkCurrency) - Number(a.currency === terms.networkCurrency) ||
      (a.micros < b.micros ? -1 : a.micros > b.micros ? 1 : byCodePoint(a.currency, b.currency)),
  )[0];
}

type Amount = Pick<Part, 'amount' | 'currency' | 'isBlank'>;

const amountOf = ({ micros, currency }: Money, isBlank = false): Amount => ({ amount: micros, currency, isBlank });

/** Messages without a time: all of them, those that say there is money, and those of these that approve it. */
type Untimed = Record<'untimed' | 'good' | 'approvals', readonly Message[]>;

/** The approvals' amount, else that of what was pending. */
function amountSaid({ good, approvals }: Untimed, terms: Terms): Money | undefined {
  const approved = lowest(approvals, terms);
  return approved && approved.micros > 0n ? approved : lowest(good, terms);
}

/** Nothing with a time says that there is money. What takes money away says an amount only while nothing else does. */
function amountAlone(base: Part | undefined, of: Untimed, terms: Terms): Amount {
  const { untimed, good } = of;
  const said = amountSaid(of, terms);
  if (said) return amountOf(said);
  const currency = base?.currency ?? untimed.map((m) => m.currency).toSorted(ownCurrencyFirst(terms))[0]!;
  if (good.length > 0) return amountOf({ micros: 0n, currency }, true);
  const taken = base && !base.isBlank ? { micros: base.amount, currency: base.currency } : lowest(untimed, terms);
  return amountOf(taken ?? { micros: 0n, currency }, !taken);
}

/** What messages with a time say of the amount stands, unless these bring the approval or the first amount. */
function amountOver(base: Part, of: Untimed, terms: Terms): Amount {
  const said = amountSaid(of, terms);
  if (base.isBlank && said) return amountOf(said);
  const approved = lowest(of.approvals, terms);
  if (!base.isApproved && approved && approved.micros > 0n) return amountOf(approved);
  return amountOf({ micros: base.amount, currency: base.currency }, base.isBlank);
}
