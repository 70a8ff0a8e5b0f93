import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClickHouseLogLevel, createClient, type ClickHouseSettings } from '@clickhouse/client';
import { AppError } from '../../../errors.ts';
import type { Log } from '../../log.ts';
import type { Cell } from '../event-store.ts';
import { calledOff, toError } from '../failures.ts';
import { judge } from './failures.ts';
import { parameterType, readerFor, type Column } from './values.ts';

type Options = {
  url: string;
  reportsUrl: string;
  /** Reports that may run at once. */
  running: number;
  log: Log;
};

/** How much later than its time limit an answer may come before nobody waits for it any more. */
const LATE_MS = 30_000;
const STREAM_MS = 600_000;
const WRITE_MS = 120_000;

/** Standard SQL where the engine has a mind of its own. */
const SEMANTICS: ClickHouseSettings = {
  prefer_column_name_to_alias: 1,
  cast_keep_nullable: 1,
  join_use_nulls: 1,
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  // hours of before 1970, too
  enable_extended_results_for_datetime_functions: 1,
};
const READING: ClickHouseSettings = {
  ...SEMANTICS,
  output_format_json_quote_64bit_integers: 1,
  date_time_output_format: 'simple',
  cancel_http_readonly_queries_on_client_close: 1,
  // sums lie in a small part for each day: to hand each of its columns to a thread that reads takes longer than to read it
  local_filesystem_read_method: 'pread',
};
/** The engine has no schemas below a database: there their name is a part of the table's. */
const named = (sql: string): string => sql.replace(/\b(?:hours|touched)\.[a-z_]+/g, '`$&`');

/** An insert is there when it is answered, and a token that comes again adds nothing. */
const WRITING: ClickHouseSettings = {
  ...SEMANTICS,
  async_insert: 0,
  insert_deduplicate: 1,
  insert_allow_materialized_columns: 1,
  input_format_null_as_default: 0,
  max_partitions_per_insert_block: '1000',
  mutations_sync: '1',
  lightweight_deletes_sync: '2',
  wait_end_of_query: 1,
};

/** One thread: rows of one order are cut into the same groups each time. */
const PARQUET: ClickHouseSettings = {
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_string_as_string: 1,
  output_format_parquet_row_group_size: '120000',
  output_format_parquet_parallel_encoding: 0,
  wait_end_of_query: 0,
};

/** What the parts of the adapter ask the engine with. */
export type Engine = {
  read<T extends Record<string, unknown>>(sql: string, params?: Cell[], options?: ReadOptions): Promise<T[]>;
  run(sql: string, params?: Cell[]): Promise<void>;
  /** @param id names the insert while it runs: a second of the name is refused */
  insert(into: { table: string; columns: string[]; lines: string; token: string; id: string }): Promise<void>;
  /** Writes what a question answers into a Parquet file. */
  write(sql: string, path: string, signal: AbortSignal): Promise<void>;
  /** Adds the rows of a Parquet file. */
  load(into: { table: string; columns: readonly string[]; path: string }): Promise<void>;
  /** Ends what may still run under an id. */
  end(id: string): Promise<void>;
  /** Rows as they come. */
  stream<T extends Record<string, unknown>>(sql: string, params: Cell[], signal: AbortSignal): AsyncIterable<T[]>;
  /** In their order, with those that nobody asks for by `select *`. */
  columnsOf(table: string): Promise<Column[]>;
  /** The schema has changed. */
  forgetColumns(): void;
  /** Runs work of several statements. @throws AppError whatever goes wrong */
  told<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Why the engine cannot be had; undefined while it can. */
  trouble(): string | undefined;
  close(): Promise<void>;
};
type ReadOptions = { timeoutMs?: number; signal?: AbortSignal | undefined; isReport?: boolean };

/** The two ways to the engine: one that writes, and one for reports, whose user may only read. */
export function createEngine({ url, reportsUrl, running, log }: Options): Engine {
  let trouble: string | undefined;
  let isClosed = false;
  const open = (address: string) =>
    createClient({
      url: address,
      application: 'guidepost',
      request_timeout: STREAM_MS + LATE_MS,
      // an address has no room for thousands of values
      use_multipart_params_auto: true,
      max_open_connections: running + 4,
      // what goes wrong is told below
      log: { level: ClickHouseLogLevel.OFF },
    });
  const [writer, reader] = [open(url), open(reportsUrl)];
  const columns = new Map<string, Column[]>();

  /** Runs it, and knows afterwards whether the engine can be had. */
  async function told<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (isClosed) throw toError('unavailable', 'The event store is closed.');
    try {
      const done = await work();
      trouble = undefined;
      return done;
    } catch (error) {
      if (signal?.aborted) throw calledOff();
      if (error instanceof AppError) throw error;
      const { failure, message } = judge(error);
      if (failure === 'unavailable') {
        if (trouble === undefined) log.warn({ err: error }, 'event store: ClickHouse does not do what it was asked');
        trouble = message;
      }
      throw toError(failure, message);
    }
  }

  /** A connection that is gone does not end every question by itself. @returns call it when nothing runs any more */
  function endWhenCalledOff(id: string, signal: AbortSignal | undefined): () => void {
    const end = (): void => void engine.end(id).catch(() => undefined);
    signal?.addEventListener('abort', end);
    return () => signal?.removeEventListener('abort', end);
  }

  const engine: Engine = {
    read: (sql, params = [], { timeoutMs = WRITE_MS, signal, isReport = false } = {}) =>
      told(async () => {
        const id = randomUUID();
        const limit = AbortSignal.timeout(Math.ceil(timeoutMs) + LATE_MS);
        const leave = endWhenCalledOff(id, signal);
        try {
          const answer = await (isReport ? reader : writer).query({
            ...placed(sql, params),
            format: 'JSONCompact',
            query_id: id,
            abort_signal: signal ? AbortSignal.any([signal, limit]) : limit,
            clickhouse_settings: {
              ...READING,
              max_execution_time: timeoutMs / 1000,
              ...(isReport && { readonly: '2' }),
            },
          });
          return toRows(await answer.json<unknown[]>());
        } finally {
          leave();
        }
      }, signal),
    run: (sql, params = []) =>
      told(async () => {
        await writer.command({
          ...placed(sql, params),
          clickhouse_settings: WRITING,
          abort_signal: AbortSignal.timeout(WRITE_MS),
        });
      }),
    insert: ({ table, columns: names, lines, token, id }) =>
      told(async () => {
        const { stream } = await writer.exec({
          query: `insert into ${named(table)} (${names.join(', ')}) format JSONCompactEachRow`,
          values: Readable.from([lines]),
          query_id: id,
          clickhouse_settings: { ...WRITING, insert_deduplication_token: token },
          abort_signal: AbortSignal.timeout(WRITE_MS),
        });
        for await (const _ of stream) continue;
      }),
    write: (sql, path, signal) =>
      told(async () => {
        const id = randomUUID();
        const leave = endWhenCalledOff(id, signal);
        try {
          const { stream } = await writer.exec({
            query: `${sql} format Parquet`,
            query_id: id,
            clickhouse_settings: { ...READING, ...PARQUET, max_execution_time: STREAM_MS / 1000 },
            abort_signal: signal,
          });
          await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
        } finally {
          leave();
        }
      }, signal),
    load: ({ table, columns: names, path }) =>
      told(async () => {
        const { stream } = await writer.exec({
          query: `insert into ${table} (${names.join(', ')}) format Parquet`,
          values: createReadStream(path),
          // equal rows may come again, after those of before were taken out
          clickhouse_settings: { ...WRITING, insert_deduplicate: 0 },
          abort_signal: AbortSignal.timeout(STREAM_MS),
        });
        for await (const _ of stream) continue;
      }),
    end: (id) => engine.run(`kill query where query_id = '${id}' sync`),
    async columnsOf(table) {
      const known = columns.get(table);
      if (known) return known;
      const found = await engine.read<Column>(
        'select name, type from system.columns where database = currentDatabase() and table = $1 order by position',
        [table],
      );
      if (found.length > 0) columns.set(table, found);
      return found;
    },
    async *stream<T extends Record<string, unknown>>(sql: string, params: Cell[], signal: AbortSignal) {
      if (signal.aborted) throw calledOff();
      const id = randomUUID();
      const leave = endWhenCalledOff(id, signal);
      try {
        const answer = await told(
          () =>
            reader.query({
              ...placed(sql, params),
              format: 'JSONCompactEachRowWithNamesAndTypes',
              query_id: id,
              abort_signal: signal,
              clickhouse_settings: { ...READING, readonly: '2', max_execution_time: STREAM_MS / 1000 },
            }),
          signal,
        );
        const head: unknown[][] = [];
        for await (const piece of answer.stream<unknown[]>()) {
          const lines = piece.map((line) => line.json());
          if (head.length < 2) head.push(...lines.splice(0, 2 - head.length));
          if (head.length < 2 || lines.length === 0) continue;
          const [names, types] = head as [string[], string[]];
          yield rowsOf<T>(
            names.map((name, i) => ({ name, type: types[i]! })),
            lines,
          );
        }
      } catch (error) {
        if (signal.aborted) throw calledOff();
        throw error instanceof AppError ? error : toError(judge(error).failure, judge(error).message);
      } finally {
        leave();
      }
    },
    forgetColumns: () => columns.clear(),
    told,
    trouble: () => trouble,
    async close() {
      isClosed = true;
      await Promise.all([writer.close(), reader.close()]);
    },
  };
  return engine;
}

/** `$1` as the engine names a value, which needs its type. */
function placed(sql: string, params: Cell[]) {
  return {
    query: named(sql).replace(
      /\$(\d+)/g,
      (_, at: string) => `{p${at}:${parameterType(params[Number(at) - 1] ?? null)}}`,
    ),
    query_params: Object.fromEntries(
      params.map((cell, i) => [`p${i + 1}`, typeof cell === 'bigint' ? String(cell) : cell]),
    ),
  };
}

const toRows = <T>({ meta = [], data }: { meta?: Column[]; data: unknown[][] }): T[] => rowsOf<T>(meta, data);

function rowsOf<T>(columns: readonly Column[], lines: readonly unknown[][]): T[] {
  const readers = columns.map(({ type }) => readerFor(type));
  return lines.map((line) => Object.fromEntries(columns.map(({ name }, i) => [name, readers[i]!(line[i])])) as T);
}
