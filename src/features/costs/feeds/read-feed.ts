import { readTable } from '../../../platform/csv.ts';
import { formatMicros } from '../../../platform/money.ts';
import { fold } from '../../../platform/text/fold.ts';
import { daysBetween } from '../../../platform/time.ts';
import { guessDecimal, readMoney } from '../../../platform/written-amounts.ts';
import { CostInput } from '../contract.ts';
import type { FeedColumns } from '../feed-contract.ts';
import { cellFinder } from '../file-columns.ts';
import { daysFrom } from './when.ts';

const MAX_ROWS = 5000;
const MAX_DAYS = 366;
/** So many lines are told of what is wrong. */
export const MAX_PROBLEMS = 20;

/** What the rows of a file say was paid for a stretch of days; rows that tell of the same are one. */
export type FeedLine = {
  line: number;
  from: string;
  to: string;
  campaign: string | null;
  micros: bigint;
  currency: string;
  state: CostInput['state'];
};

/** @property rows that say an amount, be it nothing @property days all that they tell of */
export type FeedFile = { rows: number; days: ReadonlySet<string>; lines: readonly FeedLine[] };

export type Problem = { line: number; text: string };

type Given = {
  columns: FeedColumns;
  state: CostInput['state'];
  source: { id: number; name: string; currency: string };
};

/**
 * Reads a file of costs of one source. Columns are those of an import of costs; that of the source may be missing. Amounts of the same
 * days, campaign, currency and state are added up; a row of nothing says that nothing was paid; a last row that is called a total is left out.
 */
export function readFeed(text: string, { columns, state, source }: Given): FeedFile | { problems: Problem[] } {
  const table = readTable(text, { maxRows: MAX_ROWS, isLenient: true });
  if ('problem' in table) return { problems: [{ line: 1, text: table.problem }] };
  const { has, cell } = cellFinder(table.head, columns);
  for (const column of ['date', 'amount', 'campaign', 'currency'] as const) {
    const name = columns[column];
    if (name && !has(column)) return headless(`No column is called "${name}"`, table.head);
  }
  if (!has('date')) return headless('No column says the day', table.head);
  // left out it would spread the money of one ad over all of the source
  if (has('param')) return headless('A scheduled file narrows by campaign, not by "param"', table.head);
  if (!has('amount')) return headless('No column says the amount', table.head);
  const given = table.rows.filter(({ cells }) => !isTotal(cells, cell(cells, 'date')));
  const decimal = guessDecimal(given.map(({ cells }) => cell(cells, 'amount')));
  if (!decimal)
    return {
      problems: [
        { line: 1, text: 'The amounts can be read in two ways. The file has to write them all with two decimals.' },
      ],
    };

  const [lines, days, problems] = [new Map<string, FeedLine>(), new Set<string>(), [] as Problem[]];
  for (const { line, cells } of given) {
    const micros = readMoney(cell(cells, 'amount'), { decimal, isSaid: false });
    const refuse = (reason: string) => problems.push({ line, text: reason });
    if (cell(cells, 'link') !== '') refuse('Costs of a single link are not read from files.');
    else if (cell(cells, 'source') !== '' && fold(cell(cells, 'source').trim()) !== fold(source.name))
      refuse(`It is of another source than ${source.name}.`);
    else {
      const campaign = cell(cells, 'campaign');
      const parsed = CostInput.safeParse({
        source_id: source.id,
        date_from: cell(cells, 'date'),
        date_to: cell(cells, 'date_to') || cell(cells, 'date'),
        // nothing is no entry, but it may stand in a file
        amount: micros === undefined ? 'nothing' : micros === 0n ? '1' : formatMicros(micros),
        currency: cell(cells, 'currency') || source.currency,
        state: cell(cells, 'state').toLowerCase() || state,
        ...(campaign && { param: 'utm_campaign', value: campaign }),
      });
      if (parsed.success) add(lines, days, { line, micros: micros!, input: parsed.data }, refuse);
      else refuse(wordsOf(parsed.error.issues[0]!));
    }
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (problems.length > 0) return { problems };
  const all = [...lines.values()];
  const contrary = findContrary(all);
  if (contrary) return { problems: [contrary] };
  return { rows: given.length, days, lines: all.filter(({ micros }) => micros > 0n) };
}

const headless = (what: string, head: readonly string[]) => ({
  problems: [{ line: 1, text: `${what}. The file has: ${head.slice(0, 20).join(', ')}.` }],
});

const isTotal = (cells: readonly string[], day: string): boolean =>
  (day === '' || /^(grand )?totals?:?$/i.test(day)) && cells.some((text) => /^(grand )?totals?:?$/i.test(text));

const FIELDS: Record<string, string> = { date_from: 'the day', date_to: 'the last day', value: 'the campaign' };

const wordsOf = ({ path, message }: { path: PropertyKey[]; message: string }): string => {
  const field = path.join('.');
  return `${FIELDS[field] ?? `the ${field}`} ${message}.`.replace(/^t/, 'T');
};

type Row = { line: number; micros: bigint; input: CostInput };

function add(
  lines: Map<string, FeedLine>,
  days: Set<string>,
  { line, micros, input }: Row,
  refuse: (reason: string) => void,
): void {
  const { date_from: from, date_to: to, value: campaign, currency = '', state } = input;
  if (daysBetween(from, to) >= MAX_DAYS) {
    refuse(`It tells of more than ${MAX_DAYS} days.`);
    return;
  }
  for (const day of daysFrom(from, to)) days.add(day);
  const key = JSON.stringify([from, to, campaign, currency, state]);
  const known = lines.get(key);
  if (known) known.micros += micros;
  else lines.set(key, { line, from, to, campaign, micros, currency, state });
}

/** The same days and campaign are confirmed once; another currency, or days that overlap, would pay them twice. */
function findContrary(lines: readonly FeedLine[]): Problem | undefined {
  const confirmed = lines.filter(({ state, micros }) => state === 'confirmed' && micros > 0n);
  for (const same of Map.groupBy(confirmed, (one) => one.campaign).values()) {
    const inOrder = same.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.line - b.line));
    for (const [i, next] of inOrder.entries()) {
      const before = inOrder[i - 1];
      if (before && next.from <= before.to)
        return {
          line: next.line,
          text: `Its days are in line ${before.line} too, in another currency or with other days beside them.`,
        };
    }
  }
  return undefined;
}
