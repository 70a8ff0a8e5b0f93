/** A row of a stats reply. Courses and intervals are left out of files: a cell holds one value. */
export type Line = { [key: string]: unknown };

const isCell = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** The rows of a reply as a table: the same figures under the same names, with the zone and the currency they are told in. */
export function linesCsv({ data, tz, currency }: { data: readonly Line[]; tz: string; currency: string }): {
  head: string[];
  rows: string[][];
} {
  const keys = Object.keys(data[0] ?? {}).filter((key) => data.every((row) => isCell(row[key])));
  return {
    head: [...keys, 'currency', 'zone'],
    rows: data.map((row) => [...keys.map((key) => String((row[key] as string | number | null) ?? '')), currency, tz]),
  };
}
