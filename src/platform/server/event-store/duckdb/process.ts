import { createInterface } from 'node:readline';
import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../errors.ts';
import { backoffMs, noteFailedStart, noteRestart } from '../../child-starts.ts';
import type { Answer, Call } from './child.ts';
import type { Failure } from './failures.ts';
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
  log: Log;
};
type Pending = { resolve(value: unknown): void; reject(error: AppError): void; watch: NodeJS.Timeout };

const NAME = 'Event store';
/** A child that answers nothing for so long is hung: it is killed, which the file survives. */
const HUNG_MS = 120_000;
const CLOSE_MS = 15_000;
const FILE_MODE = 0o600;

export function holdDuckDb({ path, threads, first, log }: Options): DuckDbProcess {
  let child: ChildProcess | undefined;
  let isClosed = false;
  let lastId = 0;
  /** Starts in a row that came to nothing, and when the next may be tried. */
  let [failures, notBefore] = [0, 0];
  let trouble: string | undefined;
  /** Which file the process has open. */
  let inode: bigint | undefined;
  const pending = new Map<number, Pending>();

  function start(): ChildProcess {
    mkdirSync(dirname(path), { recursive: true });
    tightenModes(path, log);
    const script = fileURLToPath(new URL('./child.ts', import.meta.url));
    const started = fork(script, [path, `${path}.tmp`, String(threads)], {
      execPath: process.execPath,
      execArgv: [],
      env: { TZ: 'UTC' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    // its last words are lines of our log like all others
    if (started.stderr)
      createInterface({ input: started.stderr }).on('line', (line) =>
        log.warn({ line }, 'the process of the event store wrote'),
      );
    started.on('message', (answer: Answer) => {
      if (child !== started) return;
      if (answer.id === 0) noteStart(answer);
      else settle(answer);
      if ('failure' in answer && answer.failure === 'damaged') leaveDamaged(started, answer.message);
    });
    started.on('error', (error) => {
      if (child === started && started.pid === undefined) failStart(error);
      else log.error({ err: error }, 'event store: its process could not be reached');
    });
    started.on('exit', (code, signal) => {
      if (child !== started) return;
      if (isClosed) child = undefined;
      else if (inode === undefined) failStart(new Error(trouble ?? `its process ended at once (${signal ?? code})`));
      else {
        noteRestart(NAME);
        log.warn({ code, signal }, 'event store: its process ended; the next call starts it again');
        leave();
      }
      rejectAll('The process of the event store ended.');
    });
    return started;
  }

  /** What the child says once it has tried to open the file. */
  function noteStart(answer: Answer): void {
    if ('failure' in answer) {
      trouble = answer.message;
      return;
    }
    [failures, notBefore, trouble] = [0, 0, undefined];
    inode = inodeOf(path);
    tightenModes(path, log);
  }

  function leave(): void {
    [child, inode] = [undefined, undefined];
  }

  function failStart(error: Error): void {
    leave();
    failures += 1;
    notBefore = performance.now() + backoffMs(failures);
    trouble ??= error.message;
    noteFailedStart(NAME, error);
    log.warn({ err: error, failures }, 'event store: its process could not be started; it is tried again');
    rejectAll(error.message);
  }

  /** The file is not what was written: it is kept under another name, and a new one begins in its place. */
  function leaveDamaged(holder: ChildProcess, why: string): void {
    leave();
    holder.kill('SIGKILL');
    noteRestart(NAME);
    rejectAll('The file of the event store is damaged.');
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    try {
      for (const end of ['', '.wal'])
        if (existsSync(path + end)) renameSync(path + end, `${path}${SET_ASIDE}${stamp}${end}`);
      [failures, notBefore, trouble] = [0, 0, undefined];
      log.error({ why, kept: `${basename(path)}${SET_ASIDE}${stamp}` }, 'event store: a damaged file was set aside');
    } catch (error) {
      // never written over: it is tried again with the next start
      trouble = why;
      failures += 1;
      notBefore = performance.now() + backoffMs(failures);
      log.error({ err: error }, 'event store: a damaged file could not be set aside');
    }
  }

  function settle(answer: Answer): void {
    const call = pending.get(answer.id);
    if (!call) return;
    pending.delete(answer.id);
    clearTimeout(call.watch);
    if ('value' in answer) call.resolve(answer.value);
    else call.reject(toError(answer.failure, answer.message));
  }

  function rejectAll(message: string): void {
    for (const id of pending.keys()) settle({ id, failure: 'unavailable', message });
  }

  function ask<T>(call: Call, hungMs = HUNG_MS, signal?: AbortSignal): Promise<T> {
    if (isClosed && call.kind !== 'close') return Promise.reject(toError('unavailable', 'The event store is closed.'));
    if (!child && performance.now() < notBefore)
      return Promise.reject(toError('unavailable', trouble ?? 'The process of the event store is about to start.'));
    try {
      if (!child) {
        child = start();
        const call = first();
        // whether it went well is told to whoever asks for it himself
        if (call) void ask(call).catch(() => undefined);
      }
    } catch (error) {
      failStart(error as Error);
    }
    const asked = child;
    if (!asked) return Promise.reject(toError('unavailable', trouble ?? 'The event store could not be started.'));
    const id = (lastId += 1);
    return new Promise<T>((resolve, reject) => {
      const watch = setTimeout(() => asked.kill('SIGKILL'), hungMs);
      pending.set(id, { resolve: resolve as (value: unknown) => void, reject, watch });
      asked.send({ id, call }, (error) => {
        if (error) settle({ id, failure: 'unavailable', message: error.message });
      });
      const callOff = (): void => {
        if (!pending.has(id)) return;
        if (asked.connected) asked.send({ id: 0, call: { kind: 'cancel', of: id } satisfies Call }, () => undefined);
      };
      if (signal?.aborted) callOff();
      else signal?.addEventListener('abort', callOff);
    });
  }

  return {
    ask,
    leaveLostFile() {
      if (!child || inode === undefined || inodeOf(path) === inode) return;
      log.error('event store: its file was taken away or replaced while it was open');
      child.kill('SIGKILL');
    },
    condition: () => ({ trouble, setAside: listSetAside(path) }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      const closing = child;
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

const SET_ASIDE = '.damaged-';

const inodeOf = (path: string): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

function listSetAside(path: string): string[] {
  const [folder, begin] = [dirname(path), basename(path) + SET_ASIDE];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && !name.endsWith('.wal'))
    .toSorted();
}

/** Who reads the events knows what visitors did: nobody else on the machine may. The engine makes its files as the system's mask says. */
function tightenModes(path: string, log: Log): void {
  const [folder, begin] = [dirname(path), basename(path)];
  for (const name of readdirSync(folder).filter((each) => each.startsWith(begin))) {
    const file = join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    const wanted = stats?.isDirectory() ? 0o700 : FILE_MODE;
    if (!stats || (stats.mode & 0o777 & ~wanted) === 0) continue;
    try {
      chmodSync(file, wanted);
    } catch (error) {
      log.warn({ err: error, name }, 'event store: a file that others may read could not be closed to them');
    }
  }
}

/** What went wrong, as an error of ours. */
export function toError(failure: Failure, detail: string): AppError {
  const cause = new Error(detail);
  if (failure === 'unfit') return new AppError('validation_failed', 'A value does not fit its column.', { cause });
  if (failure === 'invalid') return new AppError('internal_error', 'The event store refused the request.', { cause });
  if (failure === 'interrupted') return new AppError('unavailable', 'The report took too long.', { cause });
  return new AppError('unavailable', 'The event store is not available.', { cause });
}
