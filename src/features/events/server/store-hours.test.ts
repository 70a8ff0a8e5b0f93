import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';
import { HOUR_SUMS } from '../contract.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../migrations/columnar');

test('amounts of sums lie as DuckDB reads them fast: packed by the bit they took more than twenty times as long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-files-'));
  try {
    const path = join(folder, 'events.duckdb');
    const store = createDuckDbStore({ path, migrationsDir: MIGRATIONS, log: pino({ level: 'silent' }) });
    await store.migrate();
    await store.close();
    const duckDb = await DuckDBInstance.create(path);
    const connection = await duckDb.connect();
    for (const { table } of HOUR_SUMS) {
      await connection.run(
        `insert into ${table} by name select 'visit' as type, hash(range) % 1000000 as cost_micros, hash(range) % 900000 as base_micros from range(5000)`,
      );
      await connection.run('checkpoint');
      const found = await connection.runAndReadAll(
        `select distinct column_name, compression from pragma_storage_info('${table}') where segment_type = 'HUGEINT' order by all`,
      );
      expect([table, ...found.getRows()]).toEqual([table, ['base_micros', 'RLE'], ['cost_micros', 'RLE']]);
    }
    connection.closeSync();
    duckDb.closeSync();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
