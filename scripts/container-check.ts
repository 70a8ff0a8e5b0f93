/**
 * `npm run prove -- container`: builds the image from its Containerfile without any registry of images, on a Debian made here, starts the
 * program from the image's own root as the image says, read-only but for its volume, and has the tests' journey go through it. About ten
 * minutes.
 */
import './node-version.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/platform/server/postgres/embedded-postgres.ts';
import { JOURNEY_AT, type GivenSite } from '../tests/journey/site.ts';
import { enter, findMachines, makeDebian } from '../tests/support/debian-root.ts';
import { findDebian } from '../tests/support/debian.ts';
import { runCommand } from './command.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILDAH = '/usr/bin/buildah';
const CA = '/etc/ssl/certs/ca-certificates.crt';
const LIMIT_MS = 120_000;

/** What an image says of how it is run. */
type Image = {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[] };
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function buildah(...words: string[]): string {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  return execFileSync(BUILDAH, words, { cwd: ROOT, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(250)) {
    const found = await ask().catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not come within ${LIMIT_MS / 1000} s.`);
}

function expectSame(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** The two bases, under names of this run: a bare Debian to run on, and the same with Node and npm to build on. */
function makeBases(debian: string, tag: string): { base: string; buildBase: string } {
  const [base, buildBase] = [`localhost/guidepost-base:${tag}`, `localhost/guidepost-build:${tag}`];
  const bare = buildah('from', 'scratch');
  buildah('copy', '--quiet', bare, debian, '/');
  buildah('commit', '--quiet', '--format', 'docker', bare, base);
  buildah('rm', bare);
  const made = buildah('from', base);
  const npm = npmFolder();
  buildah('copy', '--quiet', made, process.execPath, '/usr/local/bin/node');
  buildah('copy', '--quiet', made, npm, '/usr/local/lib/node_modules/npm');
  buildah('run', made, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  // the registry may stand behind a certificate of this machine's own
  if (existsSync(CA)) {
    buildah('copy', '--quiet', made, CA, CA);
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CA}`, '--env', `npm_config_cafile=${CA}`, made);
  }
  buildah('commit', '--quiet', '--format', 'docker', made, buildBase);
  buildah('rm', made);
  return { base, buildBase };
}

function npmFolder(): string {
  const cli = process.env['npm_execpath'] ?? '/usr/lib/node_modules/npm/bin/npm-cli.js';
  if (!existsSync(cli)) throw new Error('npm was not found: call this by npm run prove -- container.');
  return dirname(dirname(cli));
}

/** The clone as somebody has it who builds: what git knows, and no packages. */
function checkOut(folder: string): void {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const name of names.toString().split('\0')) {
    if (name === '' || name === 'node_modules' || !existsSync(join(ROOT, name))) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(ROOT, name), join(folder, name));
  }
}

/** The journey of the tests: a day of traffic, counted by a program of its own, on the API and the screens. */
function journey(site: GivenSite): void {
  const words = ['run', '--project=server', 'tests/journey/journey.test.ts'];
  const env = { ...process.env, NO_COLOR: '1', [JOURNEY_AT]: JSON.stringify(site) };
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/vitest'), words, {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The journey failed: ${stdout}${stderr}`);
  say(/^ *Tests .*$/m.exec(stdout)?.[0].trim() ?? '');
}

/** Runs the program with the image's root, user, variables and command; of the root nothing can be written. */
async function runImage(root: string, image: Image, folder: string): Promise<void> {
  const [uid, gid] = /^guidepost:x:(\d+):(\d+):/m
    .exec(readFileSync(join(root, 'etc/passwd'), 'utf8'))!
    .slice(1)
    .map(Number);
  const volume = join(folder, 'volume');
  mkdirSync(volume, { mode: 0o711 });
  chownSync(volume, uid!, gid!);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const receiverPort = await freePort();
  const own = [
    'HOST=127.0.0.1',
    `PORT=${port}`,
    'LOG_LEVEL=warn',
    'SAMPLE=off',
    `OUTGOING_ALLOW=127.0.0.1:${receiverPort}`,
  ];
  const env = [...image.Env, ...own];
  const limits = ['--read-only', '--tmpfs=/tmp', '--no-new-privileges=yes', '--drop-capability=all', '--as-pid2'];
  const place = [
    `--bind=${volume}:${Object.keys(image.Volumes)[0]!}`,
    `--user=${image.User}`,
    `--chdir=${image.WorkingDir}`,
  ];
  const running = enter(root, [...limits, ...place, ...env.map((one) => `--setenv=${one}`)], image.Cmd);
  try {
    const password = await until('the first password', () =>
      Promise.resolve(/user "admin", password (\S+) /.exec(running.said())?.[1]),
    );
    await until('/readyz', async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined));
    say(`The program runs as user ${uid} on a read-only root.`);
    journey({ url, dataDir: volume, adminUsername: 'admin', adminPassword: password, receiverPort });
    say('The journey is gone through in it: every number on API and screens is that of the recount.');
    const pid = execFileSync('/usr/bin/pgrep', ['--oldest', '--uid', String(uid), '--full', 'dist/program/main'], {
      encoding: 'utf8',
    }).trim();
    const inside = (...words: string[]) =>
      spawnSync(
        '/usr/bin/nsenter',
        ['--target', pid, '--all', `--setuid=${uid}`, `--setgid=${gid}`, '--wd', 'env', ...env, ...words],
        {
          encoding: 'utf8',
        },
      );
    const [, ...check] = image.Healthcheck.Test;
    expectSame('the health check', inside(...check).status, 0);
    expectSame('the health check without a program', inside('PORT=1', ...check).status, 1);
    const team = inside('node', 'scripts/admin.ts', 'list');
    expectSame('a command inside', [team.status, /^admin: administrator/m.test(team.stdout)], [0, true]);
    expectSame('a file outside of the volume', inside('touch', '/app/x').status, 1);
    say('Health check and commands work inside; nothing but the volume can be written.');
    // as whoever stops a container
    process.kill(Number(pid), 'SIGTERM');
    await running.ended;
  } catch (error) {
    say(running.said());
    throw error;
  } finally {
    await running.end();
  }
  const last = readFileSync(join(volume, 'postgres/postgres.log'), 'utf8').trim().split('\n').at(-1)!;
  expectSame('the end of its database', last.endsWith('is shut down'), true);
  expectSame('the lock of its folder', existsSync(join(volume, 'lock')), false);
}

async function check(): Promise<string> {
  const missing =
    findMachines() ?? findDebian('buildah', ['buildah'], () => spawnSync(BUILDAH, ['--version']).status === 0);
  if (missing !== undefined) throw new Error(`SKIPPED: ${missing}`);
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-container-'));
  const tag = String(process.pid);
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const begin = Date.now();
    const debian = join(folder, 'debian');
    await makeDebian(debian, ['ca-certificates']);
    const { base, buildBase } = makeBases(debian, tag);
    closers.push(() => buildah('rmi', '--force', base, buildBase));
    say(`The bases are made (${Math.round((Date.now() - begin) / 1000)} s).`);
    const clone = join(folder, 'clone');
    checkOut(clone);
    // none of this may get into an image
    mkdirSync(join(clone, 'data'));
    writeFileSync(join(clone, 'data/secret.key'), 'secret');
    writeFileSync(join(clone, '.env'), 'SECRET_KEY=secret');
    const name = `localhost/guidepost:${tag}`;
    const bases = ['--build-arg', `BUILD_BASE=${buildBase}`, '--build-arg', `BASE=${base}`];
    buildah('bud', '--quiet', '--isolation', 'chroot', '--format', 'docker', ...bases, '--tag', name, clone);
    closers.push(() => buildah('rmi', '--force', name));
    const image = (JSON.parse(buildah('inspect', '--type', 'image', name)) as { Docker: { config: Image } }).Docker
      .config;
    const held = buildah('from', name);
    closers.push(() => buildah('rm', held));
    const root = buildah('mount', held);
    const bytes = (path: string) =>
      Number(execFileSync('/usr/bin/du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0]);
    const own = Math.round((bytes(root) - bytes(debian)) / 1e6);
    say(`The image is built (${Math.round((Date.now() - begin) / 1000)} s): ${own} MB on top of its base.`);
    for (const path of ['app/data', 'app/.env', 'app/tests', 'app/node_modules/vite', 'app/node_modules/typescript'])
      expectSame(`${path} in the image`, existsSync(join(root, path)), false);
    await runImage(root, image, folder);
    return `The image holds (${Math.round((Date.now() - begin) / 1000)} s).\n1 passed, 0 failed`;
  } finally {
    for (const close of closers.toReversed()) {
      try {
        close();
      } catch (error) {
        say(String(error));
      }
    }
  }
}

await runCommand(check);
