import { join } from 'node:path';
import { ensureAdministrator } from '../../features/accounts/server/first-administrator.ts';
import { isGivenPasswordOld } from '../../features/accounts/server/on-machine.ts';
import { openDoor } from '../../features/backups/server/local-door.ts';
import { refuseHalfRestored } from '../../features/backups/server/half-restored.ts';
import { createSendingHold } from '../../features/backups/server/sending-hold.ts';
import { movableStore, type MovableStore } from '../../features/recovery/server/movable-store.ts';
import { takeRatesFile } from '../../features/rates/server/take-file.ts';
import { AppError } from '../../platform/errors.ts';
import { readConfig, type Config } from '../../platform/server/config.ts';
import { lockDataFolder } from '../../platform/server/data-folder.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { openBlobs } from '../../platform/server/blobs/open-blobs.ts';
import { openEventStore } from '../../platform/server/event-store/open.ts';
import { jobQueue } from '../../platform/server/jobs/graphile-jobs.ts';
import { createLog, type Log } from '../../platform/server/log.ts';
import { createLogTail } from '../../platform/server/log-tail.ts';
import { heldMailer, heldOutgoing } from '../../platform/server/outgoing/hold.ts';
import { createMailer } from '../../platform/server/outgoing/mailer.ts';
import { createOutgoing } from '../../platform/server/outgoing/over-http.ts';
import { openDb, openLatePool, shareConnections, type Db } from '../../platform/server/postgres/postgres.ts';
import { checkKey } from '../../platform/server/postgres/key-check.ts';
import { createSecrets, loadKey } from '../../platform/server/secrets.ts';
import { buildApp } from './app.ts';
import { raiseDatabase, raiseEventStore } from './database.ts';
import { canStartAlone, openParts, ownInstance } from './parts.ts';
import { loadSite } from './pages/render-bundle.ts';
import { forgetRestored } from './retention/after-restore.ts';
import { upgradeBackup } from './retention/backup-before.ts';
import { putSampleIn } from './sample/sample.ts';
import { createDatabaseWork } from './database-work.ts';
import { endOnceIdle, endOnSignals, logWhatNobodyCaught } from './ending.ts';

const ROOT = join(import.meta.dirname, '../../..');

const MIGRATIONS = join(ROOT, 'migrations');

const cannotStart = (error: unknown): void => {
  process.stderr.write(`Guidepost cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
};

/** The program while it runs. It ends by itself on whatever asks for the end. */
export type Program = {
  /**
   * Lets the next start on this folder go ahead: nobody is waited for, and PostgreSQL stays up for it, as after a kill. What was
   * answered is on disk. End the process then.
   */
  makeWay(): Promise<void>;
};

/** Starts it as the environment says. What keeps it from starting is told, and ends the process. */
export async function startProgram(): Promise<Program | undefined> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    cannotStart(error);
    return undefined;
  }
  return run(config);
}

/** Opens everything in order; what was opened is closed in the opposite order. */
async function run(config: Config): Promise<Program | undefined> {
  const logTail = createLogTail();
  const log = createLog(config.logLevel, undefined, logTail);
  logWhatNobodyCaught(log);
  const closers: { what: string; close: () => unknown; leave: () => unknown }[] = [];
  /** @param leave what is done instead when the next start waits */
  const onClose = (what: string, close: () => unknown, leave = close) => closers.push({ what, close, leave });
  const shutDown = async (way: 'close' | 'leave' = 'close'): Promise<void> => {
    for (const { what, [way]: close } of closers.toReversed()) {
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
    refuseHalfRestored(config.dataDir);
    const pool = openLatePool(
      (error) => log.warn({ err: error }, 'a database connection broke'),
      shareConnections(config.databaseConnections).statements,
    );
    const db = openDb(pool);
    const eventStore = movableStore(openEventStore({ config, migrationsDir: MIGRATIONS, db, log }), db);
    const sendingHold = createSendingHold(db);
    const outgoing = heldOutgoing(createOutgoing({ allow: config.outgoingAllow, log }), sendingHold);
    const clock = () => new Date();
    const deps: Deps = {
      config,
      log,
      logTail,
      clock,
      db,
      secrets: createSecrets(config.secretKey ?? loadKey(join(config.dataDir, 'secret.key')), config.secretKeyOld),
      outgoing,
      sendingHold,
      jobs: jobQueue,
      ...openBlobs(config, { clock, log }),
      eventStore,
      living: () => instance.living(),
      ...(config.mail && { mailer: heldMailer(createMailer(config.mail), sendingHold) }),
    };
    const instance = ownInstance(deps);
    let password: string | undefined;
    const saving = upgradeBackup(deps, MIGRATIONS);
    const database = raiseDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      migrationsDir: join(MIGRATIONS, 'postgres'),
      pool,
      log,
      beforeRewriting: saving,
      async prepare() {
        await instance.join();
        await checkKey(db, deps.secrets, log);
        password = (await ensureAdministrator(db, config.adminUsername, config.adminPassword)) ?? password;
        await takeRatesFile(deps, config.dataDir);
        if (config.sample) await putSampleIn(deps);
      },
    });
    onClose(
      'PostgreSQL',
      () => database.stop(),
      () => undefined,
    );
    onClose('the database pool', () => db.destroy());
    onClose('the event store', () => eventStore.close());
    onClose('the outgoing client', () => outgoing.close());
    // read while the database comes up; whoever needs them tells what is wrong with them
    loadSite().catch(() => undefined);
    // what a backup reads stands still meanwhile
    const isNeeded = !canStartAlone(config.dataDir) || saving.mayBeDue;
    // nothing but reports waits for its process, which takes as long to start as all that follows
    // what goes to ClickHouse is written down in the database before
    const before = config.clickHouse || saving.mayBeDue ? database.up : Promise.resolve();
    const reports = raiseEventStore(eventStore, log, isNeeded, before);
    reports.catch(() => undefined);
    const hasDatabase = await database.soon(isNeeded);

    const parts = await openParts(deps, hasDatabase, instance);
    onClose('the watch over the disk', () => parts.room.stop());
    onClose('the journal', () => parts.journal.close());
    onClose('the count of what was not recorded', () => parts.uncounted.close());
    onClose('the sign of life', () => instance.end());
    onClose('the adopted journals', () => parts.adopter.stop());
    onClose('the shipper', () => parts.shipper.stop());
    onClose('the snapshot', () => parts.snapshot.stop());
    parts.shipper.start();
    const door = await openDoor({ deps, eventStore, ...parts });
    onClose('the door for commands', () => door.close());
    const databaseWork = createDatabaseWork(deps, parts);
    onClose('what stands on the database', () => databaseWork.stop());
    const [app] = await Promise.all([
      buildApp(deps, parts),
      hasDatabase && database.up.then((url) => databaseWork.start(url)),
      reports,
    ]);
    onClose(
      'the server',
      () => app.close(),
      () => app.server.close().closeAllConnections(),
    );
    if (hasDatabase) await refuseMoved(eventStore);
    // what a restore brought back and must not be there is seen by nobody
    if (hasDatabase) await forgetRestored(deps);
    await app.listen({ port: config.port, host: config.host });
    const { port } = app.server.address() as { port: number };
    process.stdout.write(
      `listening on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}\n`,
    );
    if (!hasDatabase) {
      // links redirect, and their clicks wait in the journal
      void database.up
        .then(() => refuseMoved(eventStore))
        .catch((error: unknown) => log.error({ err: error }, 'nothing is shipped'));
      process.stdout.write(
        `${database.trouble() ?? 'The database does not answer yet.'} Links redirect meanwhile; pages and the back office follow once the database answers.\n`,
      );
      void database.up.then((url) => databaseWork.startPatiently(url));
    }
    void database.up
      .then(() => reports)
      .then(() => saving.noteUp(instance.number()))
      .catch((error: unknown) => log.warn({ err: error }, 'the event store is not up: the next start may wait longer'));
    void database.up.then(() => {
      if (password === undefined) return tellOldPassword(db, config, log);
      process.stdout.write(
        `Back office: /admin, user "${config.adminUsername}", password ${password} (shown only this once)\n`,
      );
    });
  } catch (error) {
    log.debug({ err: error }, 'the start failed');
    cannotStart(error);
    await shutDown();
    endOnceIdle();
    return undefined;
  }

  endOnSignals(shutDown, log);
  return { makeWay: () => shutDown('leave') };
}

/** One that does not answer now refuses what is written to it later. @throws AppError with what to do when events were moved out of it */
const refuseMoved = (eventStore: MovableStore): Promise<void> =>
  eventStore.refuseMoved().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'conflict') throw error;
  });

/** Whoever set another ADMIN_PASSWORD expects it to work, and it does not: the stored one counts. */
async function tellOldPassword(db: Db, { adminUsername, adminPassword }: Config, log: Log): Promise<void> {
  if (adminPassword === undefined) return;
  try {
    if (await isGivenPasswordOld(db, adminUsername, adminPassword))
      log.warn(
        `ADMIN_PASSWORD is not the password of ${adminUsername}: the stored one is kept. To set another: npm run admin -- reset-password ${adminUsername}`,
      );
  } catch (error) {
    log.debug({ err: error }, 'ADMIN_PASSWORD could not be compared');
  }
}
