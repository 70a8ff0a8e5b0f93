import type { DuckDBConnection } from '@duckdb/node-api';
import type { Answered } from './rows.ts';
import { interruptWhenDue } from './streams.ts';
import { toWire } from './values.ts';

/** What the parent asks of a moment: a transaction that only reads, on a connection of its own. */
export type MomentStep =
  | { step: 'open'; table: string }
  | { step: 'query'; sql: string }
  | { step: 'write'; sql: string; path: string }
  | { step: 'close' };

export type MomentCall = { kind: 'moment'; moment: number } & MomentStep;

export type DescribedColumn = { name: string; isInstant: boolean };

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function describe(connection: DuckDBConnection, table: string): Promise<DescribedColumn[]> {
  const reader = await connection.runAndReadAll(
    "select column_name, data_type from duckdb_columns() where schema_name = 'main' and table_name = $1 order by column_index",
    [table],
  );
  return reader.getRows().map(([name, type]) => ({ name: String(name), isInstant: type === 'TIMESTAMP' }));
}

export function createMoments(connect: () => Promise<DuckDBConnection>) {
  const opened = new Map<number, { connection: DuckDBConnection; running: Promise<unknown> }>();

  async function open(moment: number, table: string): Promise<DescribedColumn[]> {
    const connection = await connect();
    const columns = await describe(connection, table);
    await connection.run('begin transaction');
    // it is the moment of the first look
    await connection.run(`select 1 from ${quoted(table)} limit 1`);
    opened.set(moment, { connection, running: Promise.resolve() });
    return columns;
  }

  async function run(connection: DuckDBConnection, call: MomentStep): Promise<Answered | undefined> {
    if (call.step === 'query') {
      const reader = await connection.runAndReadAll(call.sql);
      return { names: reader.deduplicatedColumnNames(), columns: reader.convertColumns(toWire) };
    }
    if (call.step === 'write')
      await connection.run(
        `copy (${call.sql}) to '${call.path.replaceAll("'", "''")}' (format parquet, compression zstd)`,
      );
    return undefined;
  }

  async function close(moment: number): Promise<void> {
    const one = opened.get(moment);
    opened.delete(moment);
    if (!one) return;
    const end = interruptWhenDue(() => one.connection);
    await one.running.catch(() => undefined);
    end();
    one.connection.closeSync();
  }

  return {
    async take(call: MomentCall): Promise<DescribedColumn[] | Answered | undefined> {
      if (call.step === 'open') return open(call.moment, call.table);
      if (call.step === 'close') return close(call.moment).then(() => undefined);
      const one = opened.get(call.moment);
      if (!one) throw new Error('This moment is not open any more.');
      const running = one.running.then(() => run(one.connection, call));
      one.running = running.catch(() => undefined);
      return running;
    },
  };
}
