import type { Range } from '../../time.ts';
import type { Dialect, Notes } from './dialect.ts';

/** A value that a columnar row or a bound parameter may hold. 64-bit integers travel as `bigint` or decimal strings. */
export type Cell = string | number | bigint | boolean | null;

/** One row by column name; columns left out are null. */
export type EventRow = Record<string, Cell>;

/** Rows by columns, one array for each in the order of `columns`: what only some rows have is null in the others. */
export type RowsByColumn = { rowCount: number; columns: string[]; values: Cell[][] };

/** The same with `values` as JSON: a text is handed from thread to process for a fraction of what its values cost. Without `bigint`. */
export type RowsAsText = Omit<RowsByColumn, 'values'> & { values: string };

/** By the type of a row, the column in which it has an id of its own. */
export type OwnIds = Readonly<Record<string, string>>;

/** Some of the rows may be in the table, also while it is not being filled up. A question is asked after that was looked at. */
export type MayRepeat = boolean | (() => Promise<boolean>);

/**
 * Names a store for ever, and counts what was written to it: whoever remembers both knows a store that is another one, or an older state
 * of the same.
 */
export type StoreMark = { id: string; token: number; isFilling: boolean };

/** What became of a store's own process and file. */
export type StoreCondition = {
  /** Why it cannot be had, in the engine's own words; undefined while it can. */
  trouble: string | undefined;
  /** Damaged files that were set aside, by their names, oldest first. */
  setAside: readonly string[];
};

/**
 * A table as it was when it was opened, whatever is written meanwhile; statements and files take ten minutes at most. What is not closed
 * keeps the engine from tidying up.
 */
export type TableMoment = {
  readonly dialect: Dialect;
  /** As which statements name the table of that moment. */
  readonly table: string;
  readonly columns: readonly { name: string; isInstant: boolean }[];
  query<T extends Record<string, unknown>>(sql: string): Promise<T[]>;
  /**
   * Writes columns of some rows into a Parquet file: the same rows make the same bytes, as long as nobody touches them.
   * @param where SQL @returns the path, in `files`; whoever asked removes it
   */
  write(columns: readonly string[], where: string): Promise<string>;
  close(): Promise<void>;
};

export type Statement = { sql: string; params?: Cell[] };

/**
 * The rows of a table whose time lies in a span give way to those of a query, which names the columns in their order. Whoever reads sees the
 * old or the new ones.
 * @param span as wide as `wholeSpan` says
 */
export type Replacing = { replace: string; columns: readonly string[]; time: string; span: Range; by: string };

/** Notes of a table `touched.X` are taken away: those whose rows could be read when the work began. */
export type Taking = Notes & { takeNotes: string };

/** What `transact` does, in its order. */
export type Work = Statement | Replacing | Taking;

/**
 * A table `touched.X (hour timestamp, ...)` beside a table X with a column `ts` is filled by the store itself: with the UTC hours in which
 * rows of X came or changed, and the values of its further columns in those rows, in the very transaction, or before where there are none.
 * What is derived from X by the hour is told by it what to make anew; whoever made it takes the notes away again (`Taking`). One hour may
 * stand there twice, and an hour in which nothing changed.
 *
 * The columnar store of behaviour. Exactly once: a batch carries a cursor that is stored in the same transaction as its rows,
 * so a shipper that starts again asks `cursor` and goes on from there.
 */
export type EventStore = {
  /** How statements to it are written. */
  readonly dialect: Dialect;
  /** Brings the schema up to date (numbered SQL files of the engine, forward only). */
  migrate(): Promise<void>;
  /**
   * Adds rows to `table` and sets `cursor[name] = position` in one transaction. A position that is already stored is a no-op: `false`.
   * Timestamps are ISO text in UTC.
   * @param batch with `after`, where the cursor must be before (null: nowhere yet), or nothing is written and it is `unavailable`; with `ownIds`, rows that the table holds already are left out while the store is being filled up (`fill`), and always where it `mayRepeat` some
   * @throws AppError 'validation_failed' when a value does not fit its column and never will; nothing is written then
   */
  append(batch: {
    cursor: string;
    position: string;
    after?: string | null;
    table: string;
    rows: EventRow[] | RowsAsText;
    ownIds?: OwnIds;
    mayRepeat?: MayRepeat;
  }): Promise<boolean>;
  /** The position stored last under this name; undefined before the first batch. */
  cursor(name: string): Promise<string | undefined>;
  /**
   * The position of a batch that was begun under this name, and nobody knows whether it is stored: the next batch under the name must end
   * there and hold the very same rows. Undefined: there is none, as always where rows and cursor share a transaction.
   */
  begun(name: string): Promise<string | undefined>;
  /** The names of a table's columns; none where there is no such table. */
  columns(table: string): Promise<string[]>;
  /**
   * Reads rows. Integers beyond 2^53 and sums come as decimal strings, timestamps as ISO text in UTC. @param params bound as $1, $2, ...
   * @throws AppError 'unavailable' when the time limit (default 5000 ms) is over or the store is gone, 'bad_request' when `signal` called it off
   */
  query<T extends Record<string, unknown>>(
    sql: string,
    params?: Cell[],
    options?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<T[]>;
  /**
   * Reads rows as they come, however many: all of one moment, whatever is written meanwhile. Ten minutes at most.
   * @param signal calls it off @throws AppError as `query` does, also between two pieces
   */
  stream<T extends Record<string, unknown>>(sql: string, params: Cell[], signal: AbortSignal): AsyncIterable<T[]>;
  /** The folder of files that rows are written to and loaded from. */
  readonly files: string;
  /** @param signal closes it @throws AppError unavailable */
  openMoment(table: string, signal: AbortSignal): Promise<TableMoment>;
  /**
   * Adds the rows of a Parquet file in `files` that any of the engines wrote. Broken off, some of them may be there. Their hours are noted
   * by whoever has loaded all files.
   * @param columns that the file has; the others are null
   */
  load(files: { table: string; columns: readonly string[]; paths: readonly string[] }): Promise<void>;
  /**
   * Forgets who it was and keeps what happened: columns become null, codes become others that nobody can lead back, equal ones of one
   * call alike. All rows before an instant, or those that hold one of some values. Rows without anything left to forget are not touched.
   */
  forget(what: {
    table: string;
    columns: readonly string[];
    /** Integer columns. */
    recode?: readonly string[];
    where: { column: string; before: Date } | { column: string; values: readonly string[] };
  }): Promise<void>;
  /**
   * Does one thing after the other, in turn with all else that is written but new rows: for tables that are derived from others. In one
   * transaction where the engine has some; else whoever calls it must be able to begin anew. @param moved a cursor that is set with them,
   * or after them
   */
  transact(work: readonly Work[], moved?: { cursor: string; position: string }): Promise<void>;
  /** The least span around one whose rows `transact` can replace. @param span of whole hours */
  wholeSpan(span: Range): Range;
  /** Who this store is, and how far. It looks at the file too: one that was taken away is not written to any more. @throws AppError unavailable */
  mark(): Promise<StoreMark>;
  /** Begins or ends a time in which two bring the same rows: what was shipped before, and what waits to be shipped. Kept in the store itself. */
  fill(isFilling: boolean): Promise<void>;
  /** At once, whether it answers or not. */
  condition(): StoreCondition;
  /**
   * How often anything was written, each time counted when it begins and when it ends, or another file may have come in the place of this one:
   * what was read holds until the number is another. Undefined where others may write too.
   */
  writes(): number | undefined;
  /** How many batches of the last days have more rows than they were meant to have; undefined where rows and cursor share a transaction. */
  doubled(): Promise<number | undefined>;
  /** For the health screen: answers, bytes on disk. */
  stats(): Promise<{ bytes: number; rows: number }>;
  close(): Promise<void>;
};
