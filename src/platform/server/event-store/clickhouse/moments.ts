import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableMoment } from '../event-store.ts';
import { calledOff } from '../failures.ts';
import { clickHouseDialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import { plainType } from './values.ts';

const NAME = 'moment_';
const LONG_MS = 600_000;
const LEFT_MS = 86_400_000;

/** A moment is a table of its own that shares the parts of the one that it is of, and costs no room while these stand. */
export function createMoments(engine: Engine, files: string) {
  /** Of programs that were killed. */
  async function tidyUp(): Promise<void> {
    const left = await engine.read<{ name: string }>(
      `select name from system.tables where database = currentDatabase() and startsWith(name, $1)
          and metadata_modification_time < now() - ${LEFT_MS / 1000}`,
      [NAME],
    );
    for (const { name } of left) await engine.run(`drop table if exists ${name}`);
    await mkdir(files, { recursive: true, mode: 0o700 });
    for (const name of await readdir(files)) {
      const path = join(files, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > LEFT_MS) await rm(path, { force: true });
    }
  }

  async function keysOf(table: string): Promise<string> {
    const [row] = await engine.read<{ keys: string }>(
      'select sorting_key as keys from system.tables where database = currentDatabase() and name = $1',
      [table],
    );
    return row?.keys ?? '';
  }

  return async (table: string, signal: AbortSignal): Promise<TableMoment> => {
    if (signal.aborted) throw calledOff();
    await tidyUp();
    const columns = (await engine.columnsOf(table)).filter(({ name }) => name !== 'batch');
    const keys = await keysOf(table);
    const held = `${NAME}${randomUUID().replaceAll('-', '')}`;
    await engine.run(`create table ${held} clone as ${table}`);
    const drop = (): Promise<void> => engine.run(`drop table if exists ${held}`);
    const leave = (): void => void drop().catch(() => undefined);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    return {
      dialect: clickHouseDialect,
      table: held,
      columns: columns.map(({ name, type }) => ({ name, isInstant: plainType(type).startsWith('DateTime64') })),
      query: (sql) => engine.read(sql, [], { timeoutMs: LONG_MS, signal }),
      async write(names, where) {
        const path = join(files, `${randomUUID()}.parquet`);
        const order = [keys, ...columns.map(({ name }) => name)].filter((key) => key !== '').join(', ');
        await engine.write(`select ${names.join(', ')} from ${held} where ${where} order by ${order}`, path, signal);
        return path;
      },
      async close() {
        signal.removeEventListener('abort', leave);
        await drop();
      },
    };
  };
}
