import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { Answered } from './duckdb-rows.ts';
import { toWire } from './duckdb-values.ts';

/** What the parent asks of answers that are too long for one message: each is opened, read piece by piece, and closed. */
export type StreamStep = { step: 'open'; sql: string } | { step: 'next' } | { step: 'close' };

type Opened = { connection: DuckDBConnection; result?: DuckDBResult };

/** Long answers under way, each on a connection of its own, so that none stands in the way of a report. */
export function createStreams(connect: () => Promise<DuckDBConnection>) {
  const opened = new Map<number, Opened>();

  async function open(id: number, run: (connection: DuckDBConnection) => Promise<DuckDBResult>): Promise<void> {
    const one: Opened = { connection: await connect() };
    opened.set(id, one);
    one.result = await run(one.connection);
  }

  /** @returns the next rows; undefined: there are no more */
  async function next(id: number): Promise<Answered | undefined> {
    const result = opened.get(id)?.result;
    if (!result) throw new Error('This answer is not open any more.');
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return undefined;
    return { names: result.deduplicatedColumnNames(), columns: chunk.convertColumns(toWire) };
  }

  function close(id: number): void {
    const one = opened.get(id);
    if (!opened.delete(id)) return;
    one!.connection.interrupt();
    one!.connection.closeSync();
  }

  return { open, next, close };
}
