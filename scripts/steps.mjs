// The steps of `npm test` and of `npm run prove -- engines`: each tells how many of its tests passed and failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');
/** Where the tests' databases and data folders lie: in memory where there is plenty, since a fifth of their time was the disk's. */
const TEST_FOLDER = hasRoomInMemory() ? '/dev/shm' : tmpdir();
// the event store's process gives way to all that is not at its priority: on a busy machine a test that asks it waits for all the others
setPriority(9);
const reports = mkdtempSync(join(tmpdir(), 'guidepost-reports-'));

/** The tests hold some 150 MB at a time, their processes some 3 GB. */
function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return Math.min(bavail * bsize, freemem() - 4e9) > 2e9;
  } catch {
    return false;
  }
}

/** @returns whether it ended well, and all it said. */
export async function run(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${BIN}:${process.env.PATH ?? '/usr/bin:/bin'}`,
      NO_COLOR: '1',
      COLORS: 'false',
      // Testing Library shows the page of a failed test: its beginning is enough
      DEBUG_PRINT_LIMIT: '2000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      said += error.message;
      done(1);
    });
    child.once('close', done);
  });
  return { isGood: code === 0, said };
}

/** A step that passes or fails as a whole. */
export const once = (name, command, ...args) => [
  name,
  async () => {
    const { isGood, said } = await run(command, args);
    return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, said };
  },
];

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** A runner that ends badly without a failed test (a file that does not load, an error outside of tests) counts as one failure. */
const countAll = (passed, failed, skipped, { isGood, said }) => ({
  passed,
  failed: isGood ? failed : Math.max(failed, 1),
  skipped,
  said,
});

/** @param projects those of vitest.config.ts to run */
export async function vitest(projects) {
  const path = join(reports, 'vitest.json');
  const flags = projects.map((name) => `--project=${name}`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${path}`];
  const done = await run('vitest', ['run', ...reporters, ...flags], { TMPDIR: TEST_FOLDER });
  const report = readReport(path);
  const broken =
    report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return countAll(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 1) + broken, skipped, done);
}

/** @param env what its tests are told */
export async function journeys(env = {}) {
  const path = join(reports, 'playwright.json');
  const done = await run('playwright', ['test', '--reporter=list,json'], {
    TMPDIR: TEST_FOLDER,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    ...env,
  });
  const { expected = 0, unexpected = 1, flaky = 0, skipped = 0 } = readReport(path)?.stats ?? {};
  return countAll(expected, unexpected + flaky, skipped, done);
}

/** Tests of the screens and the journeys look through it. */
export async function browser() {
  const { ensureChromium } = await import('./chromium.ts');
  const problem = await ensureChromium(run);
  return { passed: problem === undefined ? 1 : 0, failed: problem === undefined ? 0 : 1, said: problem ?? '' };
}

export function bundles() {
  const said = build();
  return { passed: said === undefined ? 1 : 0, failed: said === undefined ? 0 : 1, said: said ?? '' };
}

/** Steps of a row that run at once: what comes after them in the row waits for all. */
export const beside = (...steps) => ({ beside: steps });

/**
 * Runs rows of steps beside each other, the steps of a row in their order, and prints what came of each.
 * The last line is "N passed, N failed": tests count one by one, every other step counts once.
 */
export async function runSteps(...rows) {
  let passed = 0;
  let failed = 0;
  const runStep = async ([name, step]) => {
    const begin = performance.now();
    const result = await step();
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    passed += result.passed;
    failed += result.failed;
    const count = result.passed + result.failed > 1 ? ` ${result.passed} passed, ${result.failed} failed` : '';
    const skipped = result.skipped ? ` SKIPPED: ${result.skipped}` : '';
    if (result.failed > 0) process.stdout.write(`${result.said.trimEnd()}\n`);
    process.stdout.write(`${result.failed > 0 ? 'FAILED' : 'ok    '} ${name} ${seconds} s${count}${skipped}\n`);
  };
  const runRow = async (steps) => {
    for (const step of steps) await (step.beside ? Promise.all(step.beside.map(runStep)) : runStep(step));
  };
  await Promise.all(rows.map(runRow));
  rmSync(reports, { recursive: true, force: true });
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
