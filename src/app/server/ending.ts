import type { Log } from '../../platform/server/log.ts';

/** From the signal to the end; promised are 15 s. */
const END_LIMIT_MS = 14_000;
/** A library may hold a timer or an idle connection of its own for a moment after all is closed. */
const LINGER_MS = 2_000;

/**
 * The process ends with `process.exitCode` as soon as nothing is left to do: all is closed before. Not by `process.exit`, which waits
 * for V8's threads while one of them may wait for a collection that only this thread could make: such a process stays for ever, and
 * keeps its data folder (nodejs/node#54918, open on 2026-11-30; with Node 24.21). An end that comes by itself frees them first.
 */
export function endOnceIdle(): void {
  // what was under way when all was closed misses it, which is no error of the program
  process.removeAllListeners('uncaughtException').on('uncaughtException', () => undefined);
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** As any kill: what is on disk is whole at any instant. Certain, where `process.exit` is not, and nobody is there who would kill it. */
export const endAtOnce = (): void => void process.kill(process.pid, 'SIGKILL');

/** Ends in order, once, on whatever asks for the end. */
export function endOnSignals(shutDown: () => Promise<void>, log: Log): void {
  let isEnding = false;
  // Ctrl-C under npm says it twice
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    process.exitCode ??= 0;
    // whoever stops us kills us soon after; what is on disk is whole at any instant
    setTimeout(() => {
      log.warn('not everything closed in time');
      process.exit();
    }, END_LIMIT_MS).unref();
    void shutDown().then(endOnceIdle);
  };
  // the terminal that it was started in is gone: that is an end like the others
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
}

/** The runtime would write traces of many lines between the lines of the log. */
export function logWhatNobodyCaught(log: Log): void {
  // libraries speak past the log: the job runner writes the trace of each worker that lost the database
  for (const name of ['error', 'warn', 'trace'] as const)
    console[name] = (...said: unknown[]) => {
      const err = said.find((one) => one instanceof Error);
      log.warn({ ...(err && { err }), said: said.map(String).join(' ') }, 'a library wrote');
    };
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'the runtime warns'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the program met an error that nobody caught, and ends');
    endAtOnce();
  });
}
