import { createCalls } from './calls.ts';
import type { Call } from './child.ts';
import { listSetAside } from './database-files.ts';
import { toError } from '../failures.ts';
import { createHeldChild } from './held-child.ts';
import type { StoreCondition } from '../event-store.ts';
import type { Log } from '../../log.ts';

/** The process that holds the DuckDB file. It starts with the first call, and again after a crash; what fails to start is tried again. */
export type DuckDbProcess = {
  /** @throws AppError */
  ask<T>(call: Call, hungMs?: number, signal?: AbortSignal): Promise<T>;
  /** Ends a process that writes to a file that is not there any more; the next call starts another one. */
  leaveLostFile(): void;
  condition(): StoreCondition;
  close(): Promise<void>;
};

type Options = {
  path: string;
  threads: number;
  /** What each process is asked first: a file that was lost or set aside begins anew without a table. */
  first: () => Call | undefined;
  /** A process ended, or came to nothing: the next may open another file. */
  ended(): void;
  log: Log;
};

/** A child that answers nothing for so long is hung: it is killed, which the file survives. */
const HUNG_MS = 120_000;
const CLOSE_MS = 15_000;

export function holdDuckDb({ path, threads, first, ended, log }: Options): DuckDbProcess {
  let isClosed = false;
  const calls = createCalls();
  const held = createHeldChild({
    path,
    threads,
    log,
    settle: calls.settle,
    rejectAll(message) {
      ended();
      calls.rejectAll(message);
    },
    isClosed: () => isClosed,
  });
  const refuse = (otherwise: string): Promise<never> =>
    Promise.reject(toError('unavailable', held.trouble() ?? otherwise));

  function ask<T>(call: Call, hungMs = HUNG_MS, signal?: AbortSignal): Promise<T> {
    if (isClosed && call.kind !== 'close') return Promise.reject(toError('unavailable', 'The event store is closed.'));
    if (!held.current()) {
      if (held.isTooSoon()) return refuse('The process of the event store is about to start.');
      held.start();
      const firstCall = held.current() && first();
      // whether it went well is told to whoever asks for it himself
      if (firstCall) void ask(firstCall).catch(() => undefined);
    }
    const asked = held.current();
    return asked ? calls.send(asked, call, { hungMs, signal }) : refuse('The event store could not be started.');
  }

  return {
    ask,
    leaveLostFile() {
      if (!held.hasLostFile()) return;
      log.error('event store: its file was taken away or replaced while it was open');
      held.current()?.kill('SIGKILL');
    },
    condition: () => ({ trouble: held.trouble(), setAside: listSetAside(path) }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      const closing = held.current();
      if (!closing || closing.pid === undefined) return;
      const gone = new Promise((resolve) => closing.once('exit', resolve));
      await ask({ kind: 'close' }, CLOSE_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'event store: no clean end'),
      );
      closing.kill('SIGKILL');
      await gone;
    },
  };
}
