import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endPostgres } from './end-postgres.ts';
import { PROGRAM, PROGRAM_ENV } from './program.ts';

const ROOT = join(import.meta.dirname, '../..');
// two of them and the checks may begin at once
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 30_000;

/** The whole program as its users run it: a process of its own, a data folder of its own, a real PostgreSQL. */
export type TestServer = {
  /** Origin without a slash at the end; the same after `restart`. */
  url: string;
  dataDir: string;
  adminUsername: string;
  adminPassword: string;
  /** The process that runs, or ran last, and its end. */
  process(): { pid: number; hasEnded: boolean; ended: Promise<number | null> };
  /** Everything the process has written so far. */
  output(): string;
  /** Ends it by SIGTERM and removes its folder. @returns the exit code of the program. */
  stop(): Promise<number | null>;
  /** Ends it by SIGTERM and keeps its folder. The signal is sent before this returns. */
  terminate(): Promise<number | null>;
  /** Ends the process at once; its PostgreSQL stays behind, as after any kill. */
  kill9(): Promise<void>;
  /**
   * Starts it again on the same folder and address; ends the running process by SIGTERM first.
   * @param awaits how far the start must be: it listens, or its database answers too
   */
  restart(awaits?: 'listening' | 'database'): Promise<void>;
};

type Running = { child: ChildProcess; url: string; ended: Promise<number | null> };

type Given = {
  /** Variables of its environment beyond the port, the folder and the administrator. */
  env?: Record<string, string>;
  /** The key of an installation that it shall belong to: the text of its `secret.key`. */
  secretKey?: string;
  /** Where its data folder is made; default is the system's folder for such things. */
  parent?: string;
  /** A data folder that is there already, instead of a new one. */
  folder?: string;
  /** Where it listens; default is any port that is free. */
  port?: string;
  /** Where another release lies, which is started from its sources. */
  root?: string;
  /** The data folder stays when it does not start. */
  keepsFolder?: boolean;
  /** Ctrl-C in a terminal is not for it. */
  isApart?: boolean;
};

const hasEnded = ({ child }: Running): boolean => child.exitCode !== null || child.signalCode !== null;

/** Starts the program. */
export async function startServer(given: Given = {}): Promise<TestServer> {
  const { env = {}, secretKey, parent = tmpdir(), folder, isApart = false, root, keepsFolder = false } = given;
  const { port: wanted = '0' } = given;
  const program = root === undefined ? PROGRAM : [...PROGRAM.slice(0, -1), join(root, 'src/app/server/main.ts')];
  const dataDir = folder ?? mkdtempSync(join(parent, 'guidepost-server-'));
  mkdirSync(dataDir, { recursive: true });
  // the database user must be able to pass
  chmodSync(dataDir, 0o711);
  if (secretKey !== undefined) writeFileSync(join(dataDir, 'secret.key'), secretKey, { mode: 0o600 });
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'correct horse battery', ...env };
  const written: string[] = [];

  async function launch(port: string): Promise<Running> {
    const child = spawn(process.execPath, program, {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        ...PROGRAM_ENV,
        LOG_LEVEL: 'warn',
        // dozens of servers share the disk
        JOURNAL_RESERVE_MB: '1',
        HOST: '127.0.0.1',
        ...admin,
        PORT: port,
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isApart,
    });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    const url = await new Promise<string>((done, fail) => {
      const timer = setTimeout(() => {
        fail(new Error(`The server did not listen in time, and was killed. It had said:\n${written.join('')}`));
        child.kill('SIGKILL');
      }, START_LIMIT_MS);
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        written.push(chunk.toString());
        said += chunk.toString();
        const found = /listening on (http:\/\/\S+)/.exec(said)?.[1];
        if (found === undefined) return;
        clearTimeout(timer);
        done(found.replace(/\/+$/, ''));
      });
      child.stderr.on('data', (chunk: Buffer) => void written.push(chunk.toString()));
      void ended.then((code) => {
        clearTimeout(timer);
        fail(new Error(`The server ended with code ${code}:\n${written.join('')}`));
      });
    });
    return { child, url, ended };
  }

  /** A start that finds everything on disk may listen before its database answers. */
  async function ready(url: string): Promise<void> {
    for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(50)) {
      if (await fetch(`${url}/readyz`).then(({ ok }) => ok)) return;
    }
    throw new Error(`The database of the server did not answer in time:\n${written.join('')}`);
  }

  async function end(running: Running): Promise<number | null> {
    if (hasEnded(running)) return running.child.exitCode;
    running.child.kill('SIGTERM');
    const late = setTimeout(() => running.child.kill('SIGKILL'), STOP_LIMIT_MS);
    const code = await running.ended;
    clearTimeout(late);
    return code;
  }

  async function discard(): Promise<void> {
    await endPostgres(join(dataDir, 'postgres', 'cluster'));
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  let running = await launch(wanted).catch(async (error: unknown) => {
    if (!keepsFolder) await discard();
    throw error;
  });
  await ready(running.url);
  const { port } = new URL(running.url);
  return {
    url: running.url,
    dataDir,
    adminUsername: admin.ADMIN_USERNAME,
    adminPassword: admin.ADMIN_PASSWORD,
    process: () => ({ pid: running.child.pid!, hasEnded: hasEnded(running), ended: running.ended }),
    output: () => written.join(''),
    async stop() {
      const code = await end(running);
      await discard();
      return code;
    },
    terminate: () => end(running),
    async kill9() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async restart(awaits = 'database') {
      await end(running);
      running = await launch(port);
      if (awaits === 'database') await ready(running.url);
    },
  };
}

/** @returns the token of the administrator of such a server */
export async function logIn({ url, adminUsername, adminPassword }: TestServer): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: adminUsername, password: adminPassword }),
  });
  return ((await reply.json()) as { token: string }).token;
}
