import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knock } from '../../src/features/backups/server/local-door.ts';
import { createDuckDbStore } from '../../src/platform/server/event-store/duckdb/store.ts';
import { createLog } from '../../src/platform/server/log.ts';
import { createAdmin, type Admin } from '../journey/http.ts';
import { findClickHouse, startClickHouse } from '../support/clickhouse.ts';
import { runScript } from '../support/script.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A site moves its events out of DuckDB into ClickHouse while visitors come, by a command that is killed on the way. */

const ROOT = join(import.meta.dirname, '../..');
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
/** The same addresses on every port. */
const ENV = { PUBLIC_URL: 'https://guides.example' };
const [MONTHS, OF_MONTH] = [5, 30_000];
const missing = findClickHouse();

type Told = { totals: { values: Record<string, string | number | null> } };

describe.skipIf(missing !== undefined)(`into ClickHouse${missing ? ` SKIPPED: ${missing}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-moving-'));
  // the user of the database must be able to pass
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'site');
  let clickHouse: Awaited<ReturnType<typeof startClickHouse>>;
  let client: ClickHouseClient;
  let server: TestServer;
  let admin: Admin;
  let sent = 0;

  beforeAll(async () => {
    clickHouse = await startClickHouse(join(folder, 'clickhouse'));
    client = createClient({ url: clickHouse.url, log: { level: ClickHouseLogLevel.OFF } });
    for (const database of ['site', 'strange']) await client.command({ query: `create database ${database}` });
    await fill();
    server = await startServer({ folder: dataDir, env: ENV });
    admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
    // an engine, a store to fill and a server
  }, 480_000);
  afterAll(async () => {
    await server?.stop();
    await client?.close();
    await clickHouse?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Visits of months before, which only the event store has. */
  async function fill(): Promise<void> {
    const store = createDuckDbStore({
      path: join(dataDir, 'events.duckdb'),
      migrationsDir: join(ROOT, 'migrations/columnar'),
      log: createLog('silent'),
    });
    await store.migrate();
    const dayMs = 86_400_000;
    for (let month = 1; month <= MONTHS; month += 1)
      for (let part = 0; part < 3; part += 1)
        await store.append({
          cursor: 'filled',
          position: `${month} ${part}`,
          table: 'events',
          rows: Array.from({ length: OF_MONTH / 3 }, (_, n) => ({
            type: 'visit',
            ts: new Date(Date.now() - month * 31 * dayMs + part * dayMs + n * 1000).toISOString(),
            visit_id: `v-${month}-${part}-${n}`,
            is_bot: false,
            is_internal: false,
            country: n % 2 === 0 ? 'AT' : 'DE',
          })),
        });
    await store.close();
  }

  const urlOf = (database: string): string => `${clickHouse.url}/${database}`;
  const env = (database = 'site') => ({ DATA_DIR: dataDir, CLICKHOUSE_URL: urlOf(database) });
  const copy = (database?: string) => runScript('events.ts', ['copy'], env(database));

  async function visit(): Promise<void> {
    const reply = await fetch(`${server.url}/go/sample-ad`, {
      redirect: 'manual',
      headers: { 'user-agent': BROWSER, accept: 'text/html' },
    });
    expect(reply.status).toBe(302);
    sent += 1;
  }

  /** Visitors come until it is called. */
  function comeAndCome(): () => Promise<void> {
    let isOver = false;
    const coming = (async () => {
      for (; !isOver; await sleep(10)) await visit();
    })();
    coming.catch(() => undefined);
    return async () => {
      isOver = true;
      await coming;
    };
  }

  const visits = async (): Promise<number> =>
    Number((await admin.get<Told>('/admin/stats/report?days=365&metrics=visits')).totals.values['visits']);

  async function held(database = 'site'): Promise<{ rows: number; visits: number }> {
    const answer = await client.query({
      query: `select count() as rows, uniqExact(visit_id) as visits from ${database}.events`,
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ rows: string; visits: string }>();
    return { rows: Number(row!.rows), visits: Number(row!.visits) };
  }

  test('what cannot be the place of its events is refused, and nothing changes', async () => {
    await expect.poll(visits).toBe(MONTHS * OF_MONTH);
    expect(await runScript('events.ts', ['copy'], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringContaining('CLICKHOUSE_URL is not set') as string,
    });
    expect(await copy('nowhere')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /ClickHouse does not do what it is asked at .*nowhere.*does the database exist/,
      ) as string,
    });
    expect(
      await runScript('events.ts', ['copy'], { DATA_DIR: dataDir, CLICKHOUSE_URL: 'http://127.0.0.1:1/site' }),
    ).toMatchObject({ code: 1, err: expect.stringMatching(/does not do what it is asked at http:\/\/127/) as string });
    await client.command({ query: 'create table strange.landed (name String, sha256 String) engine = Memory' });
    await client.command({ query: `insert into strange.landed values ('9999_later.sql', '')` });
    expect(await copy('strange')).toMatchObject({
      code: 1,
      err: expect.stringContaining('9999_later.sql, which this release does not know') as string,
    });
  });

  test('while it is held nothing is shipped, and what came goes on when the command is gone', async () => {
    const before = await visits();
    const neighbour = await knock(dataDir);
    const { storeId } = await neighbour.hold();
    expect(storeId).not.toBe('');
    await visit();
    await sleep(1500);
    expect(await visits()).toBe(before);
    await neighbour.close();
    await expect.poll(visits).toBe(before + 1);
  });

  test('it is killed on the way, goes on, and each visit is counted once', async () => {
    const stop = comeAndCome();
    const killed = spawn(process.execPath, ['scripts/events.ts', 'copy'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...env() },
    });
    const gone = once(killed, 'exit');
    await expect
      .poll(async () => (await held().catch(() => undefined))?.rows ?? 0, { interval: 20, timeout: 120_000 })
      .toBeGreaterThan(0);
    killed.kill('SIGKILL');
    await gone;
    const part = await held();
    expect(part.rows).toBeLessThan(MONTHS * OF_MONTH);

    const moved = await copy();
    expect(moved.err).toBe('');
    expect(moved.out).toMatch(/events are in ClickHouse now .* counts and sums of each hour the same/);
    const copied = Number(/([\d,]+) were copied in/.exec(moved.out)![1]!.replaceAll(',', ''));
    // what had been copied was not copied again
    expect(copied).toBeLessThan(MONTHS * OF_MONTH + sent - part.rows + OF_MONTH);
    // of what comes now nothing goes to the store of before
    const there = await held();
    await sleep(1000);
    await stop();
    expect(await held()).toEqual(there);
    const { data } = await admin.get<{ data: { state: string; message: string; next_step: string } }>(
      '/admin/event-store',
    );
    expect(data).toMatchObject({
      state: 'unreachable',
      message: expect.stringContaining('were moved to ClickHouse') as string,
      next_step: expect.stringContaining(urlOf('site')) as string,
    });
    expect(await copy()).toMatchObject({
      code: 1,
      err: expect.stringContaining('UTC already: set CLICKHOUSE_URL') as string,
    });

    await server.terminate();
    // a start that could do without the database would redirect, and say it when that is up
    rmSync(join(dataDir, 'routing.json'));
    await expect(server.restart()).rejects.toThrow(/were moved to ClickHouse on .*: set CLICKHOUSE_URL to .*\/site/);
    server = await startServer({ folder: dataDir, env: { ...ENV, CLICKHOUSE_URL: urlOf('site') } });
    admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
    await visit();
    await expect.poll(visits, { timeout: 60_000 }).toBe(MONTHS * OF_MONTH + sent);
    await expect.poll(() => held()).toMatchObject({ visits: MONTHS * OF_MONTH + sent });
    const { rows, visits: distinct } = await held();
    // the sample has views beside them
    expect(rows).toBe(distinct);
  });
});
