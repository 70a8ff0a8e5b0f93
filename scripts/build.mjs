// Builds the browser and page bundles and the program into dist/, each only when what it is made of has changed.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const ASSETS = join(ROOT, 'dist', 'client', 'assets');
// the best quality takes three times as long and saves 7 in 100
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const isCode = (path) => /\.(tsx?|js|css|html|svg|json)$/.test(path) && !/\.test\.tsx?$/.test(path);

/** @param path below the root. Server code is no part of the bundles of the pages: the build refuses it. */
export const isOfPages = (path) => isCode(path) && !/\/server\/|\.server\.ts$/.test(path);

/** What is built apart: a change of one leaves the other. */
const BUILDS = [
  {
    name: 'pages',
    mark: join(ROOT, 'dist', '.build-hash'),
    config: 'vite.config.ts',
    isSource: isOfPages,
    args: ['--app'],
    finish: compressAssets,
  },
  {
    name: 'program',
    mark: join(ROOT, 'dist', '.program-hash'),
    config: 'vite.program.config.ts',
    isSource: (path) => /\.(ts|json)$/.test(path) && isCode(path) && !/\/web\//.test(path),
    args: [],
    finish: () => undefined,
  },
];

const once = (work) => {
  let done;
  return () => (done ??= work());
};

/** Paths of what a bundle is made of, and of what else decides what it is. @param inside all that lies in src */
function filesOf({ isSource, config }, inside) {
  return [...inside.filter(isSource).toSorted(), config, 'package.json', 'package-lock.json', 'scripts/build.mjs'];
}

/** @param tell what is told of each file by its path */
function hashOf(paths, tell) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(tell(join(ROOT, path)));
  return hash.digest('hex');
}

/** Nearly always nobody has touched a file since the last look: then none of them is read. */
const touched = (path) => {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
};

/** Lays a .br and a .gz beside each file, so that the server sends them as they are. */
function compressAssets() {
  for (const name of readdirSync(ASSETS)) {
    const path = join(ASSETS, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * @param {string[]} names of the builds that are wanted; all when there are none
 * @returns {string | undefined} the words of a build that failed, undefined when dist/ is up to date
 */
export function build(...names) {
  // most of a look that finds nothing to do
  const inside = once(() => readdirSync(join(ROOT, 'src'), { recursive: true }).map((path) => `src/${path}`));
  for (const one of BUILDS) {
    const said = names.length > 0 && !names.includes(one.name) ? undefined : buildOne(one, inside());
    if (said !== undefined) return said;
  }
  return undefined;
}

function buildOne({ mark, config, args, finish, isSource }, inside) {
  const paths = filesOf({ isSource, config }, inside);
  const looks = hashOf(paths, touched);
  const [builtOf, lookedLike] = existsSync(mark) ? readFileSync(mark, 'utf8').split('\n') : [];
  if (lookedLike === looks) return undefined;
  const content = hashOf(paths, readFileSync);
  const noteBuilt = () => writeFileSync(mark, `${content}\n${looks}`);
  if (builtOf === content) return noteBuilt();
  rmSync(mark, { force: true });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    // whatever the shell says: a development build of React renders six times slower
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) return `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`;
  finish();
  return noteBuilt();
}

if (process.argv[1] === import.meta.filename) {
  const said = build(...process.argv.slice(2));
  if (said !== undefined) {
    process.stderr.write(`${said}\nThe build failed; see above.\n`);
    process.exit(1);
  }
}
