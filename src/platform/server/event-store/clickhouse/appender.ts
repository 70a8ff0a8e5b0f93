import { createHash } from 'node:crypto';
import { AppError } from '../../../errors.ts';
import { NotInSchema, OtherPosition } from '../failures.ts';
import type { Batch } from '../batch.ts';
import { listRepeatable, withoutRows } from '../repeated.ts';
import { hoursOf } from '../touched.ts';
import { clickHouseDialect } from './dialect.ts';
import type { Shipped } from './shipped.ts';
import type { Batches, BegunBatch } from './store-batches.ts';
import type { Engine } from './engine.ts';
import { writerFor } from './values.ts';

type Parts = { engine: Engine; batches: Batches; shipped: Shipped };

/** The number of a batch, by which its rows are known: the first 64 bits of a hash of where it came from and how far it went. */
const numberOf = (cursor: string, position: string): bigint =>
  createHash('sha256').update(`${cursor}\n${position}`).digest().readBigInt64BE();

const insertId = (storeId: string, batch: bigint): string => `guidepost-${storeId}-${BigInt.asUintN(64, batch)}`;

/**
 * Adds batches exactly once to an engine that has no transactions: what is meant to be written stands in the database before, the insert
 * carries a token by which the engine drops one that comes again, and the cursor moves last. Whoever ends between two of these sends the
 * very same rows once more.
 *
 * Rows that two may bring are looked for first, by one after the other: between a look and what is added nobody else adds anything.
 */
export function createAppender({ engine, batches, shipped }: Parts) {
  async function append(batch: Batch): Promise<boolean> {
    const added = await batches.addTogether(() => add(batch, false));
    return added ?? (await batches.addAlone(() => add(batch, true))) ?? false;
  }

  /** @returns undefined when it must be alone to do so */
  async function add(batch: Batch, isAlone: boolean): Promise<boolean | undefined> {
    const { cursor, position, after, table } = batch;
    const { id, position: stored, isFilling } = await shipped.look(cursor);
    if (stored === position) return false;
    if (after !== undefined && after !== (stored ?? null)) throw new OtherPosition(cursor);
    const isRepeated = isFilling || (typeof batch.mayRepeat === 'function' ? await batch.mayRepeat() : batch.mayRepeat);
    if (isRepeated && !isAlone) return undefined;
    if (isAlone) await endBegun(id);
    const lines = await linesOf(batch);
    const begun = await batches.findBegun(id, cursor);
    if (begun?.position === stored) await batches.noteStored(id, cursor);
    else if (begun && begun.position !== position && (await wasStored(id, cursor, begun)))
      throw new OtherPosition(cursor);
    const fresh = isRepeated ? await freshOf(batch) : batch;
    const meant: BegunBatch = { position, table, batch: numberOf(cursor, position), rows: fresh.rowCount };
    if (fresh.rowCount > 0) {
      await batches.begin(id, cursor, meant);
      const { names, text } = fresh === batch ? lines : await linesOf(fresh);
      const rows = { table, columns: [...names, 'batch'], lines: text(meant.batch) };
      try {
        await touch(fresh, meant.batch, insertId(id, meant.batch));
        await engine.insert({ ...rows, token: `${cursor} ${meant.batch}`, id: insertId(id, meant.batch) });
      } catch (error) {
        // certain: none of them is there, and whoever brings them leaves out what does not fit
        if (error instanceof AppError && error.code === 'validation_failed') await batches.giveUp(id, cursor);
        throw error;
      }
    }
    await shipped.note({ cursor, position });
    await batches.noteStored(id, cursor);
    return true;
  }

  /** What runs while one is alone is of somebody who is gone, or was cut off from the database: it is there now, or never comes. */
  async function endBegun(id: string): Promise<void> {
    for (const batch of await batches.listBegun(id)) await engine.end(insertId(id, batch));
  }

  /** Notes the hours of rows before these come; with the batch, so that nobody takes a note away whose rows he could not read. */
  async function touch(batch: Batch, number: bigint, id: string): Promise<void> {
    const table = `touched.${batch.table}`;
    const names = (await engine.columnsOf(table)).map(({ name }) => name).filter((name) => name !== 'batch');
    if (names.length === 0) return;
    const keys = hoursOf(batch, names.slice(1));
    const [hours, ...values] = names.map((_, i) => keys.map((key) => key[i]!));
    const utc = hours!.map((hour) => `${String(hour)}Z`);
    const { text } = await linesOf({
      ...batch,
      table,
      columns: names,
      values: [utc, ...values],
      rowCount: keys.length,
    });
    const into = { table, columns: [...names, 'batch'], lines: text(number) };
    await engine.insert({ ...into, token: `hours ${number}`, id: `${id}-hours` });
  }

  /**
   * A batch was begun, and what comes now is another one: who brings it could not send the same rows again. It is there whole, or what is
   * there of it is taken out.
   */
  async function wasStored(id: string, cursor: string, { position, table, batch, rows }: BegunBatch): Promise<boolean> {
    await engine.end(insertId(id, batch));
    const held = (await engine.columnsOf(table)).length > 0 ? await countRows(table, batch) : 0;
    if (held >= rows) {
      await shipped.note({ cursor, position });
      await batches.noteStored(id, cursor);
      return true;
    }
    if (held > 0) await engine.run(`delete from ${table} where batch = $1`, [batch]);
    await batches.giveUp(id, cursor);
    return false;
  }

  async function countRows(table: string, batch: bigint): Promise<number> {
    const [row] = await engine.read<{ n: number }>(`select count() as n from ${table} where batch = $1`, [batch]);
    return row!.n;
  }

  /** What is not in the table yet. */
  async function freshOf(batch: Batch): Promise<Batch> {
    const known = new Set<string>();
    for (const { type, column, from, to, ids } of listRepeatable(batch)) {
      const [first, last] = [from, to].map((at) => clickHouseDialect.instant(new Date(at)));
      const rows = await engine.read<{ id: string }>(
        `select ${column} as id from ${batch.table} where ts >= ${first} and ts <= ${last} and type = $1
            and ${column} in (select arrayJoin(splitByChar('\n', $2)))`,
        [type, ids.join('\n')],
      );
      for (const row of rows) known.add(`${type} ${row.id}`);
    }
    return withoutRows(batch, known);
  }

  /** Every row as a line, all of them judged first. @throws UnfitValue */
  async function linesOf({ table, columns, values, rowCount }: Batch) {
    const known = (await engine.columnsOf(table)).filter(({ name }) => name !== 'batch');
    const missing = columns.find((column) => !known.some(({ name }) => name === column));
    if (known.length === 0) throw new NotInSchema(`there is no table ${table}`);
    if (missing !== undefined) throw new NotInSchema(`there is no column ${table}.${missing}`);
    const given = known.filter(({ name, type }) => columns.includes(name) || !type.includes('Nullable('));
    const cells = given.map((column) => {
      const write = writerFor(column, table);
      const cellsOf = values[columns.indexOf(column.name)];
      return Array.from({ length: rowCount }, (_, row) => write(cellsOf?.[row] ?? null));
    });
    return {
      names: given.map(({ name }) => name),
      text: (batch: bigint): string =>
        Array.from(
          { length: rowCount },
          (_, row) => `[${cells.map((column) => column[row]).join(',')},"${batch}"]`,
        ).join('\n'),
    };
  }

  return { append };
}
