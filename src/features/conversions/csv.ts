/** A table as text: its head, and rows of as many cells. */
export type Table = { head: string[]; rows: Row[]; delimiter: string };
/** `line` counts from 1 in the text, the head included. */
export type Row = { line: number; cells: string[] };

const DELIMITERS = [',', ';', '\t', '|'];
export const MAX_ROWS = 20_000;

/**
 * Reads a CSV with a head line, as spreadsheets and networks write it: any of the usual separators, quotes doubled within quotes, line
 * breaks within quotes, a byte order mark. @returns what is wrong, in words
 */
export function readTable(text: string): Table | { problem: string } {
  const plain = text.replace(/^\uFEFF/, '');
  const delimiter = guessDelimiter(plain);
  const records = split(plain, delimiter).filter((record) => record.cells.some((cell) => cell.trim() !== ''));
  const [first, ...rest] = records;
  if (!first) return { problem: 'There is nothing in it.' };
  if (first.cells.length < 2) return { problem: 'The first line must name at least two columns.' };
  if (rest.length === 0) return { problem: 'There is no row below the line with the names of the columns.' };
  if (rest.length > MAX_ROWS) return { problem: `More than ${MAX_ROWS} rows. Split the file.` };
  const head = first.cells.map((cell) => cell.trim());
  const rows = rest.map(({ line, cells }) => ({ line, cells: head.map((_, i) => cells[i]?.trim() ?? '') }));
  return { head, rows, delimiter };
}

function guessDelimiter(text: string): string {
  const line = text.slice(0, Math.max(0, `${text}\n`.search(/[\r\n]/)));
  const counts = DELIMITERS.map((delimiter) => split(line, delimiter)[0]?.cells.length ?? 0);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function split(text: string, delimiter: string): Row[] {
  const records: Row[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let [line, began] = [1, 1];
  const endRecord = (): void => {
    records.push({ line: began, cells: [...cells, cell] });
    [cells, cell, began] = [[], '', line];
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (char === '\n') line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') endRecord();
    else if (char !== '\r') cell += char;
  }
  if (cell !== '' || cells.length > 0) endRecord();
  return records;
}
