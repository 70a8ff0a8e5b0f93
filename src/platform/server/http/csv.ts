import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvLines } from '../../csv.ts';
import { AppError, invalid } from '../../errors.ts';

/** A table whose rows come piece by piece. @property days what it is of, as `fileDays` tells them: they stand in the name of the file */
export type CsvTable = {
  days: string;
  head: readonly string[];
  rows: AsyncIterable<readonly (readonly string[])[]>;
};

/** Each holds a connection to a database while its reader takes it. */
const AT_ONCE = 4;
const LONGEST_MS = 600_000;
let underWay = 0;

/**
 * Sends all rows of a table as a file to keep, as they come. What fails before the first of them is an ordinary refusal; what fails later
 * breaks the connection, so that nobody takes a part for the whole.
 * @param name of what is in the file: its days and its ending are put behind it
 * @param open reads until the signal: its reader went, or takes too long
 * @throws AppError too_many_requests
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  open: (signal: AbortSignal) => CsvTable | Promise<CsvTable>,
): Promise<FastifyReply> {
  if (underWay >= AT_ONCE)
    throw new AppError('too_many_requests', 'Several files are being written at this moment. Try again in a minute.', {
      details: { retry_after_s: 60 },
    });
  underWay += 1;
  const gone = new AbortController();
  const late = setTimeout(() => gone.abort(), LONGEST_MS);
  let pieces: AsyncIterator<readonly (readonly string[])[]> | undefined;
  let isUnderWay = true;
  const end = (): void => {
    if (!isUnderWay) return;
    isUnderWay = false;
    clearTimeout(late);
    underWay -= 1;
    gone.abort();
    void pieces?.return?.();
  };
  // whether it was taken whole or not, and also when nobody ever began to
  reply.raw.once('close', end);
  try {
    const { days, head, rows } = await open(gone.signal);
    const told = (pieces = rows[Symbol.asyncIterator]());
    const first = await told.next();
    const text = async function* () {
      yield csvLines([head, ...(first.done ? [] : first.value)]);
      for (let piece = first.done ? first : await told.next(); !piece.done; piece = await told.next())
        yield csvLines(piece.value);
    };
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${`${name}-${days}`.replace(/[^\w-]/g, '-')}.csv"`)
      .send(Readable.from(text(), { objectMode: false }));
  } catch (error) {
    end();
    throw error;
  }
}

/** What a value of an answer is in a file. */
export const cellOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') : value == null ? '' : String(value as string | number | boolean);

/** Rows that are there already as a table. @param columns of each, by the names that its answer has; nothing else of it is told */
export const tableOf = <Row extends object>(
  days: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): CsvTable => ({ days, head: columns, rows: inOne(rows.map((row) => columns.map((key) => cellOf(row[key])))) });

/** Rows that are there already, as pieces. */
export async function* inOne(rows: readonly (readonly string[])[]): CsvTable['rows'] {
  yield rows;
}

/** A file holds all rows of its question: a number of rows would mean another file. @throws AppError validation_failed */
export function refuseLimit(query: { limit?: unknown; itemsPerPage?: unknown }): void {
  for (const field of ['limit', 'itemsPerPage'] as const)
    if (query[field] !== undefined) throw invalid(field, 'has no place here: a file holds all rows');
}
