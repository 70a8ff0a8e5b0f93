import type { Micros } from '../../platform/money.ts';

/** Rates of one day: units of each currency for one euro, in billionths. The euro itself is among them. */
type DayRates = ReadonlyMap<string, bigint>;

/** Dated rates, oldest day first. */
export type RateBook = { days: readonly string[]; rates: ReadonlyMap<string, DayRates>; currencies: readonly string[] };

/** One amount in another currency. `rate` and `day` reproduce it. */
export type Converted = { micros: Micros; currency: string; rate: string; day: string };

const UNIT = 10n ** 9n;
const RATE_UNIT = 10n ** 10n;
/** Banks are closed on week-ends and holidays: a rate holds until the next one, but not for ever. */
const MAX_AGE_DAYS = 7;
const MAX_LINES = 100_000;

/**
 * Reads the file of rates in the form in which the European Central Bank publishes them (`eurofxref-hist.csv`): a head line
 * `Date,USD,JPY,...`, then a line for each day with the units of each currency for one euro; `N/A` or nothing where there is none.
 * @returns what is wrong with the first line that cannot be read, by its number
 */
export function parseRates(text: string): RateBook | { problem: string } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const head = cellsOf(lines[0] ?? '');
  if (text.includes('\0')) return { problem: 'It holds a character that no text has.' };
  if (head[0]?.toLowerCase() !== 'date') return { problem: 'Line 1 must begin with "Date".' };
  const names = head.slice(1).map((name) => name.toUpperCase());
  const bad = names.find((name) => name !== '' && !/^[A-Z]{3}$/.test(name));
  if (bad !== undefined) return { problem: `Line 1 names "${bad.slice(0, 20)}", which is no currency code.` };
  if (lines.length > MAX_LINES) return { problem: `More than ${MAX_LINES} lines.` };
  const rates = new Map<string, DayRates>();
  for (const [i, line] of lines.slice(1).entries()) {
    if (line.trim() === '') continue;
    const [day = '', ...cells] = cellsOf(line);
    if (!isDay(day)) return { problem: `Line ${i + 2} does not begin with a day such as 2026-03-02.` };
    if (rates.has(day)) return { problem: `Line ${i + 2} repeats the day ${day}.` };
    const ofDay = new Map<string, bigint>([['EUR', UNIT]]);
    for (const [n, cell] of cells.entries()) {
      if (cell === '' || cell.toUpperCase() === 'N/A' || !names[n]) continue;
      const rate = parseRate(cell);
      if (rate === undefined) return { problem: `Line ${i + 2} has "${cell.slice(0, 20)}" for ${names[n]}.` };
      ofDay.set(names[n], rate);
    }
    rates.set(day, ofDay);
  }
  if (rates.size === 0) return { problem: 'There is no day with rates in it.' };
  return { days: [...rates.keys()].toSorted(), rates, currencies: ['EUR', ...names.filter(Boolean)].toSorted() };
}

/**
 * An amount in another currency, by the rates of a day, or of the last day before that had them (7 days at most). Half a micro is
 * rounded away from zero. @param at the day, `yyyy-MM-dd`. @returns undefined where no rate is known: nothing is ever guessed
 */
export function convert(
  book: RateBook,
  micros: Micros,
  { from, to }: { from: string; to: string },
  day: string,
): Converted | undefined {
  const found = lastDay(book, day, (rates) => rates.has(from) && rates.has(to));
  if (!found) return undefined;
  const rates = book.rates.get(found)!;
  const rate = divide(rates.get(to)! * RATE_UNIT, rates.get(from)!);
  if (rate === 0n) return undefined;
  return { micros: divide(micros * rate, RATE_UNIT), currency: to, rate: formatRate(rate), day: found };
}

function lastDay(book: RateBook, day: string, fits: (rates: DayRates) => boolean): string | undefined {
  const earliest = new Date(Date.parse(day) - MAX_AGE_DAYS * 86_400_000).toISOString().slice(0, 10);
  // the first day after the one asked for, by halving
  let [low, high] = [0, book.days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (book.days[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && book.days[i]! >= earliest; i -= 1)
    if (fits(book.rates.get(book.days[i]!)!)) return book.days[i];
  return undefined;
}

const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function parseRate(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return undefined;
  const rate = BigInt(match[1]!) * UNIT + BigInt((match[2] ?? '').padEnd(9, '0'));
  return rate > 0n ? rate : undefined;
}

/** @param by above zero */
function divide(value: bigint, by: bigint): bigint {
  const half = by / 2n;
  return value < 0n ? -((-value + half) / by) : (value + half) / by;
}

const formatRate = (rate: bigint): string =>
  `${rate / RATE_UNIT}.${(rate % RATE_UNIT).toString().padStart(10, '0').replace(/0+$/, '').padEnd(1, '0')}`;
