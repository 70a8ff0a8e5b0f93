import type { BIGINT, DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { Answered } from './rows.ts';
import { toWire } from './values.ts';
import type { Cell } from '../event-store.ts';

/** What the parent asks of answers that are too long for one message: each is opened, read piece by piece, and closed. */
export type StreamStep = { step: 'open'; sql: string } | { step: 'next' } | { step: 'close' };

export type StreamCall = { kind: 'stream'; stream: number; params?: Cell[] } & StreamStep;

type Opened = { connection: DuckDBConnection; result?: DuckDBResult };

/** Long answers under way, each on a connection of its own, so that none stands in the way of a report. */
export function createStreams(
  connect: () => Promise<DuckDBConnection>,
  bound: (params: Cell[]) => [Record<string, Cell>, Record<string, typeof BIGINT>],
) {
  const opened = new Map<number, Opened>();

  async function open(id: number, sql: string, params: Cell[]): Promise<void> {
    const one: Opened = { connection: await connect() };
    opened.set(id, one);
    one.result = await one.connection.stream(sql, ...bound(params));
  }

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

  return {
    /** @returns the next rows; undefined: there are no more, or it was another step */
    async take(call: StreamCall): Promise<Answered | undefined> {
      if (call.step === 'next') return next(call.stream);
      if (call.step === 'close') close(call.stream);
      else await open(call.stream, call.sql, call.params ?? []);
      return undefined;
    },
  };
}
