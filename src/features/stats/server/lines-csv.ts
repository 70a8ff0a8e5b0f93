import { isFigure, isMoney } from '../../reports/metrics.ts';

/** A row of a stats reply. Courses and intervals are left out of files: a cell holds one value. */
export type Line = { [key: string]: unknown };

const isCell = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Where money of a line has no rate, a sum of nothing is no sum. */
const isSum = (key: string): boolean => isFigure(key) && isMoney(key);

const cellOf = (row: Line, key: string): string =>
  isSum(key) && row['unconverted'] && Number(row[key]) === 0 ? '' : String((row[key] as string | null) ?? '');

/** The rows of a reply as a table: the same figures under the same names, with the zone and the currency they are told in. */
export function linesCsv({ data, tz, currency }: { data: readonly Line[]; tz: string; currency: string }): {
  head: string[];
  rows: string[][];
} {
  const named = Object.keys(data[0] ?? {}).filter(
    (key) => key !== 'unconverted' && data.every((row) => isCell(row[key])),
  );
  // a column of money has that of its rest beside it
  const keys = named.some(isSum) ? [...named, 'unconverted'] : named;
  return {
    head: [...keys, 'currency', 'zone'],
    rows: data.map((row) => [...keys.map((key) => cellOf(row, key)), currency, tz]),
  };
}
