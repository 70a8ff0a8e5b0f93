// The process that holds the DuckDB file. Started by store.ts only.
import { DuckDBDataChunk, type DuckDBConnection, type DuckDBInstance } from '@duckdb/node-api';
import type { Batch, Forgotten, GivenBatch, LoadedFiles } from '../batch.ts';
import { isOver, judge } from './failures.ts';
import { giveWay } from '../give-way.ts';
import { OtherPosition, OtherSchema, refuseNewer, UnfitValue, type Failure } from '../failures.ts';
import { MARK_TABLE, markAgain, whereKnown } from './mark.ts';
import { openDuckDb } from './open.ts';
import { withoutRows } from '../repeated.ts';
import { toRows, type Answered } from './rows.ts';

import { createMoments, describe, type MomentCall } from './moments.ts';
import { createStreams, interruptWhenDue, type StreamCall } from './streams.ts';
import { forgetStatements, loadStatement } from './statements.ts';
import { hoursOf } from '../touched.ts';
import { readerFor, toWire, withValues } from './values.ts';
import type { Cell } from '../event-store.ts';

type Moved = Pick<Batch, 'cursor' | 'position'>;
/** What the parent may ask. */
export type Call =
  | { kind: 'migrate'; files: { name: string; text: string; sha256: string }[] }
  | { kind: 'append'; batch: GivenBatch }
  | { kind: 'cursor'; name: string }
  | { kind: 'query'; sql: string; params: Cell[]; timeoutMs: number }
  /** A step of an answer that is too long for one message. */
  | StreamCall
  /** A step of a moment that is read by several statements. */
  | MomentCall
  | { kind: 'load'; files: LoadedFiles }
  /** Ends a query that nobody waits for; it is not answered itself. */
  | { kind: 'cancel'; of: number }
  | { kind: 'forget'; what: Forgotten }
  | { kind: 'transact'; statements: { sql: string; params: Cell[] }[]; moved?: Moved }
  | { kind: 'stats' | 'mark' }
  | { kind: 'fill'; isFilling: boolean }
  | { kind: 'close' };

/** What the child answers. The id 0 is that of its start. */
export type Answer = { id: number; value: unknown } | { id: number; failure: Failure; message: string };

/** Rows handed to the engine at once; its own vectors hold as many. */
const CHUNK_ROWS = 2048;

giveWay();
process.umask(0o077);
process.on('SIGINT', () => undefined); // a Ctrl-C goes to the whole group; the parent still has rows to bring
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // as atomic as any crash, and no query can hold it up

const [path, tempDir, threads, files] = process.argv.slice(2) as [string, string, string, string];
const instance = await openOrTell();
const writer = await instance.connect();
const readers = [await instance.connect(), await instance.connect()];
const streams = createStreams(() => instance.connect());
const moments = createMoments(() => instance.connect());
let writing: Promise<unknown> = Promise.resolve();
/** Reports wait for the tables. */
let migrating: Promise<unknown> = Promise.resolve();
/** How to end each query that runs, by the id of its call; and those that were called off while they waited for the tables. */
const [endQuery, calledOff] = [new Map<number, () => void>(), new Set<number>()];

process.on('message', ({ id, call }: { id: number; call: Call }) => {
  if (call.kind === 'cancel') {
    (endQuery.get(call.of) ?? (() => calledOff.add(call.of)))();
    return;
  }
  const answering =
    call.kind === 'query'
      ? migrating.then(() => query(id, call))
      : call.kind === 'stream'
        ? migrating.then(() => streams.take(call))
        : call.kind === 'moment'
          ? migrating.then(() => moments.take(call))
          : inTurn(() => write(call));
  if (call.kind === 'migrate') migrating = answering.catch(() => undefined);
  answering.then(
    (value) => send({ id, value }),
    (error: unknown) => {
      const failure = judge(error);
      send({ id, ...failure });
      // an appender that failed half-way would write its rows when it is collected: nothing of this process may live on
      const isHalfWritten = call.kind === 'append' && !['unfit', 'invalid', 'passed'].includes(failure.failure);
      if ((isHalfWritten || isOver(failure)) && process.connected) process.disconnect();
    },
  );
});
send({ id: 0, value: 'ready' });

function send(answer: Answer): void {
  // a parent that died is told by 'disconnect', not by the error of a pipe
  if (process.connected) process.send!(answer, () => undefined);
}

async function openOrTell(): Promise<DuckDBInstance> {
  try {
    return await openDuckDb(path, { threads, tempDir, files });
  } catch (error) {
    // the parent decides what becomes of the file
    await new Promise((told) => process.send!({ id: 0, ...judge(error) } satisfies Answer, told));
    process.kill(process.pid, 'SIGKILL');
    throw error;
  }
}

/** Everything but reports: one after the other on one connection. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = writing.then(work);
  writing = turn.catch(() => undefined);
  return turn;
}

function write(call: Exclude<Call, { kind: 'query' | 'stream' | 'moment' | 'cancel' }>): Promise<unknown> {
  switch (call.kind) {
    case 'migrate':
      return migrate(call.files);
    case 'append':
      return append(call.batch);
    case 'load':
      return load(call.files);
    case 'cursor':
      return cursorOf(call.name);
    case 'forget':
      return forget(call.what);
    case 'transact':
      return inTransaction(async () => {
        for (const { sql, params } of call.statements) await writer.run(...withValues(sql, params));
        if (call.moved) await moveCursor(call.moved);
      });
    case 'stats':
      return countRows();
    case 'mark':
      return readMark();
    case 'fill':
      return inTransaction(async () => void (await writer.run('update mark set is_filling = $1', [call.isFilling])));
    case 'close':
      return close();
  }
}

async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  await writer.run('begin transaction');
  try {
    const result = await work();
    await writer.run(markAgain);
    await writer.run('commit');
    return result;
  } catch (error) {
    await writer.run('rollback').catch(() => undefined); // a failed commit has rolled back already
    throw error;
  }
}

async function migrate(files: { name: string; text: string; sha256: string }[]): Promise<void> {
  columnCache.clear();
  await writer.run(
    `create table if not exists shipped (cursor text primary key, position text not null, updated_at timestamp not null)`,
  );
  await writer.run(`create table if not exists landed (name text primary key, sha256 text not null)`);
  for (const sql of MARK_TABLE) await writer.run(sql);
  const landed = new Map(
    (await rowsOf(writer, 'select name, sha256 from landed')).map((row) => [row['name'], row['sha256']]),
  );
  refuseNewer(landed.keys(), files);
  for (const { name, text, sha256 } of files) {
    const before = landed.get(name);
    if (before === sha256) continue;
    if (before !== undefined) throw new OtherSchema(`The migration ${name} was changed after it landed.`);
    await inTransaction(async () => {
      await writer.run(text);
      await writer.run('insert into landed values ($1, $2)', [name, sha256]);
    });
  }
}

async function cursorOf(name: string): Promise<string | undefined> {
  const [row] = await rowsOf(writer, 'select position from shipped where cursor = $1', [name]);
  return row?.['position'] as string | undefined;
}

async function readMark(): Promise<Row | undefined> {
  return (await rowsOf(writer, 'select id, token, is_filling from mark'))[0];
}

/** What is not in the table yet, of a batch that comes while it is filled up or may repeat something; otherwise all of it. */
async function freshOf(batch: Batch): Promise<Batch> {
  if (batch.rowCount === 0 || Object.keys(batch.ownIds).length === 0) return batch;
  if (!batch.mayRepeat && (await readMark())?.['is_filling'] !== true) return batch;
  const known = new Set<string>();
  for (const { type, sql, params } of whereKnown(batch))
    for (const row of await rowsOf(writer, sql, params)) known.add(`${type} ${String(row['id'])}`);
  return withoutRows(batch, known);
}

async function append(given: GivenBatch): Promise<boolean> {
  const current = await cursorOf(given.cursor);
  if (current === given.position) return false;
  if (given.after !== undefined && given.after !== (current ?? null)) throw new OtherPosition(given.cursor);
  return inTransaction(async () => {
    const values = typeof given.values === 'string' ? (JSON.parse(given.values) as Cell[][]) : given.values;
    const batch = await freshOf({ ...given, values });
    if (batch.rowCount > 0) {
      await appendRows(batch);
      await touch(batch);
    }
    await moveCursor(batch);
    return true;
  });
}

async function moveCursor({ cursor, position }: Moved): Promise<void> {
  await writer.run(
    `insert into shipped values ($1, $2, now() at time zone 'UTC')
       on conflict (cursor) do update set position = excluded.position, updated_at = excluded.updated_at`,
    [cursor, position],
  );
}

/** Only a migration changes them. */
const columnCache = new Map<string, Row[]>();

async function columnsOf(table: string): Promise<Row[]> {
  const known = columnCache.get(table);
  if (known) return known;
  const [schema, name] = table.startsWith(TOUCHED) ? ['touched', table.slice(TOUCHED.length)] : ['main', table];
  const columns = await rowsOf(
    writer,
    'select column_name, is_nullable from duckdb_columns() where schema_name = $1 and table_name = $2 order by column_index',
    [schema, name],
  );
  columnCache.set(table, columns);
  return columns;
}

async function load(given: LoadedFiles): Promise<void> {
  const statement = loadStatement(given, await describe(writer, given.table));
  await inTransaction(async () => void (await writer.run(statement)));
}

const TOUCHED = 'touched.';
/** A batch of late events may be of thousands of hours. */
const KEYS_AT_ONCE = 500;

/** What is noted of changed rows beside their hour; undefined where the schema has no place for it. */
async function notedOf(table: string): Promise<string[] | undefined> {
  const columns = await columnsOf(TOUCHED + table);
  return columns.length === 0 ? undefined : columns.slice(1).map((each) => String(each['column_name']));
}

/** Notes the hours of new rows; see the port. */
async function touch(batch: Batch): Promise<void> {
  const noted = await notedOf(batch.table);
  if (!noted) return;
  const into = TOUCHED + batch.table;
  const same = noted.map((column) => ` and old.${column}::text is not distinct from new.${column}::text`).join('');
  const keys = hoursOf(batch, noted);
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const params: Cell[] = [];
    const line = ([hour, ...rest]: Cell[]): string =>
      `($${params.push(hour!)}::timestamp${rest.map((value) => `, $${params.push(value)}`).join('')})`;
    const lines = keys.slice(from, from + KEYS_AT_ONCE).map(line);
    await writer.run(
      ...withValues(
        `insert into ${into} select * from (values ${lines.join(', ')}) as new(${['hour', ...noted].join(', ')})
           where not exists (select 1 from ${into} as old where old.hour = new.hour${same})`,
        params,
      ),
    );
  }
}

async function appendRows({ table, rowCount, columns, values }: Batch): Promise<void> {
  const known = await columnsOf(table);
  const missing = columns.find((column) => !known.some((each) => each['column_name'] === column));
  if (missing !== undefined) throw new Error(`Binder Error: there is no column ${table}.${missing}`);
  const appender = await writer.createAppender(table);
  const types = known.map((_, index) => appender.columnType(index));
  const given = known.map((each) => values[columns.indexOf(each['column_name'] as string)]);
  const chunks: DuckDBDataChunk[] = [];
  for (let from = 0; from < rowCount; from += CHUNK_ROWS) {
    const chunk = DuckDBDataChunk.create(types, Math.min(CHUNK_ROWS, rowCount - from));
    for (const [index, { column_name: name, is_nullable: isNullable }] of known.entries()) {
      const cells = Array.from({ length: chunk.rowCount }, (_, row) => given[index]?.[from + row] ?? null);
      if (isNullable === false && cells.includes(null)) throw new UnfitValue(`${table}.${String(name)} is null.`);
      const toValue = readerFor(types[index]!, `${table}.${String(name)}`);
      chunk.setColumnValues(
        index,
        cells.map((cell) => (cell === null ? null : toValue(cell))),
      );
    }
    chunks.push(chunk);
  }
  for (const chunk of chunks) appender.appendDataChunk(chunk); // only now: what an appender holds cannot be taken back
  appender.closeSync();
}

type Row = Record<string, unknown>;
type Query = Extract<Call, { kind: 'query' }>;

async function query(id: number, { sql, params, timeoutMs }: Query): Promise<Answered> {
  const reader = readers.pop();
  if (!reader) throw new Error('More reports than connections.');
  let until = calledOff.delete(id) ? 0 : performance.now() + timeoutMs;
  endQuery.set(id, () => (until = 0));
  const end = interruptWhenDue(() => (performance.now() >= until ? reader : undefined));
  try {
    return await answerOf(reader, sql, params);
  } finally {
    end();
    endQuery.delete(id);
    readers.push(reader);
  }
}

async function answerOf(connection: DuckDBConnection, sql: string, params: Cell[] = []): Promise<Answered> {
  const result = await connection.runAndReadAll(...withValues(sql, params));
  return { names: result.deduplicatedColumnNames(), columns: result.convertColumns(toWire) };
}

const rowsOf = async (...asked: Parameters<typeof answerOf>): Promise<Row[]> => toRows(await answerOf(...asked));

async function forget(what: Forgotten): Promise<void> {
  const statements = forgetStatements(what, await notedOf(what.table));
  await inTransaction(async () => {
    for (const { sql, params } of statements) await writer.run(...withValues(sql, params));
  });
}

const COUNT_SQL = `select sum(estimated_size)::bigint as row_count from duckdb_tables() where schema_name = 'main' and table_name not in ('shipped', 'landed', 'mark')`;
async function countRows(): Promise<number> {
  const [row] = await rowsOf(writer, COUNT_SQL);
  return Number(row?.['row_count'] ?? 0);
}

async function close(): Promise<void> {
  await writer.run('checkpoint').catch(() => undefined); // a report is still running; the log is read at the next start
  writer.closeSync();
  for (const reader of readers) reader.closeSync();
  instance.closeSync();
}
