// Builds the browser and page bundles into dist/, only when what they are made of has changed.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const MARK = join(ROOT, 'dist', '.build-hash');
const ASSETS = join(ROOT, 'dist', 'client', 'assets');
/** What else decides what a bundle is. */
const RULES = ['vite.config.ts', 'package.json', 'package-lock.json', 'scripts/build.mjs'];
// the best quality takes three times as long and saves 7 in 100
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Server code and tests are no part of a bundle (the build refuses them), so a change there builds nothing. */
const isSource = (path) =>
  /\.(tsx?|js|css|html|svg|json)$/.test(path) && !/\/server\/|\.server\.ts$|\.test\.tsx?$/.test(path);

function hashSources() {
  const inside = readdirSync(join(ROOT, 'src'), { recursive: true }).map((path) => `src/${path}`);
  const hash = createHash('sha256');
  for (const path of [...inside.filter(isSource).toSorted(), ...RULES]) {
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}

/** Lays a .br and a .gz beside each file, so that the server sends them as they are. */
function compressAssets() {
  for (const name of readdirSync(ASSETS)) {
    const path = join(ASSETS, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** @returns the words of the build when it failed, undefined when dist/ is up to date. */
export function build() {
  const wanted = hashSources();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return undefined;
  rmSync(MARK, { force: true });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: ROOT,
    encoding: 'utf8',
    // whatever the shell says: a development build of React renders six times slower
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) return `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`;
  compressAssets();
  writeFileSync(MARK, wanted);
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  const said = build();
  if (said !== undefined) {
    process.stderr.write(`${said}\nThe build failed; see above.\n`);
    process.exit(1);
  }
}
