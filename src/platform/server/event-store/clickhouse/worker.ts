import type { Range } from '../../../time.ts';
import { AppError } from '../../../errors.ts';
import { isNoted } from '../dialect.ts';
import type { Replacing, Taking, Work } from '../event-store.ts';
import { clickHouseDialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import type { Batches } from './store-batches.ts';

const DAY_MS = 86_400_000;

/** Tables of sums have a part for each day, and a part is replaced as a whole. */
export const wholeDays = ({ from, to }: Range): Range => ({
  from: new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS),
  to: new Date(Math.ceil(to.getTime() / DAY_MS) * DAY_MS),
});

/**
 * Does one thing after the other, since there are no transactions: whoever asks can begin anew. Notes of changed hours go last, and only
 * those whose rows could be read before the first; a note stands there before its rows, so none is ever missing.
 * @param storeId under which batches are written down
 */
export function createWorker(engine: Engine, batches: Batches) {
  async function run(work: readonly Work[], storeId: string): Promise<void> {
    const takings = work.filter((one) => 'takeNotes' in one);
    if (takings.length > 0) await refuseWhileChanging();
    for (const one of takings) await hold(one);
    // read after the notes: a batch that is not among these, and has a note, is there
    const under = takings.length > 0 ? await batches.listBegun(storeId) : [];
    for (const one of work) {
      if ('sql' in one) await engine.run(one.sql, one.params);
      else if ('replace' in one) await replace(one);
    }
    for (const one of takings) await take(one, under);
  }

  /** Of a rewriting whose caller is gone nobody knows which rows it has come to. */
  async function refuseWhileChanging(): Promise<void> {
    const [row] = await engine.read<{ n: number }>(
      `select count() as n from system.mutations where database = currentDatabase() and table = 'events' and not is_done`,
    );
    if (row!.n > 0) throw new AppError('unavailable', 'Events are being rewritten.');
  }

  async function hold(taking: Taking): Promise<void> {
    const { takeNotes } = taking;
    await engine.run(`drop table if exists ${takeNotes}_held`);
    await engine.run(
      `create table ${takeNotes}_held engine = MergeTree order by tuple() as
         select ${await nameOf(takeNotes)} as note from ${takeNotes} where ${isNoted(clickHouseDialect, taking)}`,
    );
  }

  async function take(taking: Taking, under: readonly bigint[]): Promise<void> {
    const { takeNotes } = taking;
    const isUnder = under.length > 0 && (await hasBatch(takeNotes)) ? ` and batch not in (${under.join(', ')})` : '';
    await engine.run(
      `delete from ${takeNotes} where ${isNoted(clickHouseDialect, taking)}
          and ${await nameOf(takeNotes)} in (select note from ${takeNotes}_held)${isUnder}`,
    );
    await engine.run(`drop table ${takeNotes}_held`);
  }

  const hasBatch = async (table: string): Promise<boolean> =>
    (await engine.columnsOf(table)).some(({ name }) => name === 'batch');

  /** What a note is known by. */
  const nameOf = async (table: string): Promise<string> => ((await hasBatch(table)) ? '(hour, batch)' : 'hour');

  async function replace({ replace: table, columns, time, span, by }: Replacing): Promise<void> {
    const made = `${table}_made`;
    await engine.run(`drop table if exists ${made}`);
    await engine.run(`create table ${made} as ${table}`);
    await engine.run(`insert into ${made} (${columns.join(', ')}) ${by}`);
    const rows = await engine.read<{ day: string }>(
      `select distinct toString(toYYYYMMDD(${time})) as day from ${made}`,
    );
    const days = new Set(rows.map(({ day }) => day));
    for (let at = span.from.getTime(); at < span.to.getTime(); at += DAY_MS) {
      const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
      await engine.run(
        days.has(day)
          ? `alter table ${table} replace partition id '${day}' from ${made}`
          : `alter table ${table} drop partition id '${day}'`,
      );
    }
    await engine.run(`drop table ${made}`);
  }

  return { run };
}
