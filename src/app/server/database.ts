import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkSessions,
  checkVersion,
  DatabaseTrouble,
  describeDatabaseTrouble,
  describeSlowDatabase,
} from '../../platform/server/postgres/database-words.ts';
import { startPostgres, type EmbeddedPostgres } from '../../platform/server/postgres/embedded-postgres.ts';
import type { EventStore } from '../../platform/server/event-store/event-store.ts';
import type { Log } from '../../platform/server/log.ts';
import { migrate, type BeforeRewriting } from '../../platform/server/postgres/migrations.ts';
import { isUnreachable, type LatePool } from '../../platform/server/postgres/postgres.ts';
import { endAtOnce } from './ending.ts';

/** The database on its way up. It is tried again for as long as it takes. */
export type Database = {
  /** Resolves with its URL once it answers, holds this release's tables, and `prepare` is done. */
  readonly up: Promise<string>;
  /**
   * Waits for a short while. @param isNeeded nothing can be done without it: wait however long the first try takes
   * @returns whether it is up. @throws the error of the first try when it is needed, or when trying again cannot mend it
   */
  soon(isNeeded: boolean): Promise<boolean>;
  /** Why it is not up, with the next step; undefined as long as nothing has failed or taken long. */
  trouble(): string | undefined;
  /** Tries no more, and stops the server that was started here. Close every pool before. */
  stop(): Promise<void>;
};

type Options = {
  /** Undefined: a PostgreSQL of our own in the data folder. */
  url: string | undefined;
  dataDir: string;
  migrationsDir: string;
  pool: LatePool;
  log: Log;
  beforeRewriting: BeforeRewriting;
  /** What must be in the database before anything reads it; may run again after a failure. */
  prepare(): Promise<void>;
};

/** A start that can redirect without the database waits for it no longer than this. */
const GRACE_MS = 2000;
const RETRY_MS = 1000;
/** What takes longer is told, whether it ends or not. */
const SLOW_MS = 5000;
const STOP_LIMIT_MS = 5000;

/** Begins to bring the database up: starts it, migrates it, opens the pool, prepares what is in it. */
export function raiseDatabase({ url, dataDir, migrationsDir, pool, log, beforeRewriting, prepare }: Options): Database {
  const up = Promise.withResolvers<string>();
  up.promise.catch(() => undefined);
  const stopping = new AbortController();
  let embedded: EmbeddedPostgres | undefined;
  let hasServerFailed = false;
  let trouble: string | undefined;
  /** It takes as long as it takes, and says so itself. */
  let isSaving = false;
  const saving: BeforeRewriting = {
    ...beforeRewriting,
    async take() {
      isSaving = true;
      await beforeRewriting.take().finally(() => (isSaving = false));
    },
  };

  function tell(words: string, cause?: unknown): void {
    // each second the same would bury everything else
    if (words !== trouble) log.warn({ err: cause }, `the database is not up, and is tried again: ${words}`);
    trouble = words;
  }

  /** @param work is given what to call when it has come further: nothing is slow as long as it does */
  async function watched<T>(step: 'server' | 'tables', work: (onFurther: () => void) => Promise<T>): Promise<T> {
    const slow = setTimeout(() => {
      if (!isSaving) tell(describeSlowDatabase(step, url, dataDir));
    }, SLOW_MS);
    try {
      return await work(() => slow.refresh());
    } finally {
      clearTimeout(slow);
    }
  }

  async function attempt(): Promise<string> {
    hasServerFailed = false;
    if (url === undefined) {
      embedded ??= await watched('server', () => startPostgres({ dataDir, log })).catch((error: unknown) => {
        hasServerFailed = true;
        throw error;
      });
    }
    const address = url ?? embedded!.url;
    // our own is of the version that comes with us
    if (url !== undefined) {
      await checkVersion(address);
      await checkSessions(address);
    }
    await watched('tables', (onFurther) => migrate(address, migrationsDir, log, saving, onFurther));
    pool.open(address);
    await watched('tables', prepare);
    return address;
  }

  const first = attempt();
  const trying = (async () => {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      try {
        return up.resolve(await (isFirst ? first : attempt()));
      } catch (error) {
        tell(describeDatabaseTrouble(error, url), error);
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  })();

  return {
    up: up.promise,
    async soon(isNeeded) {
      if (isNeeded) {
        try {
          return await first.then(() => true);
        } catch (error) {
          throw new Error(describeDatabaseTrouble(error, url), { cause: error });
        }
      }
      const grace = new AbortController();
      const tooLate = sleep(GRACE_MS, 'too late', { signal: grace.signal }).catch(() => undefined);
      try {
        return (await Promise.race([first, tooLate])) !== 'too late';
      } catch (error) {
        if (!hasServerFailed && !isUnreachable(error) && !(error instanceof DatabaseTrouble)) throw error;
        return false;
      } finally {
        grace.abort();
      }
    },
    trouble: () => trouble,
    async stop() {
      stopping.abort();
      await Promise.race([trying, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
      await embedded?.stop();
    },
  };
}

/**
 * Brings the tables of the event store up to date. When its process cannot be had, redirects go on without it and it is tried again.
 * @param after what must be there before
 * @throws its error when the start needs it, or when trying again cannot mend it
 */
export async function raiseEventStore(
  eventStore: EventStore,
  log: Log,
  isNeeded: boolean,
  after: Promise<unknown>,
): Promise<void> {
  const migrated = after.then(() => eventStore.migrate());
  const grace = new AbortController();
  const tooLate = sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
  try {
    await (isNeeded ? migrated : Promise.race([migrated, tooLate]));
  } catch (error) {
    if (isNeeded || !isUnreachable(error)) throw error;
  } finally {
    grace.abort();
  }
  void (async () => {
    for (let tries = migrated; ; tries = eventStore.migrate()) {
      try {
        return await tries;
      } catch (error) {
        if (!isUnreachable(error)) {
          log.fatal({ err: error }, 'the program ends');
          return endAtOnce();
        }
        log.warn({ err: error }, 'the event store is not ready; trying again');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  })();
}
