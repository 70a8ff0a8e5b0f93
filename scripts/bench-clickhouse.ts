import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickHouseStore } from '../src/platform/server/event-store/clickhouse/store.ts';
import { createLog } from '../src/platform/server/log.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { openDb, openPool } from '../src/platform/server/postgres/postgres.ts';
import { findClickHouse, startClickHouse } from '../tests/support/clickhouse.ts';
import { logIn, startServer, type TestServer } from '../tests/support/server.ts';
import { fill, sumUp } from './bench-report-data.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations/clickhouse');

/** A whole program on ClickHouse, which holds the events of the demo generator. @throws Error where the engine cannot be had */
export async function clickHouseProgram(events: number): Promise<TestServer> {
  const missing = findClickHouse();
  if (missing !== undefined) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-clickhouse-'));
  const engine = await startClickHouse(join(folder, 'engine'));
  const url = `${engine.url}/default`;
  const server = await startServer({ env: { LOG_LEVEL: 'error', CLICKHOUSE_URL: url, SAMPLE: 'off' } });
  // the program has made its tables; what is put into them while it is away it takes for its own
  await server.terminate();
  const log = createLog('error');
  const postgres = await startPostgres({ dataDir: server.dataDir, log });
  const pool = openPool(postgres.url, () => undefined);
  const store = createClickHouseStore({ url, migrationsDir: MIGRATIONS, files: folder, db: openDb(pool), log });
  try {
    await store.migrate();
    await fill(store, events);
    await sumUp(store);
  } finally {
    await store.close();
    await pool.end();
    await postgres.stop();
  }
  await server.restart('database');
  await makeLink(server);
  return {
    ...server,
    async stop() {
      const code = await server.stop();
      await engine.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  };
}

/** The first link, of which the generated events tell: without a sample there is none. */
async function makeLink(server: TestServer): Promise<void> {
  const reply = await fetch(`${server.url}/api/admin/tracking-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await logIn(server)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', slug: 'bench' }),
  });
  if (!reply.ok) throw new Error(`tracking-links: ${reply.status} ${await reply.text()}`);
}
