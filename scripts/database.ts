/**
 * `npm run database -- copy URL`: moves a site into another PostgreSQL, such as out of the one that comes with the program. The program
 * must not run meanwhile; what was copied is compared row by row before it counts.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { findRunning } from '../src/features/instances/server/service.ts';
import { migrateJobs } from '../src/platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../src/platform/server/log.ts';
import { copyDatabase } from '../src/platform/server/postgres/copying.ts';
import { checkVersion, describeDatabaseTrouble } from '../src/platform/server/postgres/database-words.ts';
import { migrate } from '../src/platform/server/postgres/migrations.ts';
import { runCommand } from './command.ts';
import { openInstallation } from './installation.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations/postgres');
const USAGE =
  'npm run database -- copy postgresql://USER:PASSWORD@HOST/DATABASE   copies the site into an empty database';

async function prepare(url: string): Promise<void> {
  const log = createLog('error');
  try {
    await checkVersion(url);
    await migrate(url, MIGRATIONS, log);
    await migrateJobs(url, log);
  } catch (error) {
    throw new Error(describeDatabaseTrouble(error, url).replaceAll('DATABASE_URL', 'the address'), { cause: error });
  }
}

const runs = (who: string): Error =>
  new Error(`${who} runs: stop it first, so that nothing is written while the site moves.`);

async function run([command, url = '', ...rest]: string[]): Promise<string> {
  if (command !== 'copy' || !/^postgres(ql)?:\/\//.test(url) || rest.length > 0) throw new Error(USAGE);
  const installation = await openInstallation();
  try {
    if (installation.isRunning) throw runs('The program');
    await prepare(installation.url);
    const running = await findRunning(installation.db);
    if (running) throw runs(`Instance ${running.number} on ${running.host}`);
    await prepare(url);
    const copied = await copyDatabase(installation.url, url, ({ name, rows }, place, of) =>
      process.stdout.write(`${place} of ${of}: ${name}, ${rows.toLocaleString('en-US')} rows\n`),
    );
    const rows = copied.reduce((sum, table) => sum + table.rows, 0);
    return `${copied.length} tables and ${rows.toLocaleString('en-US')} rows were copied and compared. Set DATABASE_URL to that database, keep the data folder as it is, and start.`;
  } finally {
    await installation.close();
  }
}

await runCommand(run);
