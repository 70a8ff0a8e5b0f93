import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { createLog } from '../src/platform/server/log.ts';
import { logIn, startServer } from '../tests/support/server.ts';
import { BROWSER, DESTINATIONS, makeRuledLink } from './bench-router.ts';

const MANY = 100_000;
const AD = '?utm_source=taboola&utm_campaign=c1&click_id=GiDxMTKqT5tYq8';
const KNOWN_LIMIT_MS = 60_000;
const POLL_MS = 500;

/** The program with 100,000 links, each with two destinations, and one more with rules. */
export type Crowded = { url: string; token: string; plain: string; ruled: string; stop(): Promise<void> };

/** Starts it; resolves when its router knows them all. */
export async function startAmongMany(): Promise<Crowded> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-links-'));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: folder, log: createLog('silent') });
  const server = await startServer({ env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'error' } });
  const stop = async (): Promise<void> => {
    await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(
      `insert into links (name, slug) select 'Link ' || n, 'many-' || n from generate_series(1, ${MANY}) n`,
    );
    await client.query(`insert into destinations (link_id, type, url)
      select id, 'url', 'https://shop-' || n || '.example/p' from links, generate_series(0, 1) n where slug like 'many-%'`);
    await client.end();
    const token = await logIn(server);
    // its changes make the router read all links anew
    const ruled = await makeRuledLink({ url: server.url, token });
    const plain = `${server.url}/go/many-${MANY / 2}${AD}`;
    await leadsTo(plain, 'shop-1.example');
    await leadsTo(ruled, `shop-${DESTINATIONS - 1}.example`);
    return { url: server.url, token, plain, ruled, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves when one of the ways out of a link is that host. */
async function leadsTo(link: string, host: string): Promise<void> {
  const until = performance.now() + KNOWN_LIMIT_MS;
  for (let n = 1; ; n += 1) {
    const reply = await fetch(link, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    if (reply.headers.get('location')?.includes(host)) return;
    if (performance.now() > until) throw new Error(`${link} never led to ${host}`);
    // the draw may take another one
    if (n % (DESTINATIONS * 4) === 0) await sleep(POLL_MS);
  }
}
