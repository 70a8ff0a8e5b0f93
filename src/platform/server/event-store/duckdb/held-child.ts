import { createInterface } from 'node:readline';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backoffMs, noteFailedStart, noteRestart } from '../../child-starts.ts';
import type { Answer } from './child.ts';
import { filesOf, inodeOf, setAside, tightenModes } from './database-files.ts';
import type { Log } from '../../log.ts';

/** The child that has the file open: at most one, and none between its end and the next start. */
export type HeldChild = {
  current(): ChildProcess | undefined;
  /** Forks one; when that fails there is none, and it may be tried again later. */
  start(): void;
  /** The last start came to nothing a moment ago. */
  isTooSoon(): boolean;
  /** Why there is none, or none that could open the file. */
  trouble(): string | undefined;
  /** What it has open does not stand under its name any more. */
  hasLostFile(): boolean;
};

type Parts = {
  path: string;
  threads: number;
  log: Log;
  settle(answer: Answer): void;
  /** Nobody answers what was asked. */
  rejectAll(message: string): void;
  /** Its end is wanted. */
  isClosed(): boolean;
};

const NAME = 'Event store';

export function createHeldChild({ path, threads, log, settle, rejectAll, isClosed }: Parts): HeldChild {
  let child: ChildProcess | undefined;
  /** Starts in a row that came to nothing, and when the next may be tried. */
  let [failures, notBefore] = [0, 0];
  let trouble: string | undefined;
  /** Which file the process has open. */
  let inode: bigint | undefined;

  function start(): ChildProcess {
    const started = forkChild(path, threads, log);
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
      if (isClosed()) child = undefined;
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
    try {
      const kept = setAside(path);
      [failures, notBefore, trouble] = [0, 0, undefined];
      log.error({ why, kept }, 'event store: a damaged file was set aside');
    } catch (error) {
      // never written over: it is tried again with the next start
      trouble = why;
      failures += 1;
      notBefore = performance.now() + backoffMs(failures);
      log.error({ err: error }, 'event store: a damaged file could not be set aside');
    }
  }

  return {
    current: () => child,
    start() {
      try {
        child = start();
      } catch (error) {
        failStart(error as Error);
      }
    },
    isTooSoon: () => performance.now() < notBefore,
    trouble: () => trouble,
    hasLostFile: () => child !== undefined && inode !== undefined && inodeOf(path) !== inode,
  };
}

/**
 * For the allocator in DuckDB (jemalloc; an engine that is built without it does not read it). Each table by which a report groups is cleared
 * when it is made, and DuckDB 1.5 gives freed memory back so soon that the system had to hand it out anew for each report.
 */
const MEMORY = 'narenas:1,dirty_decay_ms:10000,muzzy_decay_ms:10000';

function forkChild(path: string, threads: number, log: Log): ChildProcess {
  mkdirSync(dirname(path), { recursive: true });
  // what a process that ended left there is asked for by nobody
  rmSync(filesOf(path), { recursive: true, force: true });
  mkdirSync(filesOf(path), { mode: 0o700 });
  tightenModes(path, log);
  const script = fileURLToPath(new URL('./child.ts', import.meta.url));
  const started = fork(script, [path, `${path}.tmp`, String(threads), filesOf(path)], {
    execPath: process.execPath,
    execArgv: [],
    env: { TZ: 'UTC', DUCKDB_JE_MALLOC_CONF: MEMORY },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // its last words are lines of our log like all others
  if (started.stderr)
    createInterface({ input: started.stderr }).on('line', (line) =>
      log.warn({ line }, 'the process of the event store wrote'),
    );
  return started;
}
