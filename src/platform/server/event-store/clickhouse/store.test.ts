import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { findClickHouse, sharedClickHouse } from '../../../../../tests/support/clickhouse.ts';
import { testDb } from '../../../../../tests/support/db.ts';
import { eventStoreConformance } from '../event-store.conformance.ts';
import { createClickHouseStore } from './store.ts';

const KEPT = `engine = MergeTree order by tuple() settings non_replicated_deduplication_window = 1000`;
const THINGS = `create table if not exists things (
  name String, seen_at Nullable(DateTime64(3, 'UTC')), small Nullable(Int32), amount Nullable(Int64), is_on Nullable(Bool),
  batch Int64 materialized 0
) ${KEPT};`;
const SEEN = `create table seen (
  ts DateTime64(3, 'UTC'), type String, visit_id Nullable(String), small Nullable(Int32), amount Nullable(Int64), batch Int64 materialized 0
) ${KEPT}`;
const NOTES = `create table touched.seen (hour DateTime64(3, 'UTC'), small Nullable(Int32), batch Int64 materialized 0)
  engine = MergeTree order by hour`;
const log = pino({ level: 'silent' });

const missing = findClickHouse();

describe.skipIf(missing !== undefined)(missing === undefined ? 'ClickHouse in a process' : `SKIPPED: ${missing}`, () =>
  eventStoreConformance('ClickHouse', async () => {
    const { url: server } = await sharedClickHouse();
    const database = `c_${randomBytes(6).toString('hex')}`;
    const client = createClient({ url: server });
    await client.command({ query: `create database ${database}` });
    const postgres = await testDb();
    const migrationsDir = fs.mkdtempSync(join(tmpdir(), 'clickhouse-migrations-'));
    fs.writeFileSync(join(migrationsDir, '0001_things.sql'), THINGS);
    const open = () =>
      createClickHouseStore({
        url: `${server}/${database}`,
        migrationsDir,
        files: join(migrationsDir, 'files'),
        db: postgres.db,
        log,
      });
    let store = open();
    await store.migrate();
    return {
      store,
      slowSql: 'select sum(a.number * b.number) from numbers(1000000) a, numbers(1000000) b',
      seenSql: SEEN,
      notesSql: [NOTES],
      hasTransactions: false,
      runsOneAtATime: true,
      async reopen() {
        await store.close();
        store = open();
        return store;
      },
      async dispose() {
        await store.close();
        await client.command({ query: `drop database ${database}` });
        await client.close();
        await postgres.close();
        fs.rmSync(migrationsDir, { recursive: true });
      },
    };
  }),
);

test.skipIf(missing !== undefined)('a database of a newer release is refused, in words that name both', async () => {
  const { url: server } = await sharedClickHouse();
  const database = `n_${randomBytes(6).toString('hex')}`;
  const client = createClient({ url: server });
  await client.command({ query: `create database ${database}` });
  const postgres = await testDb();
  const migrationsDir = fs.mkdtempSync(join(tmpdir(), 'clickhouse-migrations-'));
  fs.writeFileSync(join(migrationsDir, '0001_things.sql'), THINGS);
  fs.writeFileSync(join(migrationsDir, '0002_seen.sql'), `${SEEN};`);
  const store = createClickHouseStore({
    url: `${server}/${database}`,
    migrationsDir,
    files: join(migrationsDir, 'files'),
    db: postgres.db,
    log,
  });
  await store.migrate();
  fs.rmSync(join(migrationsDir, '0002_seen.sql'));
  await expect(store.migrate()).rejects.toThrow(
    'The event store holds the migration 0002_seen.sql, which this release does not know (its newest is 0001_things.sql): start the newer release',
  );
  await store.close();
  await client.command({ query: `drop database ${database}` });
  await client.close();
  await postgres.close();
  fs.rmSync(migrationsDir, { recursive: true });
});
