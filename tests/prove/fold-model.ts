/**
 * What a click's conversions must be after everything that was said of it, written from the decisions about money alone (contrary
 * words, the target of a message, rebills and late ones): it shares no line with the product, and is slow and plain on purpose.
 */

export type Said = {
  txid: string | null;
  /** The event that it names. */
  event: 'sale' | 'lead' | 'upsell' | 'rebill' | null;
  word: 'pending' | 'approved' | 'rejected' | 'refund';
  cents: number | null;
  currency: 'USD' | 'EUR';
  /** Minutes after the click. */
  minute: number | null;
};

export type Case = {
  said: Said[];
  isSummed: boolean;
  allowsRebill: boolean;
  countsLate: boolean;
  /** Minutes after the click: the end of the window, and when everything arrived. */
  window: number;
  arrived: number;
};

type Status = 'pending' | 'approved' | 'rejected' | 'reversed';
export type Due = {
  event: string;
  txid: string | null;
  status: Status;
  /** Of what stands; for the others nothing is ruled. */
  money: string | null;
  notCounted: 'rebill' | 'late' | null;
  atRisk: boolean;
  contrary: boolean;
};

/** The network of the model pays in this. */
const OWN = 'USD';
const isFor = (one: Said): boolean => one.word === 'pending' || one.word === 'approved';

type Slot = { event: string; rowTxid: string | null; txid: string | null; said: Said[] };

export function whatIsDue(given: Case): Due[] {
  const texts = new Set<string>();
  const messages = given.said.filter((one) => {
    const event = isFor(one) ? (one.event ?? 'sale') : one.event;
    const text = JSON.stringify([one.txid, event, one.word, one.cents, one.currency, one.minute]);
    return !texts.has(text) && texts.add(text);
  });
  const slots: Slot[] = [];
  const slot = (event: string, txid: string | null): Slot => {
    const rowTxid = given.isSummed ? null : txid;
    const found = slots.find((one) => one.event === event && one.rowTxid === rowTxid && one.txid === txid);
    if (found) return found;
    const fresh = { event, rowTxid, txid, said: [] };
    slots.push(fresh);
    return fresh;
  };
  // a message about one event touches that event only; a bare word for money is a sale
  const looking: Said[] = [];
  for (const one of messages)
    if (one.event !== null) slot(one.event, one.txid).said.push(one);
    else if (isFor(one)) slot('sale', one.txid).said.push(one);
    else looking.push(one);

  const candidates = slots.filter((one) => one.said.some(isFor));
  const own = new Map(slots.map((one) => [one, [...one.said]]));
  const doubted = new Set<Slot>();
  const alone: Said[] = [];
  for (const one of looking) {
    const may = mayMean(one, candidates, given.isSummed);
    if (may === 'nobody knows')
      for (const candidate of candidatesOf(one, candidates, given.isSummed)) doubted.add(candidate);
    else if (may === null) alone.push(one);
    else may.said.push(one);
  }
  for (const one of alone) slot('sale', one.txid).said.push(one);

  const rows = new Map<string, Slot[]>();
  for (const one of slots) {
    const name = JSON.stringify([one.event, one.rowTxid]);
    rows.set(name, [...(rows.get(name) ?? []), one]);
  }
  const first = given.allowsRebill ? null : firstOf([...rows.values()], own);
  return [...rows.values()].map((parts): Due => {
    const { status, money } = stateOf(parts);
    const competes = ['sale', 'rebill'].includes(parts[0]!.event) && parts.some((one) => one.said.some(isFor));
    const isRebill = first !== null && first !== parts && competes;
    const isLate = !given.countsLate && momentOf(parts, given.arrived) > given.window;
    return {
      event: parts[0]!.event,
      txid: parts[0]!.rowTxid,
      status,
      money: status === 'approved' || status === 'pending' ? money : null,
      notCounted: isLate ? 'late' : isRebill ? 'rebill' : null,
      atRisk: parts.some((one) => doubted.has(one)),
      contrary: parts.some(
        ({ said }) =>
          said.some((one) => one.word === 'approved') &&
          said.some((one) => one.word === 'rejected') &&
          !said.some((one) => one.word === 'refund'),
      ),
    };
  });
}

/** What may be counted at most: nothing that was rejected, taken back, late or a rebill, where the offer says so. */
export const revenueOf = (rows: readonly Due[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { money, notCounted } of rows) {
    if (money === null || notCounted !== null) continue;
    const [cents, currency] = money.split(' ') as [string, string];
    sums[currency] = (sums[currency] ?? 0) + Number(cents);
  }
  return sums;
};

function candidatesOf(one: Said, candidates: readonly Slot[], isSummed: boolean): readonly Slot[] {
  const same = candidates.filter((slot) => slot.txid === one.txid);
  const sales = candidates.filter((slot) => slot.event === 'sale');
  if (isSummed) return same.length > 0 ? same : candidates;
  if (one.txid !== null) return same.length > 0 ? same : sales;
  return sales.length > 0 ? sales : candidates;
}

/** The one that it means; null: it stands as a row of its own. */
function mayMean(one: Said, candidates: readonly Slot[], isSummed: boolean): Slot | null | 'nobody knows' {
  if (candidates.length === 0) return null;
  const known = candidates.filter((slot) => slot.txid === one.txid);
  const sales = candidates.filter((slot) => slot.event === 'sale');
  const knownSale = known.find((slot) => slot.event === 'sale');
  if (isSummed && known.length === 0) return 'nobody knows';
  if (one.txid === null && !isSummed) {
    // the sale, first the one without a transaction, else the only other row
    if (knownSale) return knownSale;
    if (sales.length === 1) return sales[0]!;
    if (sales.length > 1) return 'nobody knows';
    return candidates.length === 1 ? candidates[0]! : 'nobody knows';
  }
  if (known.length === 1) return known[0]!;
  if (known.length > 1) return knownSale ?? 'nobody knows';
  if (one.word === 'refund') return sales.length === 0 ? null : sales.length === 1 ? sales[0]! : 'nobody knows';
  return sales.length === 1 && sales[0]!.txid === null ? sales[0]! : null;
}

function firstOf(rows: readonly Slot[][], own: ReadonlyMap<Slot, Said[]>): Slot[] | null {
  const runners = rows
    .filter((parts) => ['sale', 'rebill'].includes(parts[0]!.event) && parts.some((one) => one.said.some(isFor)))
    .map((parts) => {
      const minutes = parts
        .flatMap((one) => own.get(one) ?? [])
        .flatMap((one) => (one.minute === null ? [] : [one.minute]));
      return { parts, minute: minutes.length > 0 ? Math.min(...minutes) : Infinity, txid: parts[0]!.rowTxid ?? '' };
    });
  const order = (parts: Slot[]): number => (parts[0]!.event === 'sale' ? 0 : 1);
  runners.sort(
    (a, b) =>
      (a.minute === b.minute ? 0 : a.minute - b.minute) ||
      (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : order(a.parts) - order(b.parts)),
  );
  return runners[0]?.parts ?? null;
}

function momentOf(parts: readonly Slot[], arrived: number): number {
  const all = parts.flatMap((one) => one.said);
  const about = all.some(isFor) ? all.filter(isFor) : all;
  const minutes = about.flatMap((one) => (one.minute === null ? [] : [one.minute]));
  return minutes.length > 0 ? Math.min(...minutes) : arrived;
}

/** By time: what becomes of a status when a word comes. */
const THEN: Record<Status, Record<Said['word'], Status>> = {
  pending: { pending: 'pending', approved: 'approved', rejected: 'rejected', refund: 'reversed' },
  approved: { pending: 'approved', approved: 'approved', rejected: 'reversed', refund: 'reversed' },
  rejected: { pending: 'rejected', approved: 'approved', rejected: 'rejected', refund: 'reversed' },
  reversed: { pending: 'reversed', approved: 'reversed', rejected: 'reversed', refund: 'reversed' },
};
const MEANS: Record<Said['word'], Status> = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  refund: 'reversed',
};

function statusOf(said: readonly Said[]): Status {
  const [timed, untimed] = apart(said);
  let status: Status | null = null;
  for (const one of timed) status = status === null ? MEANS[one.word] : THEN[status][one.word];
  const words = new Set<Status>(untimed.map((one) => MEANS[one.word]));
  if (status !== null) words.add(status);
  if (words.has('reversed') || (words.has('approved') && words.has('rejected'))) return 'reversed';
  return words.has('rejected') ? 'rejected' : words.has('approved') ? 'approved' : 'pending';
}

/** Two equal times count as none. */
function apart(said: readonly Said[]): [timed: Said[], untimed: Said[]] {
  const isAlone = (one: Said) =>
    one.minute !== null && said.filter((other) => other.minute === one.minute).length === 1;
  const timed = said.filter(isAlone).toSorted((a, b) => a.minute! - b.minute!);
  return [timed, said.filter((one) => !isAlone(one))];
}

type Money = { cents: number; currency: string };

/** Of what stands: an amount changes only together with the status; of those without an order the lowest above 0. */
function moneyOf(said: readonly Said[]): Money {
  const [timed, untimed] = apart(said);
  let money: Money | null = null;
  let isApproved = false;
  let before: Status | null = null;
  for (const one of timed) {
    const after: Status = before === null ? MEANS[one.word] : THEN[before][one.word];
    if (isFor(one) && one.cents !== null) {
      const isMove = after !== before && after === MEANS[one.word];
      if (money === null || (isMove && one.cents > 0)) money = { cents: one.cents, currency: one.currency };
    }
    if (one.word === 'approved') isApproved = true;
    before = after;
  }
  const approved = lowest(untimed.filter((one) => one.word === 'approved'));
  const pending = lowest(untimed.filter((one) => one.word === 'pending'));
  const some = [approved, pending].find((one) => one !== null && one.cents > 0) ?? approved ?? pending;
  if (money === null) return some ?? { cents: 0, currency: OWN };
  if (!isApproved && approved !== null && approved.cents > 0) return approved;
  return money;
}

function lowest(said: readonly Said[]): Money | null {
  const list = said
    .filter((one) => one.cents !== null)
    .map((one) => ({ cents: one.cents!, currency: one.currency as string }));
  const above = list.filter((one) => one.cents > 0);
  const ours = above.filter((one) => one.currency === OWN);
  const from =
    ours.length > 0 ? ours : above.length > 0 ? above : list.toSorted((a, b) => (a.currency > b.currency ? -1 : 1));
  return from.toSorted((a, b) => a.cents - b.cents)[0] ?? null;
}

function stateOf(parts: readonly Slot[]): { status: Status; money: string } {
  const all = parts.map(({ said }) => ({ status: statusOf(said), ...moneyOf(said) }));
  const status = (['approved', 'pending', 'rejected', 'reversed'] as const).find((one) =>
    all.some((part) => part.status === one),
  )!;
  const counted = all.filter((part) => part.status === status);
  const currency = counted.some((part) => part.currency === OWN) ? OWN : counted[0]!.currency;
  const cents = counted.reduce((sum, part) => (part.currency === currency ? sum + part.cents : sum), 0);
  return { status, money: `${cents} ${currency}` };
}
