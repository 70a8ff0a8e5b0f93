import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDuckDbStore } from '../../../platform/server/event-store/duckdb/store.ts';
import type { EventStore } from '../../../platform/server/event-store/event-store.ts';
import { HOUR_SUMS } from '../contract.ts';
import { sumUpHours, touchedHours } from './hours.ts';

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

test('which hours are to be answered from rows is asked again when something was written, and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-files-'));
  const path = join(folder, 'events.duckdb');
  const store = createDuckDbStore({ path, migrationsDir: MIGRATIONS, log: pino({ level: 'silent' }) });
  try {
    await store.migrate();
    let asked = 0;
    const counted: EventStore = {
      ...store,
      query(...question) {
        asked += 1;
        return store.query(...question);
      },
    };
    const click = (ts: string, position: string) =>
      store.append({
        cursor: 'hours',
        position,
        table: 'events',
        rows: [{ ts, type: 'click', is_bot: false, is_internal: false }],
      });
    await click('2026-11-02T10:20:00.000Z', '1');
    expect((await Promise.all([touchedHours(counted), touchedHours(counted)]))[1]).toEqual([
      { hour: '2026-11-02T10:00:00.000Z', type: 'click' },
    ]);
    await touchedHours(counted);
    expect(asked).toBe(1);
    await click('2026-11-02T12:00:00.000Z', '2');
    expect(await touchedHours(counted)).toHaveLength(2);
    expect(asked).toBe(2);
    await sumUpHours({ eventStore: store, clock: () => new Date('2026-11-02T11:30:00.000Z') });
    expect(await touchedHours(counted)).toEqual([{ hour: '2026-11-02T12:00:00.000Z', type: 'click' }]);
    await store.close();
    // what was told before stands, and what could not be told is asked again
    const next = { ...counted };
    await expect(touchedHours(next)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(touchedHours(next)).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(5);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
