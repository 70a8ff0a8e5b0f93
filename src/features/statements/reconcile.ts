import { formatMicros, type Micros } from '../../platform/money.ts';
import { type ConversionStatus, isOwed } from '../networks/conversion-statuses.ts';
import type { Finding, FindingKind } from './contract.ts';
import type { FileRow } from './statement-file.ts';

/** A conversion of ours that a statement may speak of. */
export type OurRow = {
  id: bigint;
  version: number;
  txid: string | null;
  clickKey: string;
  clickId: string | null;
  status: ConversionStatus;
  micros: Micros;
  currency: string;
  at: string;
  /** Does it lie in the days that the statement covers? */
  isExpected: boolean;
};

export type Reconciled = {
  findings: Finding[];
  counts: Record<FindingKind, number>;
  missing: ReadonlyMap<string, Micros>;
  difference: ReadonlyMap<string, Micros>;
  reversed: ReadonlyMap<string, Micros>;
};

type Their = { lines: number[]; row: FileRow; micros: Micros | null; isReversed: boolean; repeats: number[] };

/** Sets a network's statement against what we counted. Every row of either side has exactly one finding. */
export function reconcile(ours: readonly OurRow[], file: readonly FileRow[]): Reconciled {
  const findings: Finding[] = [];
  const [missing, difference, reversed] = [
    new Map<string, Micros>(),
    new Map<string, Micros>(),
    new Map<string, Micros>(),
  ];
  const left = new Set(ours);
  const byTxid = index(ours, (one) => (one.txid === null ? [] : [one.txid]));
  const byClick = index(ours, (one) => [one.clickKey, ...(one.clickId === null ? [] : [one.clickId])]);
  for (const their of gather(file)) {
    for (const line of their.repeats)
      findings.push(finding('repeated', undefined, { ...their, lines: [line] }, 'The statement has this row twice.'));
    const our = pick(their, left, byTxid, byClick);
    if (!our) {
      findings.push(finding('unknown', undefined, their, 'We have no conversion for this row.'));
      continue;
    }
    left.delete(our);
    findings.push(compare(our, their, difference, reversed));
  }
  for (const our of left) {
    if (!our.isExpected || !isOwed(our.status)) continue;
    add(missing, our.currency, our.micros);
    findings.push(finding('missing', our, undefined, 'The statement does not have it.'));
  }
  const counts = { matched: 0, missing: 0, different: 0, reversed: 0, unknown: 0, repeated: 0 };
  for (const one of findings) counts[one.kind] += 1;
  return { findings, counts, missing, difference, reversed };
}

function index(ours: readonly OurRow[], keysOf: (one: OurRow) => string[]): Map<string, OurRow[]> {
  const found = new Map<string, OurRow[]>();
  for (const one of ours) for (const key of new Set(keysOf(one))) found.set(key, [...(found.get(key) ?? []), one]);
  return found;
}

/** Rows about one transaction belong together: a sale and its refund are one thing that was taken back. */
function gather(file: readonly FileRow[]): Their[] {
  const found = new Map<string, Their>();
  for (const row of file) {
    const { said } = row;
    const key = said.txid === null ? `click ${said.clickKey} ${said.eventType}` : `tx ${said.txid} ${said.eventType}`;
    const isReversed = !isOwed(said.status);
    const known = found.get(key);
    if (!known) {
      found.set(key, { lines: [row.line], row, micros: absolute(said.payoutMicros), isReversed, repeats: [] });
      continue;
    }
    const isRepeat =
      isReversed === known.isReversed &&
      said.payoutMicros === known.row.said.payoutMicros &&
      said.currency === known.row.said.currency;
    if (isRepeat) {
      known.repeats.push(row.line);
      continue;
    }
    known.lines.push(row.line);
    if (isReversed) known.isReversed = true;
    else if (known.isReversed && known.lines.length === 2 && !isOwed(known.row.said.status)) {
      // the refund stood above its sale: the sale says the amount
      known.micros = said.payoutMicros;
      known.row = row;
    } else if (said.payoutMicros !== null) known.micros = (known.micros ?? 0n) + said.payoutMicros;
  }
  return [...found.values()];
}

const absolute = (micros: Micros | null): Micros | null => (micros !== null && micros < 0n ? -micros : micros);

/** By transaction, else by click where only one conversion can be meant. */
function pick(
  { row: { said } }: Their,
  left: ReadonlySet<OurRow>,
  byTxid: ReadonlyMap<string, OurRow[]>,
  byClick: ReadonlyMap<string, OurRow[]>,
): OurRow | undefined {
  const open = (list: readonly OurRow[] | undefined) => (list ?? []).filter((one) => left.has(one));
  if (said.txid !== null) {
    const same = open(byTxid.get(said.txid));
    const [first] = said.clickKey ? [...same.filter((one) => one.clickKey === said.clickKey), ...same] : same;
    if (first) return first;
  }
  if (!said.clickKey) return undefined;
  const ofClick = open(byClick.get(said.clickKey)).filter((one) => said.txid === null || one.txid === null);
  return ofClick.length === 1 ? ofClick[0] : undefined;
}

function compare(our: OurRow, their: Their, difference: Map<string, Micros>, reversed: Map<string, Micros>): Finding {
  const { said } = their.row;
  if (their.isReversed) {
    if (!isOwed(our.status)) return finding('matched', our, their, 'Taken back on both sides.');
    add(reversed, our.currency, our.micros);
    return finding('reversed', our, their, `The network took it back; with us it is ${our.status}.`);
  }
  if (!isOwed(our.status)) {
    add(difference, our.currency, 0n);
    return finding('different', our, their, `The network pays it; with us it is ${our.status}.`);
  }
  const isSameAmount = their.micros === null || (their.micros === our.micros && said.currency === our.currency);
  if (!isSameAmount) {
    if (said.currency === our.currency) add(difference, our.currency, our.micros - their.micros!);
    return finding('different', our, their, 'The amounts differ.');
  }
  if (said.status !== our.status && said.word !== null)
    return finding('different', our, their, `The network says ${said.status}; with us it is ${our.status}.`);
  return finding('matched', our, their, 'The same on both sides.');
}

function add(sums: Map<string, Micros>, currency: string, micros: Micros): void {
  sums.set(currency, (sums.get(currency) ?? 0n) + micros);
}

function finding(kind: FindingKind, our: OurRow | undefined, their: Their | undefined, text: string): Finding {
  const said = their?.row.said;
  return {
    kind,
    line: their?.lines[0] ?? null,
    conversion_id: our ? String(our.id) : null,
    version: our?.version ?? null,
    txid: our?.txid ?? said?.txid ?? null,
    click_id: (our?.clickKey ?? said?.clickKey) || null,
    at: our?.at ?? said?.at ?? null,
    ours: our ? { amount: formatMicros(our.micros), currency: our.currency, status: our.status } : null,
    theirs: their
      ? {
          amount: their.micros === null ? null : formatMicros(their.micros),
          currency: said!.currency,
          // a sale and its refund together are one that was taken back
          status: their.isReversed && isOwed(said!.status) ? 'reversed' : said!.status,
        }
      : null,
    text,
  };
}

type Letter = {
  network: string;
  manager: string | null;
  brand: string;
  from: string | undefined;
  to: string | undefined;
};

const MAX_LINES = 200;

/** A message to the network that names every row to look into, ready to send. */
export function letterOf({ findings, missing, difference }: Reconciled, letter: Letter): string {
  const of = (kind: FindingKind) => findings.filter((one) => one.kind === kind);
  const period = letter.from && letter.to ? ` from ${letter.from} to ${letter.to}` : '';
  const parts = [
    `Hello${letter.manager ? ` ${letter.manager}` : ''},`,
    `we have set your statement${period} against our own records of ${letter.network}.`,
  ];
  const list = (title: string, rows: Finding[], line: (one: Finding) => string): void => {
    if (rows.length === 0) return;
    const more = rows.length > MAX_LINES ? [`... and ${rows.length - MAX_LINES} more`] : [];
    parts.push([title, ...rows.slice(0, MAX_LINES).map((one) => `- ${line(one)}`), ...more].join('\n'));
  };
  const name = (one: Finding): string =>
    [one.txid && `transaction ${one.txid}`, one.click_id && `click ${one.click_id}`, one.at?.slice(0, 10)]
      .filter(Boolean)
      .join(', ');
  const money = (side: Finding['ours']): string => `${side?.amount ?? 'no amount'} ${side?.currency ?? ''}`.trim();
  const sum = (sums: ReadonlyMap<string, Micros>): string =>
    [...sums]
      .filter(([, micros]) => micros !== 0n)
      .map(([currency, micros]) => `${formatMicros(micros)} ${currency}`)
      .join(' and ');
  list(
    `These conversions reached us and are not in the statement, ${sum(missing) || '0.00'} in all:`,
    of('missing'),
    (one) => `${name(one)}: ${money(one.ours)}, ${one.ours?.status}`,
  );
  list(
    `These are in it with something else than what you reported to us${sum(difference) ? `, ${sum(difference)} in all` : ''}:`,
    of('different'),
    (one) =>
      `${name(one)}: we have ${money(one.ours)} (${one.ours?.status}), the statement ${money(one.theirs)} (${one.theirs?.status})`,
  );
  list(
    'These were taken back in the statement, and no reversal reached us:',
    of('reversed'),
    (one) => `${name(one)}: ${money(one.ours)}`,
  );
  list(
    'These are in the statement, and no postback reached us:',
    of('unknown'),
    (one) => `${name(one)}: ${money(one.theirs)}`,
  );
  list('These rows are in it twice:', of('repeated'), (one) => `line ${one.line}: ${name(one)}`);
  if (parts.length === 2) parts.push('Everything agrees.');
  else parts.push('Could you look into these, please?');
  parts.push(`Kind regards\n${letter.brand}`);
  return parts.join('\n\n');
}
