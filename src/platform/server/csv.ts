import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';

/** What a spreadsheet would run as a formula, in ASCII or as the full-width twin, with any quotes that stand before it. */
const RISKY = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A cell that no spreadsheet runs: what would begin a formula stands behind an apostrophe. */
export const inertCell = (text: string): string => (RISKY.test(text) ? `'${text}` : text);

/** The text that `inertCell` was given. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell);

/** A table as CSV with a head line and CRLF, every cell inert. */
export const writeCsv = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  stringify(
    [head, ...rows].map((row) => row.map(inertCell)),
    { record_delimiter: 'windows' },
  );

/** Sends a CSV as a file to keep. @param name of the file, without its ending */
export const sendCsv = (reply: FastifyReply, name: string, csv: string): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w-]/g, '-')}.csv"`)
    .send(csv);

/** One row of a file: its number, 1 being the first below the names, and its cells by the names of the columns. */
export type CsvRecord = { row: number; cells: Record<string, string> };

/**
 * Reads a CSV with a head line, separated by commas or semicolons. Names of columns are read in any case.
 * @returns what is wrong with the file as a whole, in words
 */
export function readCsv(text: string, maxRows: number): { head: string[]; records: CsvRecord[] } | { problem: string } {
  const first = text.slice(0, Math.max(0, `${text}\n`.search(/[\r\n]/)));
  const delimiter = first.includes(';') && !first.includes(',') ? ';' : ',';
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, delimiter, skip_empty_lines: true, trim: true, to: maxRows + 2 });
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const [top, ...rest] = rows;
  if (!top || rest.length === 0)
    return { problem: 'It needs a line with the names of the columns, and rows below it.' };
  if (rest.length > maxRows) return { problem: `It has more than ${maxRows} rows. Split it.` };
  const head = top.map((name) => name.toLowerCase());
  const twice = head.find((name, index) => head.indexOf(name) !== index);
  if (twice !== undefined) return { problem: `The column "${twice}" is there twice.` };
  const records = rest.map((cells, at) => ({
    row: at + 1,
    cells: Object.fromEntries(head.map((name, index) => [name, plainCell(cells[index] ?? '')])),
  }));
  return { head, records };
}
