import { guessDecimal, isDoubtful, readMoney, type Marks } from '../../platform/written-amounts.ts';
import { readTable } from '../../platform/csv.ts';
import type { ConversionStatus } from '../networks/conversion-statuses.ts';
import { readMessage, readTime, type Dialect, type Said } from '../conversions/message.ts';
import type { Columns, FileField, Understood } from './contract.ts';

/** A row of a network's file, as a message would say it. `said.clickKey` is empty where the file names none. */
export type FileRow = { line: number; said: Said };

export type ReadFile = { rows: FileRow[]; understood: Understood };

const NAMES: Record<FileField, RegExp> = {
  click_id:
    /^(our_)?(click_?id|cid|sub_?id_?1?|sub_?1|s[12]|aff_?sub_?1?|aff_click_id|tid|click_?ref|u1|sid|tracking_id)$/,
  txid: /^(tx_?id|transaction(_?id)?|order(_?(id|number|no))?|action_?id|conversion_?id|oid|receipt|sale_?id|lead_?id)$/,
  payout:
    /^(payout|commission(_amount)?|amount|revenue|earning(s)?|sum|affiliate_earnings|your_commission|action_earnings|value)(_[a-z]{3})?$/,
  currency: /^(currency|cur|payout_currency|currency_code)$/,
  status: /^(status|state|conversion_status|action_status|transaction_type|type)$/,
  event: /^(event|event_type|event_name|goal|goal_name)$/,
  time: /^(date|time|datetime|date_time|timestamp|ts|created(_at)?|conversion_(date|time)|event_date|transaction_date|occurred_at|order_date)$/,
};

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** Which column holds what, from its name; the first that fits. */
export function guessColumns(head: readonly string[]): Columns {
  const names = head.map(plain);
  const taken = new Set<number>();
  return Object.fromEntries(
    (Object.keys(NAMES) as FileField[]).map((field) => {
      const found = names.findIndex((name, i) => !taken.has(i) && NAMES[field].test(name));
      if (found >= 0) taken.add(found);
      return [field, found >= 0 ? found : null];
    }),
  ) as Columns;
}

/** `03/04/2026` says nothing for certain; days with their year first do, and those with a name or a number above twelve. */
function readMoment(text: string, now: Date): string | null {
  const direct = readTime(text.replace(/ (UTC|GMT)$/i, 'Z'), now);
  if (direct) return direct;
  const match = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text);
  if (!match) return null;
  const [a, b] = [Number(match[1]), Number(match[2])];
  const isGerman = text.includes('.');
  const [dayOfMonth, month] = isGerman || a > 12 ? [a, b] : b > 12 ? [b, a] : [0, 0];
  const iso = `${match[3]}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
  return month === 0 ? null : readTime(iso, now);
}

type Options = { columns?: Columns | undefined; decimal: 'auto' | '.' | ',' };

/** No network sends it: stands for the click where a file names none. */
const NO_CLICK = 'no-click';
const SAMPLE_ROWS = 5;
const MAX_ROWS = 20_000;
const MAX_PROBLEMS = 200;

/** Reads a file of a network in its own words. @returns what is wrong with the whole of it, in words */
export function readFile(csv: string, dialect: Dialect, now: Date, options: Options): ReadFile | { problem: string } {
  const table = readTable(csv, { maxRows: MAX_ROWS, isLenient: true });
  if ('problem' in table) return table;
  const columns = { ...guessColumns(table.head), ...options.columns };
  const outside = Object.values(columns).find((index) => index != null && index >= table.head.length);
  if (outside !== undefined) return { problem: `There is no column ${outside}.` };
  if (columns.click_id == null && columns.txid == null)
    return { problem: 'No column holds a click id or a transaction id. Say which one does.' };
  const cell = (cells: readonly string[], field: FileField): string => cells[columns[field] ?? -1] ?? '';
  const amounts = table.rows.map((row) => cell(row.cells, 'payout'));
  const isSaid = options.decimal !== 'auto';
  const decimal = options.decimal === 'auto' ? guessDecimal(amounts) : options.decimal;
  if (decimal === undefined)
    return { problem: 'The amounts can be read in two ways. Say whether a comma or a dot stands before the decimals.' };
  const problems: Understood['problems'] = [];
  const rows: FileRow[] = [];
  for (const { line, cells } of table.rows) {
    const read = readRow((field) => cell(cells, field), { decimal, isSaid }, dialect, now);
    if (typeof read === 'string') problems.push({ line, text: read });
    else rows.push({ line, said: read });
  }
  const sample = table.rows.slice(0, SAMPLE_ROWS).map((row) => row.cells);
  const shown = problems.slice(0, MAX_PROBLEMS);
  return { rows, understood: { head: table.head, sample, columns, decimal, rows: table.rows.length, problems: shown } };
}

const OBJECTIONS: Record<string, string> = {
  unmapped_status: 'holds a status word that the network has not explained',
  ignored_status: 'holds a status word that is set to be ignored',
  bad_amount: 'takes money away, but its status does not say so',
  bad_currency: 'names a currency that is none',
  literal_macro: 'holds a macro that nobody filled in',
};

function readRow(cell: (field: FileField) => string, marks: Marks, dialect: Dialect, now: Date): Said | string {
  const [click, txid] = [cell('click_id'), cell('txid')];
  if (!click && !txid) return 'names neither a click nor a transaction';
  const payout = cell('payout') === '' ? null : readMoney(cell('payout'), marks);
  if (payout === undefined && !marks.isSaid && isDoubtful(cell('payout')))
    return `"${cell('payout').slice(0, 30)}" can be read in two ways: say whether a comma or a dot stands before the decimals`;
  if (payout === undefined) return `"${cell('payout').slice(0, 30)}" is no amount`;
  const time = cell('time');
  const at = time === '' ? null : readMoment(time, now);
  if (time !== '' && at === null) return `"${time.slice(0, 30)}" is no date that leaves no doubt; 2026-03-31 is one`;
  const isLoss = payout !== null && payout < 0n;
  const pairs: [string, string][] = [
    ['click_id', click || NO_CLICK],
    ['txid', txid],
    // a negative row of a statement is a refund, whatever word stands beside it
    ['status', isLoss ? ('reversed' satisfies ConversionStatus) : cell('status')],
    ['event', cell('event')],
    ['currency', cell('currency')],
  ];
  const words = isLoss ? { ...dialect, status_map: {} } : dialect;
  const reading = readMessage(pairs, [], { ...words, param_aliases: {} }, now);
  if ('objection' in reading) return OBJECTIONS[reading.objection] ?? reading.objection;
  const { said } = reading;
  return { ...said, clickKey: click ? said.clickKey : '', payoutMicros: payout, at, isTest: false };
}
