import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { Answered } from './rows.ts';
import { toWire, withValues } from './values.ts';
import type { Cell } from '../event-store.ts';

/** What the parent asks of answers that are too long for one message: each is opened, read piece by piece, and closed. */
export type StreamStep = { step: 'open'; sql: string } | { step: 'next' } | { step: 'close' };

export type StreamCall = { kind: 'stream'; stream: number; params?: Cell[] } & StreamStep;

type Opened = { connection?: DuckDBConnection; result?: DuckDBResult; running: Promise<unknown> };

const INTERRUPT_MS = 20;

/**
 * Interrupts what runs on a connection: again and again, because an interrupt that comes before the engine has begun is lost.
 * @param due the connection, once what runs on it is over
 * @returns call it when nothing runs any more
 */
export function interruptWhenDue(due: () => DuckDBConnection | undefined): () => void {
  const watch = setInterval(() => due()?.interrupt(), INTERRUPT_MS);
  return () => clearInterval(watch);
}

/** Long answers under way, each on a connection of its own, so that none stands in the way of a report. */
export function createStreams(connect: () => Promise<DuckDBConnection>) {
  const opened = new Map<number, Opened>();

  async function open(one: Opened, sql: string, params: Cell[]): Promise<void> {
    one.connection = await connect();
    one.result = await one.connection.stream(...withValues(sql, params));
  }

  async function next({ result }: Opened): Promise<Answered | undefined> {
    if (!result) throw new Error('This answer was not opened.');
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return undefined;
    return { names: result.deduplicatedColumnNames(), columns: chunk.convertColumns(toWire) };
  }

  async function close(one: Opened): Promise<void> {
    const end = interruptWhenDue(() => one.connection);
    // closed while it runs, it would run to its end
    await one.running.catch(() => undefined);
    end();
    one.connection?.closeSync();
  }

  return {
    /** @returns the next rows; undefined: there are no more, or it was another step */
    async take(call: StreamCall): Promise<Answered | undefined> {
      const one = opened.get(call.stream);
      if (call.step === 'open') {
        // known before it has a connection: it may be called off at any time
        const begun: Opened = { running: Promise.resolve() };
        opened.set(call.stream, begun);
        begun.running = open(begun, call.sql, call.params ?? []);
        await begun.running;
        return undefined;
      }
      if (call.step === 'next') {
        if (!one) throw new Error('This answer is not open any more.');
        const piece = next(one);
        one.running = piece;
        return piece;
      }
      opened.delete(call.stream);
      if (one) await close(one);
      return undefined;
    },
  };
}
