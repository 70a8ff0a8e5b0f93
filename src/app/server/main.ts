import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureAdministrator } from '../../features/accounts/server/service.ts';
import { readConfig } from '../../platform/server/config.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { startPostgres } from '../../platform/server/embedded-postgres.ts';
import { openJobs } from '../../platform/server/graphile-jobs.ts';
import { createLog } from '../../platform/server/log.ts';
import { migrate } from '../../platform/server/migrations.ts';
import { openDb, openPool } from '../../platform/server/postgres.ts';
import { createSecrets, loadKey } from '../../platform/server/secrets.ts';
import { buildApp } from './app.ts';

const config = readConfig();
const log = createLog(config.logLevel);
mkdirSync(config.dataDir, { recursive: true });
const embedded = config.databaseUrl ? undefined : await startPostgres({ dataDir: config.dataDir, log });
const url = config.databaseUrl ?? embedded!.url;
await migrate(url, join(import.meta.dirname, '../../../migrations/postgres'), log);
const pool = openPool(url, (error) => log.warn({ err: error }, 'an idle connection broke'));
const db = openDb(pool);
const jobs = await openJobs({ url, log });
const missing = new Proxy({}, { get: () => () => Promise.reject(new Error('not there yet')) }) as never;
const deps: Deps = {
  config,
  log,
  clock: () => new Date(),
  db,
  secrets: createSecrets(loadKey(join(config.dataDir, 'secret.key'))),
  outgoing: missing,
  jobs,
  blobs: missing,
  eventStore: missing,
};
const password = await ensureAdministrator(db, config.adminUsername, config.adminPassword);
const app = await buildApp(deps);
await app.listen({ port: config.port, host: config.host });
const { port } = app.server.address() as { port: number };
process.stdout.write(`listening on http://${config.host}:${port}\n`);
if (password)
  process.stdout.write(`administrator "${config.adminUsername}" with password ${password} (shown only now)\n`);
