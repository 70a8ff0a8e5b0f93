// Runs everything a change must pass, in order; with --fast only what needs no database, build or browser.
// The last line is "N passed, N failed": tests count one by one, every other step counts once.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const isFast = process.argv.includes('--fast');
const reports = mkdtempSync(join(tmpdir(), 'guidepost-reports-'));

/** @returns whether it ended well, and all it said. */
async function run(command, args, env = {}) {
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
const once = (name, command, ...args) => [
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

async function vitest(projects) {
  const path = join(reports, 'vitest.json');
  const flags = projects.map((name) => `--project=${name}`);
  const done = await run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`, ...flags]);
  const report = readReport(path);
  const broken =
    report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length ?? 0;
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  return countAll(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 1) + broken, skipped, done);
}

function hasJourneys() {
  const folder = join(ROOT, 'tests', 'e2e');
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((path) => /\.(spec|test)\.ts$/.test(path));
}

async function journeys() {
  if (!hasJourneys()) return { passed: 0, failed: 0, said: '', note: 'there are none' };
  const path = join(reports, 'playwright.json');
  const done = await run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: path });
  const { expected = 0, unexpected = 1, flaky = 0, skipped = 0 } = readReport(path)?.stats ?? {};
  return countAll(expected, unexpected + flaky, skipped, done);
}

async function licences() {
  const { findBadLicences, readLock } = await import('./licences.ts');
  const bad = findBadLicences(readLock());
  return { passed: bad.length === 0 ? 1 : 0, failed: bad.length === 0 ? 0 : 1, said: bad.join('\n') };
}

/** Tests of the screens and the journeys look through it. */
async function browser() {
  const problem = await ensureChromium(run);
  return { passed: problem === undefined ? 1 : 0, failed: problem === undefined ? 0 : 1, said: problem ?? '' };
}

function bundles() {
  const said = build();
  return { passed: said === undefined ? 1 : 0, failed: said === undefined ? 0 : 1, said: said ?? '' };
}

const steps = [
  once('format', 'oxfmt', '--check'),
  once('lint', 'oxlint', '--type-aware'),
  once('types', 'tsc', '--noEmit', '-p', '.'),
  once('dead code', 'knip'),
  ['licences', licences],
  ...(isFast
    ? [['pure tests', () => vitest(['pure', 'web'])]]
    : [
        // the server's own tests look at the bundles
        ['build', bundles],
        ...(existsSync(join(ROOT, 'scripts/openapi.ts'))
          ? [once('API document', 'node', 'scripts/openapi.ts', '--check')]
          : []),
        ['browser', browser],
        ['tests', () => vitest([])],
        ['browser journeys', journeys],
      ]),
];

let passed = 0;
let failed = 0;
for (const [name, step] of steps) {
  const begin = performance.now();
  const result = await step();
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  passed += result.passed;
  failed += result.failed;
  const count = result.passed + result.failed > 1 ? ` ${result.passed} passed, ${result.failed} failed` : '';
  const skipped = result.skipped ? ` SKIPPED: ${result.skipped}` : '';
  const note = result.note ? ` (${result.note})` : '';
  if (result.failed > 0) process.stdout.write(`${result.said.trimEnd()}\n`);
  process.stdout.write(`${result.failed > 0 ? 'FAILED' : 'ok    '} ${name} ${seconds} s${count}${skipped}${note}\n`);
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
