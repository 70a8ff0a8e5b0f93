import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createLog } from '../../src/platform/server/log.ts';
import { startPostgres } from '../../src/platform/server/postgres/embedded-postgres.ts';
import {
  findScaleParts,
  instanceFolder,
  startEngines,
  startFront,
  startInstances,
  type Engines,
} from '../../tests/scale/site.ts';
import type { TestServer } from '../../tests/support/server.ts';

const INSTANCES = 3;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Makes the demo's records and traffic, unless they are there. */
type Make = (home: string, dataDir: string, env: Record<string, string>) => Promise<void>;

/**
 * `npm run demo -- --scale`: three instances behind HAProxy, with a PostgreSQL, a ClickHouse and a bucket that they share, all on this
 * machine. What they hold goes with them, unless DATA_DIR names a folder for it. Ctrl-C ends all of it.
 */
export async function serveFromThree(make: Make): Promise<void> {
  const missing = findScaleParts();
  if (missing !== undefined) {
    process.stderr.write(`Three instances cannot be shown on this machine: ${missing}.\n`);
    process.exitCode = 1;
    return;
  }
  const closers: (() => unknown)[] = [];
  const asked = Promise.withResolvers<void>();
  let isAsked = false;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      isAsked = true;
      asked.resolve();
    });
  try {
    // only what takes long is broken off: of what is starting we would not know what to end
    const { home, engines } = await startStores(closers);
    await Promise.race([make(home, instanceFolder(home, 1), engines.env), asked.promise]);
    if (!isAsked) await startSite(home, engines, closers);
    await asked.promise;
    say('\nEnding what was started.');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
  process.exit();
}

async function startStores(closers: (() => unknown)[]): Promise<{ home: string; engines: Engines }> {
  const home = makeHome(closers);
  const postgres = await startPostgres({ dataDir: home, log: createLog('error') });
  closers.push(() => postgres.stop());
  const engines = await startEngines(home, postgres.url);
  closers.push(() => engines.close());
  return { home, engines };
}

async function startSite(home: string, engines: Engines, closers: (() => unknown)[]): Promise<void> {
  const listen = `${process.env['HOST'] ?? '127.0.0.1'}:${process.env['PORT'] ?? '3000'}`;
  const env = { ...engines.env, TRUST_PROXY: '127.0.0.1', PUBLIC_URL: `http://${listen}` };
  say('Starting three instances.');
  const servers = await startInstances({ folder: home, count: INSTANCES, env, isApart: true });
  const ending = new AbortController();
  closers.push(() => {
    ending.abort();
    return Promise.all(servers.map((server) => server.terminate()));
  });
  const front = await startFront(listen, servers, home, true);
  closers.push(() => end(front));
  tell(listen, home, servers, engines.clickHouse.pid);
  for (const [n, server] of servers.entries()) watch(n + 1, server, ending.signal);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => void again(servers, line.trim(), ending.signal));
}

/** A folder that is named stays; one of ours goes when all that is in it has ended. */
function makeHome(closers: (() => unknown)[]): string {
  const named = process.env['DATA_DIR'];
  const home = named ? resolve(named) : mkdtempSync(join(tmpdir(), 'guidepost-scale-'));
  mkdirSync(home, { recursive: true });
  // the database user must be able to pass
  chmodSync(home, 0o711);
  if (!named) closers.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return home;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

function tell(listen: string, home: string, servers: readonly TestServer[], clickHouse: number): void {
  const [first] = servers as [TestServer];
  say(`
The site      http://${listen}/ (HAProxy with deploy/haproxy.cfg)
Back office   http://${listen}/admin  name: ${first.adminUsername}  password: ${first.adminPassword}
Numbers       ClickHouse (a stand-in of the tests, process ${clickHouse}); PostgreSQL and pictures in ${home}`);
  for (const [n, { url, process: of }] of servers.entries()) say(`Instance ${n + 1}    ${url}  process ${of().pid}`);
  say(`
To see one fail: kill -9 ${servers[1]!.process().pid}, then go on using the site; Server Health tells it after a minute.
To start it again: its number (1 to ${servers.length}) and Enter. Ctrl-C ends everything.`);
}

const watch = (number: number, server: TestServer, ending: AbortSignal): void =>
  void server.process().ended.then(() => {
    if (!ending.aborted) say(`Instance ${number} has ended. To start it again: ${number} and Enter.`);
  });

async function again(servers: readonly TestServer[], line: string, ending: AbortSignal): Promise<void> {
  const server = servers[Number(line) - 1];
  if (!server) return say(`There are instances 1 to ${servers.length}.`);
  if (!server.process().hasEnded) return say(`Instance ${line} runs as process ${server.process().pid}.`);
  await server.restart();
  say(`Instance ${line}    ${server.url}  process ${server.process().pid}`);
  watch(Number(line), server, ending);
}
