/** `npm run restore -- BACKUP --only KIND WORD`: one record of a backup, into the site that it is of, whether its program runs or not. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rowsPorts } from '../src/app/server/undo/feature-ports.ts';
import { machineActor } from '../src/features/accounts/server/on-machine.ts';
import { findBackup } from '../src/features/backups/server/check.ts';
import { bringBack, refusalOf, type Wish } from '../src/features/backups/server/single/bring-back.ts';
import { KINDS, type Kind, READ } from '../src/features/backups/server/single/tables.ts';
import { restoreRows } from '../src/platform/server/backup/database-rows.ts';
import type { Manifest } from '../src/platform/server/backup/manifest.ts';
import { isOfSite } from '../src/platform/server/backup/owner.ts';
import type { Place } from '../src/platform/server/backup/place.ts';
import { openBlobs } from '../src/platform/server/blobs/open-blobs.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig, type Config } from '../src/platform/server/config.ts';
import { jobQueue, migrateJobs } from '../src/platform/server/jobs/graphile-jobs.ts';
import { createLog } from '../src/platform/server/log.ts';
import { startPostgres } from '../src/platform/server/postgres/embedded-postgres.ts';
import { migrate, refuseOutdated } from '../src/platform/server/postgres/migrations.ts';
import { openDb, openPool, type Db } from '../src/platform/server/postgres/postgres.ts';
import { MIGRATIONS, migrationsDirOf, newestOwn, placeOf, progressLine } from './backup-place.ts';
import { openInstallation, secretsOfSite } from './installation.ts';
import { makeTrialDatabase } from './trial-database.ts';

export const ONLY_USAGE = `npm run restore -- BACKUP --only guide|link|offer|review ID|SLUG|NAME
                                             that record alone, into the site itself; says what it would do, and does it with --yes
                     --with-missing          with what it names and is gone, such as an offer
                     --as-draft              not published, whatever it was
                     --slug SLUG             under another slug`;

const log = createLog('error');
const clock = (): Date => new Date();
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function wishIn(words: readonly string[]): { word: string; wish: Wish } {
  const usage = (): never => {
    throw new Error(ONLY_USAGE);
  };
  const given = (() => {
    try {
      return parseArgs({
        args: [...words],
        options: {
          only: { type: 'string' },
          yes: { type: 'boolean', default: false },
          'with-missing': { type: 'boolean', default: false },
          'as-draft': { type: 'boolean', default: false },
          slug: { type: 'string' },
        },
        allowPositionals: true,
      });
    } catch {
      return usage();
    }
  })();
  const { values, positionals } = given;
  const [word, record, ...rest] = positionals;
  const kind = values.only;
  if (word === undefined || record === undefined || rest.length > 0 || !isKind(kind)) return usage();
  if (values.slug !== undefined && (kind === 'offer' || !SLUG.test(values.slug) || values.slug.length > 100))
    throw new Error(
      kind === 'offer'
        ? 'An offer has no slug: leave --slug away.'
        : `"${values.slug}" can be no slug: small letters and digits, with single hyphens between.`,
    );
  if (values['as-draft'] && kind !== 'guide' && kind !== 'review')
    throw new Error('Only guides and reviews are drafts: leave --as-draft away.');
  return {
    word,
    wish: {
      kind,
      word: record,
      isMeant: values.yes,
      withMissing: values['with-missing'],
      slug: values.slug,
      asDraft: values['as-draft'],
    },
  };
}

const isKind = (word: string | undefined): word is Kind => word !== undefined && Object.hasOwn(KINDS, word);

/** @returns what was done, or would be @throws Error with a sentence */
export async function restoreOnly(words: readonly string[]): Promise<string> {
  const { word, wish } = wishIn(words);
  const config = readConfig();
  const progress = progressLine();
  const home = mkdtempSync(join(tmpdir(), 'guidepost-restore-'));
  // the database user must be able to pass
  chmodSync(home, 0o711);
  try {
    const { place, name } = placeOf(word, config);
    const secrets = secretsOfSite(config);
    const manifest = await findBackup(place, name ?? (await newestOwn(place, secrets)));
    if (!isOfSite(secrets, JSON.stringify(manifest)))
      throw new Error(
        `${manifest.name} is a backup of another site, or of before the key of this one was changed (then set SECRET_KEY_OLD to the key of then). Nothing was changed.`,
      );
    const installation = await openInstallation();
    try {
      await refuseOutdated(installation.url, join(MIGRATIONS, 'postgres'));
      const past = await openPast(config, { place, manifest, home, say: progress.say });
      try {
        const { db } = installation;
        const { blobs } = openBlobs(config, { clock, log });
        const ports = { rows: rowsPorts({ config, log, clock, db, secrets, jobs: jobQueue }) };
        const actor = machineActor();
        const lines = await bringBack(
          { past: past.db, db, clock, secrets, blobs, place, manifest, actor, ports },
          wish,
        ).catch((error: unknown) => {
          throw refusalOf(error, wish);
        });
        progress.end();
        return [...lines, wish.isMeant ? DONE : 'Nothing was changed. To do it, call it again with --yes.'].join('\n');
      } finally {
        await past.close();
      }
    } finally {
      await installation.close();
    }
  } catch (error) {
    throw new Error(whyOf(error), { cause: error });
  } finally {
    progress.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const DONE = 'Done, as one change: the audit log has it under "on the machine", and takes it back like any other.';

type Given = { place: Place; manifest: Manifest; home: string; say(text: string): void };

/** What is gone in a moment waits for no disk. */
const BRIEF = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The rows of a backup that records are made of, with the tables of this release: those of then, brought up as a start would. */
async function openPast(
  { backup: { drillDatabaseUrl } }: Config,
  { place, manifest, home, say }: Given,
): Promise<{ db: Db; close(): Promise<void> }> {
  const then = migrationsDirOf('postgres', manifest.database.migrations, home);
  const server = await (drillDatabaseUrl === undefined
    ? startPostgres({ dataDir: join(home, 'past'), log, settings: BRIEF }).then(({ url, stop }) => ({
        url,
        drop: stop,
      }))
    : makeTrialDatabase(drillDatabaseUrl, 'restore'));
  try {
    await migrate(server.url, then, log);
    await migrateJobs(server.url, log);
    const rows = await restoreRows(server.url, { database: manifest.database, place, only: READ }, (name, at, of) =>
      say(`table ${at} of ${of}: ${name}`),
    );
    await rows.commit().finally(() => rows.close());
    await migrate(server.url, join(MIGRATIONS, 'postgres'), log);
  } catch (error) {
    await server.drop();
    throw error;
  }
  const db = openDb(openPool(server.url, () => undefined));
  return {
    db,
    async close() {
      await db.destroy();
      await server.drop();
    },
  };
}
