import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  freePort,
  startPostgres,
  type EmbeddedPostgres,
} from '../../src/platform/server/postgres/embedded-postgres.ts';
import { createAdmin } from '../journey/http.ts';
import { findDebian } from '../support/debian.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The program reaches PostgreSQL by a pooler: by sessions all of it works; by transactions it refuses to start. */

const PGBOUNCER = '/usr/sbin/pgbouncer';
const log = pino({ level: 'silent' });
const isThere = (): boolean => spawnSync(PGBOUNCER, ['--version']).status === 0;
const missing =
  process.getuid?.() === 0
    ? findDebian('pgbouncer', ['pgbouncer'], isThere)
    : 'pgbouncer is started as another user, which only root can do';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

type Mode = 'session' | 'transaction' | 'transaction, taking turns';

describe.skipIf(missing !== undefined)(`behind pgbouncer${missing === undefined ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  const poolers: ChildProcess[] = [];
  const servers: TestServer[] = [];

  async function pool(mode: Mode): Promise<string> {
    const { hostname, port, username, password, pathname } = new URL(postgres.url);
    const own = await freePort();
    const home = join(folder, mode.replaceAll(/\W+/g, '-'));
    mkdirSync(home);
    const file = join(home, 'pgbouncer.ini');
    const of = { host: hostname, port, dbname: pathname.slice(1), user: username, password };
    writeFileSync(
      file,
      `[databases]
site = ${Object.entries(of)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode.split(',')[0]}
server_round_robin = ${mode.endsWith('turns') ? 1 : 0}
default_pool_size = 20
logfile = ${home}/pgbouncer.log
`,
    );
    const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']).toString());
    const [uid, gid] = [idOf('-u'), idOf('-g')];
    for (const path of [home, file]) chownSync(path, uid, gid);
    poolers.push(spawn(PGBOUNCER, ['-q', file], { uid, gid, stdio: 'ignore', cwd: home }));
    const url = `postgresql://${username}@127.0.0.1:${own}/site`;
    await vi.waitFor(() => ask(url, 'select 1'), { timeout: 20_000, interval: 100 });
    return url;
  }

  async function ask<T>(url: string, text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows as T[];
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guidepost-pgbouncer-'));
    // users of the database and of the pooler must be able to pass
    chmodSync(folder, 0o711);
    postgres = await startPostgres({ dataDir: folder, log });
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    for (const pooler of poolers) pooler.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  test.each<Mode>(['transaction', 'transaction, taking turns'])('a pool by %s is refused', async (mode) => {
    const url = await pool(mode);
    await expect(startServer({ env: { DATABASE_URL: url } })).rejects.toThrow(
      /cannot start: 127\.0\.0\.1:\d+\/site is a pooler that gives each transaction another session.*pool_mode = session/,
    );
    expect(await ask(postgres.url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  test('a pool by session carries a visit to its conversion, and changes of records', async () => {
    const url = await pool('session');
    const server = await startServer({ env: { DATABASE_URL: url } });
    servers.push(server);
    const admin = await createAdmin(server.url, server.adminUsername, server.adminPassword);
    type Made<T = object> = { data: { id: number } & T };
    const network = await admin.post<Made<{ postback_url: string }>>('/admin/affiliate-networks', {
      name: 'Network',
      click_param: 'cid',
    });
    const offer = await admin.post<Made>('/admin/offers', {
      name: 'Shop',
      url: 'https://shop.example/',
      network_id: network.data.id,
    });
    const link = await admin.post<Made>('/admin/tracking-links', { name: 'Link', slug: 'pooled', fallback_url: '/' });
    const target = { type: 'offer', target_id: offer.data.id, weight: 1 };
    await admin.post(`/admin/tracking-links/${link.data.id}/destinations`, target);
    const go = () =>
      fetch(`${server.url}/go/pooled`, { redirect: 'manual', headers: { 'user-agent': BROWSER, accept: 'text/html' } });
    // the router hears of the link by a message of the database
    await expect.poll(async () => (await go()).headers.get('location')).toMatch(/^https:\/\/shop\.example\/\?cid=/);
    const clickId = new URL((await go()).headers.get('location')!).searchParams.get('cid')!;
    const told = `${server.url}${new URL(network.data.postback_url).pathname}?click_id=${clickId}&payout=12.5&txid=t-1`;
    expect((await fetch(told)).status).toBe(200);
    await expect
      .poll(() => ask(postgres.url, `select attribution, payout_micros::text as payout from conversions`))
      .toEqual([{ attribution: 'matched', payout: '12500000' }]);
    // a message of the network a second time
    expect((await fetch(told)).status).toBe(200);
    expect(await ask(postgres.url, 'select 1 from conversions')).toHaveLength(1);
    expect(await ask(postgres.url, `select 1 from pg_stat_activity where application_name = 'guidepost'`)).not.toEqual(
      [],
    );
    expect(server.output()).not.toMatch(/unsupported startup parameter|cannot listen/);
  });
});
