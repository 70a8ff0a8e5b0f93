/**
 * `npm run prove` takes the full figures of the promises by the very tests of which `npm test` runs a small sample, in parts of at most
 * 30 minutes each. `npm run prove -- P4` takes one promise, `-- P4 --part 2` one part of it, `--again` also what was taken before.
 * Each part that is over stands in docs/promises.json, so that a run that was broken off goes on where it ended; docs/promises.md is
 * the table made of it. `-- engines` runs what CI runs after `npm test`, `-- mutations` tries how many single changes the tests notice,
 * `-- container` builds the image and goes through the journey in it.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROMISES, RUNNERS, type Figures, type Runner } from './prove-promises.ts';
import { addUp, figuresOf, tableOf, verdictOf, type Taken } from './prove-table.ts';

const ROOT = join(import.meta.dirname, '..');
const RECORD = join(ROOT, 'docs/promises.json');
const TABLE = join(ROOT, 'docs/promises.md');
const PART_LIMIT_MS = 30 * 60_000;

const taken: Taken[] = existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Taken[]) : [];

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** @returns what the test printed, by promise; undefined when it failed before it printed anything of a promise */
async function runPart(runner: Runner, part: number): Promise<{ figures: Map<string, Figures>; isGood: boolean }> {
  const isInBrowser = runner.test.endsWith('.spec.ts');
  const name = runner.name === undefined ? [] : [isInBrowser ? '-g' : '-t', runner.name];
  // a test of which the engines take a larger sample is in two projects
  const project = isInBrowser ? [] : [`--project=${runner.test.includes('.engines.') ? '*' : '!engines'}`];
  const args = [isInBrowser ? 'test' : 'run', ...runner.test.split(' '), ...name, ...project];
  const child = spawn(join(ROOT, 'node_modules/.bin', isInBrowser ? 'playwright' : 'vitest'), args, {
    cwd: ROOT,
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', PROVE_PART: String(part), ...runner.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PART_LIMIT_MS,
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    process.stdout.write(chunk);
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { figures: figuresOf(said), isGood: code === 0 };
}

function keep(found: Taken): void {
  const place = taken.findIndex((one) => one.promise === found.promise && one.part === found.part);
  if (place === -1) taken.push(found);
  else taken[place] = found;
  taken.sort((a, b) => Number(a.promise.slice(1)) - Number(b.promise.slice(1)) || a.part - b.part);
  writeFileSync(RECORD, `${JSON.stringify(taken, undefined, 2)}\n`);
  writeFileSync(TABLE, tableOf(taken));
}

async function prove(runner: Runner, part: number): Promise<boolean> {
  process.stdout.write(`\n${runner.promises.join(', ')}, part ${part} of ${runner.parts}: ${runner.test}\n`);
  const { figures, isGood } = await runPart(runner, part);
  const isDirty = git('status', '--porcelain', '--', 'src', 'tests', 'scripts', 'migrations') !== '';
  const commit = git('rev-parse', '--short=10', 'HEAD') + (isDirty ? ' and changes' : '');
  for (const promise of runner.promises) {
    const found = figures.get(promise);
    if (!found) continue;
    keep({ promise, part, figures: found, isGood, date: new Date().toISOString().slice(0, 10), commit });
    const sum = addUp(taken.filter((one) => one.promise === promise));
    process.stdout.write(
      `${promise} ${PROMISES[promise]!.text}\n   ${JSON.stringify(sum)}: ${verdictOf(promise, taken)}\n`,
    );
  }
  return isGood;
}

async function provePromises(words: readonly string[]): Promise<boolean> {
  const at = words.indexOf('--part');
  const only = at === -1 ? undefined : Number(words[at + 1]);
  const wanted = words.filter((word) => /^P\d+$/.test(word));
  const unknown = wanted.filter((promise) => !(promise in PROMISES));
  if (unknown.length > 0 || (only !== undefined && !Number.isInteger(only))) {
    process.stderr.write(
      `${unknown.length > 0 ? `${unknown.join(', ')} has no runner; there are ${Object.keys(PROMISES).join(', ')}.` : '--part takes the number of a part.'}\n`,
    );
    process.exit(2);
  }
  let isAllGood = true;
  for (const runner of RUNNERS) {
    if (wanted.length > 0 && !runner.promises.some((promise) => wanted.includes(promise))) continue;
    for (let part = 1; part <= runner.parts; part += 1) {
      if (only !== undefined && part !== only) continue;
      const isTaken = runner.promises.every((promise) =>
        taken.some((one) => one.promise === promise && one.part === part && one.isGood),
      );
      if (isTaken && only === undefined && !words.includes('--again')) continue;
      isAllGood = (await prove(runner, part)) && isAllGood;
    }
  }
  return isAllGood;
}

const words = process.argv.slice(2);
const OTHERS: Record<string, string> = {
  engines: 'engines.mjs',
  mutations: 'mutations.ts',
  container: 'container-check.ts',
};
const other = OTHERS[words[0] ?? ''];
if (other !== undefined)
  process.exitCode =
    spawnSync(process.execPath, [join(ROOT, 'scripts', other), ...words.slice(1)], { stdio: 'inherit' }).status ?? 1;
else process.exitCode = (await provePromises(words)) ? 0 : 1;
