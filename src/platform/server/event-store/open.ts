import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Db } from '../postgres/postgres.ts';
import { clickHouseDialect } from './clickhouse/dialect.ts';
import { createClickHouseStore } from './clickhouse/store.ts';
import type { Dialect } from './dialect.ts';
import { duckDbDialect } from './duckdb/dialect.ts';
import { createDuckDbStore } from './duckdb/store.ts';
import type { EventStore } from './event-store.ts';

type Parts = {
  config: Pick<Config, 'clickHouse' | 'dataDir'>;
  /** Of the project, with one folder for each engine. */
  migrationsDir: string;
  db: Db;
  log: Log;
};

/** The event store that the environment asks for: ClickHouse where it has an address, else DuckDB in the data folder. */
export const openEventStore = ({ config: { clickHouse, dataDir }, migrationsDir, db, log }: Parts): EventStore =>
  clickHouse
    ? createClickHouseStore({
        ...clickHouse,
        migrationsDir: join(migrationsDir, 'clickhouse'),
        files: join(dataDir, 'clickhouse.files'),
        db,
        log,
      })
    : createDuckDbStore({ path: join(dataDir, 'events.duckdb'), migrationsDir: join(migrationsDir, 'columnar'), log });

export const dialectOf = (engine: Dialect['engine']): Dialect =>
  engine === 'duckdb' ? duckDbDialect : clickHouseDialect;
