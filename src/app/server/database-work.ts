import { setTimeout as sleep } from 'node:timers/promises';
import { tellHold } from '../../features/backups/server/sending-hold.ts';
import { STANDING_CHANNEL } from '../../features/backups/server/standing.ts';
import { deliveryJobs } from '../../features/deliveries/server/service.ts';
import { conversionJobs } from '../../features/conversions/server/service.ts';
import { recoverReceived } from '../../features/postbacks/server/service.ts';
import { optimiserJobs } from '../../features/optimiser/server/run.ts';
import type { Deps } from '../../platform/server/deps.ts';
import { openJobs, type JobRunner } from '../../platform/server/jobs/graphile-jobs.ts';
import { shareConnections } from '../../platform/server/postgres/postgres.ts';
import { listen } from '../../platform/server/http/listener.ts';
import { VISITORS_CHANNEL } from '../../features/visitors/server/shared-visitors.ts';
import { listNumbers } from './numbers.ts';
import { refreshParts, type Parts } from './parts.ts';
import { startTimers } from './timers.ts';

/** A dead endpoint holds a job for up to 10 s: 50 of them leave enough for the healthy ones. As many as outgoing connections may be. */
export const JOBS_AT_ONCE = 64;
const RETRY_MS = 1000;

/** What runs beside the requests and needs the database: the listener for changes, the job runner, the timers. */
export type DatabaseWork = {
  /** Starts all of it on a database that is up. @throws when the database is lost meanwhile; call it again then */
  start(url: string): Promise<void>;
  /** The same for a database that came late, as often as it takes. */
  startPatiently(url: string): Promise<void>;
  stop(): Promise<void>;
};

export function createDatabaseWork(deps: Deps, parts: Parts): DatabaseWork {
  const { log } = deps;
  let listener: ReturnType<typeof listen> | undefined;
  let jobs: JobRunner | undefined;
  let areJobsRunning = false;
  let areTimersRunning = false;
  let isStopped = false;
  let waitingForRelease: NodeJS.Timeout | undefined;

  /** On a restored site jobs that tell somebody wait in the queue as they are: nobody is there to run them. */
  async function deliverOnceReleased(runner: JobRunner): Promise<void> {
    if ((await deps.sendingHold?.isOn()) || isStopped || waitingForRelease === undefined) return;
    clearInterval(waitingForRelease);
    waitingForRelease = undefined;
    for (const [name, handler] of Object.entries(deliveryJobs(deps))) runner.register(name, handler);
    await runner.renew();
  }

  async function start(url: string): Promise<void> {
    listener ??= listen(url, log, {
      content(message) {
        if (message === undefined) parts.snapshot.lose();
        void (message === undefined ? parts.pages.lose() : parts.pages.takeIn());
        void parts.snapshot.refresh();
      },
      [VISITORS_CHANNEL]: parts.sharedVisitors.hear,
      [STANDING_CHANNEL]: parts.standing.hear,
    });
    if (!jobs) {
      const { jobs: connections } = shareConnections(deps.config.databaseConnections);
      jobs = await openJobs({ url, log, concurrency: JOBS_AT_ONCE, connections });
      const { goalNumbers } = listNumbers(deps);
      const isHeld = (await deps.sendingHold?.isOn()) === true;
      if (isHeld) await tellHold(deps);
      const handlers = {
        ...conversionJobs(deps),
        ...(!isHeld && deliveryJobs(deps)),
        ...optimiserJobs({ ...deps, goalNumbers, roll: Math.random }),
      };
      for (const [name, handler] of Object.entries(handlers)) jobs.register(name, handler);
      const opened = jobs;
      if (isHeld)
        waitingForRelease = setInterval(() => {
          deliverOnceReleased(opened).catch((error: unknown) =>
            log.debug({ err: error }, 'whether sending is on hold could not be asked'),
          );
        }, RETRY_MS).unref();
    }
    if (!areJobsRunning) await jobs.start();
    areJobsRunning = true;
    await recoverReceived(deps, 'all');
    if (!areTimersRunning) startTimers(deps, parts);
    areTimersRunning = true;
  }

  return {
    start,
    async startPatiently(url) {
      while (!isStopped) {
        try {
          await refreshParts(parts);
          return await start(url);
        } catch (error) {
          log.warn({ err: error }, 'the database was lost while it was taken into use; trying again');
          await sleep(RETRY_MS, undefined, { ref: false });
        }
      }
    },
    async stop() {
      isStopped = true;
      clearInterval(waitingForRelease);
      parts.keeper.stop();
      await parts.rounds.stop();
      await parts.backups.stop();
      await parts.lostSlugs
        .write()
        .catch((error: unknown) => log.warn({ err: error }, 'visits of unknown links were not written down'));
      await listener?.stop();
      await jobs?.stop();
    },
  };
}
