// A process of `npm run dev`: reads all sources at once and waits, reads anew what has changed, and becomes the program when it is told.
import { readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache, registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = `${pathToFileURL(join(ROOT, 'src')).href}/`;
const PROGRAM = `${SOURCES}app/server/program.ts`;

/** Sources without their types, by address. */
const texts = new Map();
/** Who imports a source. */
const importers = new Map();
/** A module is read once for each address: what is read again gets another one. */
const versions = new Map();
let round = 0;

const plain = (url) => url.replace(/\?.*$/, '');

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!found.url.startsWith(SOURCES)) return found;
    const url = plain(found.url);
    if (!importers.has(url)) importers.set(url, new Set());
    if (context.parentURL !== undefined) importers.get(url).add(plain(context.parentURL));
    return versions.has(url) ? { ...found, url: `${url}?${versions.get(url)}` } : found;
  },
  load(address, context, next) {
    const url = plain(address);
    if (!url.startsWith(SOURCES) || !url.endsWith('.ts')) return next(address, context);
    if (!texts.has(url)) texts.set(url, textOf(fileURLToPath(url)));
    return { format: 'module', source: texts.get(url), shortCircuit: true };
  },
});

function textOf(path) {
  try {
    return stripTypeScriptTypes(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  }
}

/** What has changed is read again, and with it all that stands on it. */
function renew(paths) {
  round += 1;
  const stale = new Set();
  const add = (url) => {
    if (stale.has(url)) return;
    stale.add(url);
    for (const importer of importers.get(url) ?? []) add(importer);
  };
  for (const path of paths) {
    const url = pathToFileURL(join(ROOT, 'src', path)).href;
    texts.delete(url);
    add(url);
  }
  for (const url of stale) if (url.startsWith(SOURCES)) versions.set(url, round);
}

async function read() {
  try {
    const program = await import(PROGRAM);
    flushCompileCache();
    return program;
  } catch (error) {
    // what failed once is remembered as failed: another process reads it next time
    process.stderr.write(`${error.cause ? error.message : (error.stack ?? error)}\n`);
    process.exit(1);
  }
}

enableCompileCache(join(ROOT, 'node_modules/.cache/compiled-sources'));
let reading = read();
let program;

async function start() {
  const { startProgram } = await reading;
  program = startProgram();
  // why is told, and all is closed
  if ((await program) === undefined) return process.channel.unref();
  process.send('started');
}

process.on('message', async (said) => {
  if (said === 'start') return void start();
  if (said === 'make way') {
    await (await program)?.makeWay();
    return void process.send('free', () => process.exit(0));
  }
  await reading;
  if (said.changed.length > 0) {
    renew(said.changed);
    reading = read();
  }
  await reading;
  process.send('read');
});

// nobody is left who would end us
process.on('disconnect', () => (program === undefined ? process.exit() : process.kill(process.pid, 'SIGTERM')));
