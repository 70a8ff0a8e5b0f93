// Runs the sources themselves, and starts again whenever one changes. PostgreSQL stays up meanwhile; the end takes it along.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, isOfPages } from './build.mjs';

const SOURCES = join(import.meta.dirname, '../src');

/** An editor writes a file in several steps, and a checkout many files. */
const SETTLE_MS = 20;
/** One that does not make way within this time is killed, which harms nothing that is on disk. */
const WAY_LIMIT_MS = 5000;

// that types are taken off is called an experiment, once each run
process.removeAllListeners('warning');

const tell = (words) => void process.stderr.write(`${words}\n`);
const hasEnded = (child) => child === undefined || child.exitCode !== null || child.signalCode !== null;

/** What runs, and what has read all sources already and waits for its turn: reading them takes longer than all the rest. */
let running;
let spare;
/** Paths under src that neither of them may have read as they are. */
const changed = new Set();
let isEnding = false;

/** Reads all sources in a process of its own. */
function prepare() {
  const child = fork(join(import.meta.dirname, 'dev-program.mjs'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  // one that ended hears nothing
  child.on('error', () => undefined);
  child.once('exit', () => {
    if (child === spare) spare = undefined;
    if (child !== running) return;
    running = undefined;
    if (!isEnding) tell('The program ended; the next change starts it again.');
  });
  return child;
}

/** @returns whether it said the word, rather than ended */
async function says(child, word) {
  const said = new Promise((done) => child.on('message', (message) => message === word && done(true)));
  return Promise.race([said, hasEnded(child) ? false : once(child, 'exit').then(() => false)]);
}

/** @returns whether it has read all sources as they are; why not it tells itself */
async function reads(child, paths) {
  const read = says(child, 'read');
  child.send({ changed: paths });
  return read;
}

/** Ends what runs without waiting for anybody. */
async function makeWay() {
  const child = running;
  running = undefined;
  if (hasEnded(child)) return;
  // it lets go of everything before it ends, which takes its time too
  const isFree = says(child, 'free');
  child.send('make way');
  const late = setTimeout(() => child.kill('SIGKILL'), WAY_LIMIT_MS);
  child.once('exit', () => clearTimeout(late));
  await isFree;
}

/** What is wrong with the letters of a source, before anything was stopped for it. */
function mistakeIn(path) {
  const file = join(SOURCES, path);
  if (!path.endsWith('.ts') || !existsSync(file)) return undefined;
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'));
    return undefined;
  } catch (error) {
    return `src/${path}: ${error.message}`;
  }
}

function buildPages() {
  const said = build('pages');
  if (said !== undefined) tell(`${said}\nThe build failed; see above.`);
  return said === undefined;
}

/** Puts the sources of now in the place of what runs. */
async function startAgain() {
  const paths = [...changed];
  if (isEnding || paths.length === 0) return;
  const mistakes = paths.map(mistakeIn).filter((mistake) => mistake !== undefined);
  if (mistakes.length > 0) {
    tell(`${mistakes.join('\n')}\nWhat ran before goes on; the next change starts again.`);
    return;
  }
  if (paths.some((path) => isOfPages(`src/${path}`)) && !buildPages()) return;
  changed.clear();
  const next = (spare ??= prepare());
  const [isRead] = await Promise.all([reads(next, paths), makeWay()]);
  start(next, isRead);
}

function start(next, isRead) {
  spare = undefined;
  if (!isRead || isEnding) {
    next.kill('SIGKILL');
    if (!isEnding) tell('The sources cannot be read; see above. The next change starts again.');
    return;
  }
  running = next;
  const started = says(next, 'started');
  next.send('start');
  // what starts has the machine for itself
  void started.then((hasStarted) => {
    if (hasStarted && running === next && !isEnding) spare = prepare();
  });
}

/** The PostgreSQL of our data folder, where the program that would have stopped it is gone already. */
async function endPostgres() {
  const [{ readConfig }, { lockDataFolder }, { endPostmaster, findPostmaster }] = await Promise.all([
    import('../src/platform/server/config.ts'),
    import('../src/platform/server/data-folder.ts'),
    import('../src/platform/server/postgres/cluster.ts'),
  ]);
  const { dataDir, databaseUrl } = readConfig();
  const cluster = join(dataDir, 'postgres', 'cluster');
  if (databaseUrl !== undefined || findPostmaster(cluster) === undefined) return;
  // another program may run on this folder: then it is that one's
  const folder = lockDataFolder(dataDir);
  try {
    const found = findPostmaster(cluster);
    if (found) await endPostmaster(found.pid, cluster, WAY_LIMIT_MS);
  } finally {
    folder.unlock();
  }
}

async function end() {
  if (isEnding) return;
  isEnding = true;
  const children = [running, spare].filter((child) => !hasEnded(child));
  const gone = children.map((child) => once(child, 'exit'));
  spare?.kill('SIGKILL');
  running?.kill('SIGTERM');
  await Promise.all(gone);
  await turn;
  await endPostgres().catch(() => undefined);
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());

/** One change after the other. */
let turn = (async () => {
  const first = (spare = prepare());
  const isRead = reads(first, []);
  // meanwhile it reads
  const isBuilt = buildPages();
  start(first, (await isRead) && isBuilt);
})();

let changes = 0;
watch(SOURCES, { recursive: true }, async (_what, path) => {
  if (path === null || /\.test\.tsx?$/.test(path)) return;
  changed.add(path);
  const change = ++changes;
  await sleep(SETTLE_MS);
  if (change === changes) turn = turn.then(startAgain);
});
