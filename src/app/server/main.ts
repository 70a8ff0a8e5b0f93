import { join } from 'node:path';
import { ensureAdministrator } from '../../features/accounts/server/service.ts';
import { conversionJobs, recoverReceived } from '../../features/conversions/server/service.ts';
import { readConfig, type Config } from '../../platform/server/config.ts';
import { lockDataFolder } from '../../platform/server/data-folder.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { diskBlobStore } from '../../platform/server/disk-blob-store.ts';
import { createDuckDbStore } from '../../platform/server/duckdb-store.ts';
import { startPostgres } from '../../platform/server/embedded-postgres.ts';
import { openJobs } from '../../platform/server/graphile-jobs.ts';
import { listen } from '../../platform/server/listener.ts';
import { createLog } from '../../platform/server/log.ts';
import { createLogTail } from '../../platform/server/log-tail.ts';
import { migrate } from '../../platform/server/migrations.ts';
import { createOutgoing } from '../../platform/server/outgoing-http.ts';
import { openDb, openPool } from '../../platform/server/postgres.ts';
import { createSecrets, loadKey } from '../../platform/server/secrets.ts';
import { buildApp } from './app.ts';
import { openParts } from './parts.ts';
import { putSampleIn } from './sample.ts';
import { startTimers } from './timers.ts';

const ROOT = join(import.meta.dirname, '../../..');

const cannotStart = (error: unknown): void => {
  process.stderr.write(`Guidepost cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
};

/** Opens everything in order; what was opened is closed in the opposite order. */
async function run(config: Config): Promise<void> {
  const logTail = createLogTail();
  const log = createLog(config.logLevel, undefined, logTail);
  const closers: { what: string; close: () => unknown }[] = [];
  const onClose = (what: string, close: () => unknown) => closers.push({ what, close });
  const shutDown = async (): Promise<void> => {
    for (const { what, close } of closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error }, `${what} did not close in order`);
      }
    }
  };

  try {
    const folder = lockDataFolder(config.dataDir);
    onClose('the data folder', () => folder.unlock());
    const embedded = config.databaseUrl ? undefined : await startPostgres({ dataDir: config.dataDir, log });
    if (embedded) onClose('PostgreSQL', () => embedded.stop());
    const url = config.databaseUrl ?? embedded!.url;
    await migrate(url, join(ROOT, 'migrations/postgres'), log);
    const pool = openPool(url, (error) => log.warn({ err: error }, 'a database connection broke'));
    const db = openDb(pool);
    onClose('the database pool', () => db.destroy());
    const eventStore = createDuckDbStore({
      path: join(config.dataDir, 'events.duckdb'),
      migrationsDir: join(ROOT, 'migrations/columnar'),
      log,
    });
    onClose('the event store', () => eventStore.close());
    await eventStore.migrate();
    // dead endpoints hold a slot for up to 10 s each: enough are left for the healthy ones
    const jobs = await openJobs({ url, log, concurrency: 16 });
    const outgoing = createOutgoing({ allow: config.outgoingAllow, log });
    onClose('the outgoing client', () => outgoing.close());
    onClose('the job runner', () => jobs.stop());
    const deps: Deps = {
      config,
      log,
      logTail,
      clock: () => new Date(),
      db,
      secrets: createSecrets(loadKey(join(config.dataDir, 'secret.key'))),
      outgoing,
      jobs,
      blobs: diskBlobStore(join(config.dataDir, 'blobs')),
      eventStore,
    };
    const password = await ensureAdministrator(db, config.adminUsername, config.adminPassword);
    if (config.sample) await putSampleIn(deps);

    const parts = await openParts(deps);
    onClose('the journal', () => parts.journal.close());
    onClose('the shipper', () => parts.shipper.stop());
    onClose('the snapshot', () => parts.snapshot.stop());
    parts.shipper.start();
    const listener = listen(url, 'content', log, () => {
      parts.pages.dropAll();
      void parts.snapshot.refresh();
    });
    onClose('the listener', () => listener.stop());
    for (const [name, handler] of Object.entries(conversionJobs(deps))) jobs.register(name, handler);
    await jobs.start();
    await recoverReceived(deps, 'all');
    startTimers(deps, parts);
    onClose('the timers', () => parts.rounds.stop());

    const app = await buildApp(deps, parts);
    onClose('the server', () => app.close());
    await app.listen({ port: config.port, host: config.host });
    const { port } = app.server.address() as { port: number };
    process.stdout.write(
      `listening on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}\n`,
    );
    if (password) {
      process.stdout.write(
        `Back office: /admin, user "${config.adminUsername}", password ${password} (shown only this once)\n`,
      );
    }
  } catch (error) {
    log.debug({ err: error }, 'the start failed');
    cannotStart(error);
    await shutDown();
    process.exit();
  }

  let isEnding = false;
  // Ctrl-C under npm says it twice
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    void shutDown().then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

let config: Config | undefined;
try {
  config = readConfig();
} catch (error) {
  cannotStart(error);
}
if (config) await run(config);
