import { isOwed } from '../networks/conversion-statuses.ts';
import type { EventType } from '../sources/contract.ts';
import { fold, type Folded, type Placed } from './fold.ts';
import { byCodePoint, type Message, type Terms } from './rules.ts';

/** What tells the conversions of one click of a network apart. */
export type RowKey = { event: EventType; txid: string | null };

/** One money of a click: a row, and in it a transaction, where several share a row. */
export type Target = { key: RowKey; part: string | null };

/** `isDecided`: no network said anything good of it, somebody has decided so. */
type FoundTarget = Target & { isDecided: boolean };

/** A message with the row that its own words name, or would open. */
export type Word = Message & {
  home: RowKey;
  /** Where the administrator has put it; null: it concerns none. Undefined: nobody has decided. */
  pin?: Target | null | undefined;
};

export type ClickRules = {
  /** Do all transactions of a click share a row? */
  isSummed: boolean;
  /** Does only one sale or rebill of the click count? */
  isOneSale: boolean;
  termsOf: (key: RowKey) => Terms;
};

export type LedgerRow = Folded & {
  key: RowKey;
  messages: Placed[];
  /** A message against the money may be about it, or about another one. */
  isAtRisk: boolean;
  /** Another sale or rebill of the click counts in its place. */
  isBeaten: boolean;
};

export type Ledger = {
  /** By `nameOf` their keys. */
  rows: ReadonlyMap<string, LedgerRow>;
  /** Messages that may be about any of several, and about which nobody has decided. */
  open: ReadonlyMap<bigint, Target[]>;
};

export const nameOf = ({ event, txid }: RowKey): string => (txid === null ? event : `${event} ${txid}`);

/** Everything that was said about a click becomes its rows. A function of the set: in which order it came does not matter. */
export function foldClick(words: readonly Word[], rules: ClickRules): Ledger {
  const own = words.filter((word) => word.event !== null || word.isManual);
  const targets = targetsOf(own);
  const rows = new Map<string, { key: RowKey; messages: Placed[] }>();
  const open = new Map<bigint, Target[]>();
  const put = (word: Word, { key, part }: Target): void => {
    const name = nameOf(key);
    const row = rows.get(name) ?? { key, messages: [] };
    row.messages.push({ ...word, part });
    rows.set(name, row);
  };
  for (const word of own) put(word, { key: word.home, part: word.txid });
  for (const word of words.filter((one) => !own.includes(one))) {
    if (word.pin !== undefined) {
      if (word.pin) put(word, word.pin);
      continue;
    }
    const found = findTarget(word, targets, rules.isSummed);
    if ('open' in found) open.set(word.id, found.open);
    else put(word, found.target ?? { key: word.home, part: word.txid });
  }
  const atRisk = new Set([...open.values()].flat().map(({ key }) => nameOf(key)));
  const kept = [...rows].filter(([, { messages }]) => isToldOf(messages));
  const keys = new Set(kept.map(([name]) => name));
  const winner = rules.isOneSale ? firstSale(own.filter(({ home }) => keys.has(nameOf(home)))) : undefined;
  return {
    open,
    rows: new Map(
      kept.map(([name, { key, messages }]) => [
        name,
        {
          ...fold(messages, rules.termsOf(key)),
          key,
          messages,
          isAtRisk: atRisk.has(name),
          isBeaten:
            winner !== undefined && name !== winner && isSale(key) && messages.some((one) => isOwed(one.status)),
        },
      ]),
    ),
  };
}

/** A decision alone keeps a row when it says what the row is worth. */
const isToldOf = (messages: readonly Message[]): boolean =>
  messages.some((message) => !message.isManual || message.payoutMicros !== null);

/** Everything that a word against the money may be about: what a good word was said of. */
function targetsOf(own: readonly Word[]): FoundTarget[] {
  const found = new Map<string, FoundTarget>();
  const told = new Set<string>();
  const good = own.filter(({ status }) => isOwed(status));
  // a decision names no transaction: it makes a target only where nobody else does
  for (const { home: key, txid: part, isManual } of good.toSorted((a, b) => Number(a.isManual) - Number(b.isManual))) {
    if (isManual && told.has(nameOf(key))) continue;
    told.add(nameOf(key));
    found.set(JSON.stringify([nameOf(key), part]), { key, part, isDecided: isManual });
  }
  return [...found.values()].toSorted(
    (a, b) => byCodePoint(nameOf(a.key), nameOf(b.key)) || byCodePoint(a.part, b.part),
  );
}

/** `target` undefined: the word stands as a row of its own. `open`: nobody can tell which of these is meant. */
type Found = { target: Target | undefined } | { open: Target[] };

const oneOf = (targets: Target[]): Found => (targets.length > 1 ? { open: targets } : { target: targets[0] });

function findTarget({ txid, status, home }: Word, targets: readonly FoundTarget[], isSummed: boolean): Found {
  const isSale = ({ key }: Target): boolean => key.event === 'sale';
  const sales = targets.filter(isSale);
  const same = targets.filter(({ part }) => part === txid);
  const sameSales = same.filter(isSale);
  const known = sameSales.length === 1 ? sameSales : same;
  // what was decided on is the row of this very word: there is nothing else in it that the word could be about
  const isOfDecision = targets.some(({ key, isDecided }) => isDecided && nameOf(key) === nameOf(home));
  if (isSummed && known.length === 0 && isOfDecision) return { target: undefined };
  // of a sum nobody can tell which part is meant, even while it has only one
  if (isSummed && known.length === 0 && targets.length > 0) return { open: [...targets] };
  if (isSummed) return oneOf(known);
  if (txid === null) return oneOf(sameSales.length > 0 ? sameSales : sales.length > 0 ? sales : [...targets]);
  if (known.length > 0) return oneOf(known);
  if (status === 'reversed') return oneOf(sales);
  return { target: sales.length === 1 && sales[0]!.part === null ? sales[0] : undefined };
}

const isSale = ({ event }: RowKey): boolean => event === 'sale' || event === 'rebill';

/** The sale or rebill that counts alone: the earliest by its own words, even if it was taken back since. */
function firstSale(own: readonly Word[]): string | undefined {
  const rows = Map.groupBy(
    own.filter(({ home }) => isSale(home)),
    ({ home }) => nameOf(home),
  );
  const runners = [...rows]
    .filter(([, words]) => words.some(({ status }) => isOwed(status)))
    .map(([name, words]) => ({
      name,
      key: words[0]!.home,
      at: words
        .flatMap(({ at }) => at ?? [])
        .toSorted()
        .at(0),
    }));
  return runners.toSorted(
    (a, b) =>
      Number(a.at === undefined) - Number(b.at === undefined) ||
      byCodePoint(a.at ?? null, b.at ?? null) ||
      byCodePoint(a.key.txid, b.key.txid) ||
      // of a sale and a rebill without any difference the sale was first
      -byCodePoint(a.key.event, b.key.event),
  )[0]?.name;
}
