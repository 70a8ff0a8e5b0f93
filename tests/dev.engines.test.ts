import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endPostgres } from './support/end-postgres.ts';

/** Several starts of the whole program, each on a machine that runs other tests too. */
const LIMIT_MS = 240_000;

/** `npm run dev`, on a copy of the sources that may be changed. */

const ROOT = join(import.meta.dirname, '..');
const CHANGED = 'src/app/server/routes/probes.ts';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

let folder: string;
let copy: string;
let source: string;

/** All of this checkout that a start needs, and the pages as they are now. */
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'guidepost-dev-')));
  // the database user must be able to pass
  chmodSync(folder, 0o711);
  copy = join(folder, 'copy');
  mkdirSync(copy);
  for (const name of ['src', 'scripts', 'migrations', 'dist', 'package.json', 'package-lock.json', 'vite.config.ts'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  execFileSync(process.execPath, [join(copy, 'scripts/build.mjs'), 'pages'], { cwd: copy });
  source = readFileSync(join(copy, CHANGED), 'utf8');
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

/** Everything that was started names the folder in its command. */
const processes = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((command) => command.includes(folder));

function startDev() {
  const dataDir = join(folder, 'data');
  const save = (text: string, more = '') =>
    writeFileSync(join(copy, CHANGED), source.replace("'/healthz'", text) + more);
  save("'/healthz'");
  closers.push(async () => {
    await endPostgres(join(dataDir, 'postgres', 'cluster'));
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  let said = '';
  const child = spawn(process.execPath, [join(copy, 'scripts/start.mjs'), '--watch'], {
    cwd: copy,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SAMPLE: 'off',
      JOURNAL_RESERVE_MB: '1',
      ADMIN_PASSWORD: 'correct horse battery',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  closers.push(() => child.kill('SIGKILL') && ended);

  /** What the program of now answers at an address. */
  async function answers(path: string): Promise<number> {
    const url = said.match(/(?<=listening on )http:\S+/g)?.at(-1);
    return url === undefined
      ? 0
      : fetch(url + path).then(
          ({ status }) => status,
          () => 0,
        );
  }
  async function hears(words: RegExp): Promise<void> {
    for (const until = Date.now() + 90_000; !words.test(said); await sleep(50))
      if (Date.now() > until) throw new Error(`It never said ${words}:\n${said}`);
    said = said.replace(words, '');
  }
  return {
    hears,
    async answersAt(path: string): Promise<void> {
      for (const until = Date.now() + 90_000; (await answers(path)) !== 200; await sleep(50))
        if (Date.now() > until) throw new Error(`Nobody answered at ${path}:\n${said}`);
    },
    /** Saves the source of `/healthz` with that text changed, and more behind it. */
    save,
    postmaster: () => readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
    killProgram: () => {
      const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGKILL');
    },
    end(): Promise<number | null> {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

test(
  'a change is answered by the new code, a mistake is told and mended by the next change, and the end leaves nothing behind',
  { timeout: LIMIT_MS },
  async () => {
    const dev = startDev();
    await dev.answersAt('/healthz');
    dev.save("'/healthz-changed'");
    await dev.answersAt('/healthz-changed');

    dev.save("'/healthz-broken' const");
    await dev.hears(/probes\.ts[^]*What ran before goes on/);
    await dev.answersAt('/healthz-changed');

    dev.save("'/healthz-mended'");
    await dev.answersAt('/healthz-mended');

    // its letters are right, and it cannot be read
    dev.save("'/healthz'", "export { nobodyHas } from './api-docs.ts';\n");
    await dev.hears(/nobodyHas[^]*cannot be read/);

    dev.save("'/healthz-read'");
    await dev.answersAt('/healthz-read');

    // it can be read, and not be run
    dev.save('nobodyKnows');
    await dev.hears(/nobodyKnows[^]*The program ended|cannot start[^]*nobodyKnows/);

    dev.save("'/healthz-again'");
    await dev.answersAt('/healthz-again');
    expect(processes().length).toBeGreaterThan(2);

    expect(await dev.end()).toBe(0);
    expect(processes()).toEqual([]);
  },
);

test(
  'PostgreSQL stays up from one start to the next, and ends with all where the program was killed before',
  { timeout: LIMIT_MS },
  async () => {
    const dev = startDev();
    await dev.answersAt('/healthz');
    const postmaster = dev.postmaster();
    dev.save("'/healthz-changed'");
    await dev.answersAt('/healthz-changed');
    expect(dev.postmaster()).toBe(postmaster);

    dev.killProgram();
    await dev.hears(/The program ended/);
    expect(dev.postmaster()).toBe(postmaster);
    expect(await dev.end()).toBe(0);
    expect(processes()).toEqual([]);
  },
);
