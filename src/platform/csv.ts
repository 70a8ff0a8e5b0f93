import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** What a spreadsheet would run as a formula, in ASCII or as the full-width twin, with any quotes that stand before it. */
const RISKY = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** An amount below nothing is no formula, and behind an apostrophe it would be no number. */
const BELOW_NOTHING = /^-\d+(\.\d+)?$/;

/** A cell that no spreadsheet runs: what would begin a formula stands behind an apostrophe. */
export const inertCell = (text: string): string => (RISKY.test(text) && !BELOW_NOTHING.test(text) ? `'${text}` : text);

/** The text that `inertCell` was given. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell);

/** Rows as CSV with CRLF, every cell inert. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(inertCell)),
    // by itself it quotes only what holds the whole \r\n
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** A table as text: its head, and rows of as many cells. */
export type Table = { head: string[]; rows: Row[]; delimiter: string };
/** `line` counts from 1 in the text, the head included. */
export type Row = { line: number; cells: string[] };

type Options = {
  maxRows: number;
  /** Rows of another length than the head are filled up or cut, as in the exports of networks; refused otherwise. */
  isLenient?: boolean;
};

const DELIMITERS = [',', ';', '\t', '|'];
const HEAD_MISSING = 'It needs a line with the names of the columns, and rows below it.';

/**
 * Reads a CSV with a head line, as spreadsheets and networks write it: any of the usual separators, quotes doubled within quotes, line breaks
 * within quotes (read as \n), a byte order mark, lines without a word left out.
 * @returns what is wrong with the text as a whole, in words
 */
export function readTable(text: string, { maxRows, isLenient = false }: Options): Table | { problem: string } {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  const delimiter = guessDelimiter(plain);
  let records: string[][];
  // the line on which each record ends
  const ends: number[] = [];
  try {
    records = parse(plain, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: isLenient,
      relax_quotes: isLenient,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      to: maxRows + 2,
      on_record: (record: string[], { lines }) => {
        ends.push(lines);
        return record;
      },
    });
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const [first, ...rest] = records;
  if (!first || rest.length === 0) return { problem: HEAD_MISSING };
  if (rest.length > maxRows) return { problem: `It has more than ${maxRows} rows. Split the file.` };
  const head = first;
  const rows = rest.map((record, nth) => ({
    line: ends[nth + 1]! - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0),
    cells: head.map((_, i) => record[i] ?? ''),
  }));
  return { head, rows, delimiter };
}

function guessDelimiter(text: string): string {
  const line = text.slice(0, Math.max(0, `${text}\n`.indexOf('\n')));
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** One row of a file: its number, 1 being the first below the names, and its cells by the names of the columns. */
export type CsvRecord = { row: number; cells: Record<string, string> };

/** Reads what `writeCsv` or a spreadsheet wrote, by the names of the columns, in any case. @returns what is wrong with the file as a whole, in words */
export function readCsv(text: string, maxRows: number): { head: string[]; records: CsvRecord[] } | { problem: string } {
  const table = readTable(text, { maxRows });
  if ('problem' in table) return table;
  const head = table.head.map((name) => name.toLowerCase());
  const twice = head.find((name, index) => head.indexOf(name) !== index);
  if (twice !== undefined) return { problem: `The column "${twice}" is there twice.` };
  const records = table.rows.map(({ cells }, at) => ({
    row: at + 1,
    cells: Object.fromEntries(head.map((name, index) => [name, plainCell(cells[index]!)])),
  }));
  return { head, records };
}
