/**
 * `npm run prove -- mutations`: makes single changes in the program, in copies of the tree, and runs the nearest tests of each. A change
 * that no test notices survives and is listed; docs/mutations.md holds those that were judged. `--count 300` changes evenly over the
 * areas, `--area money,sql` only there, `--seed 1` others, `--workers 2` copies at once, `--out FILE` keeps what was found so that a
 * run that was broken off goes on, `--again` tries what survived in that file with three times as many tests.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';
import { AREA_NAMES, areaOf, pick } from './mutations/areas.ts';
import { listTree, makeCopy } from './mutations/copy.ts';
import { findBroken, idOf, judge, type Candidate, type Judged } from './mutations/judge.ts';
import { mutated, mutationsOf } from './mutations/mutate.ts';
import { importersOf } from './mutations/nearest.ts';

const ROOT = join(import.meta.dirname, '..');
const GOAL = 0.9;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string', default: AREA_NAMES.join(',') },
    workers: { type: 'string', default: '2' },
    out: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
});
const areas = values.area.split(',');
const unknown = areas.filter((area) => !AREA_NAMES.includes(area));
if (unknown.length > 0) throw new Error(`There is no area ${unknown.join(', ')}; there are ${AREA_NAMES.join(', ')}.`);

const sources: Record<string, string> = {};
for (const path of listTree().filter((one) => /^(src|tests)\/.*\.tsx?$/.test(one)))
  sources[path] = readFileSync(join(ROOT, path), 'utf8');
const tree = { sources, importers: importersOf(sources) };

/** Whether the changed file still is a program. */
const isSound = (one: Candidate): boolean => parseSync(one.file, mutated(sources[one.file]!, one)).errors.length === 0;

function choose(): Candidate[] {
  const all = Object.keys(sources).flatMap((file): Candidate[] => {
    const area = areaOf(file);
    return area === undefined || !areas.includes(area)
      ? []
      : mutationsOf(file, sources[file]!).map((one) => ({ ...one, area, file }));
  });
  const share = Math.ceil(Number(values.count) / areas.length);
  const picked = areas.map((area) =>
    pick(
      all.filter((one) => one.area === area),
      share,
      Number(values.seed),
    ).filter(isSound),
  );
  // in turns, so that a run that is broken off tells of each area
  return Array.from({ length: share }, (_, turn) => picked.flatMap((of) => of.slice(turn, turn + 1))).flat();
}

const kept = (): Judged[] =>
  values.out !== undefined && existsSync(values.out)
    ? readFileSync(values.out, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Judged)
    : [];

const shorten = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
const lineOf = (one: Judged): string =>
  `${one.state} ${one.file}:${one.line} ${one.operator}: ${shorten(one.before)} -> ${shorten(one.after) || 'nothing'}`;

function report(all: readonly Judged[]): number {
  const decided = all.filter((one) => one.state !== 'undecided');
  const isKilled = (one: Judged): boolean => one.state !== 'survived';
  for (const one of all.filter((each) => each.state === 'survived' || each.state === 'undecided'))
    process.stdout.write(`${lineOf(one)}\n`);
  for (const [area, of] of [...Map.groupBy(decided, (one) => one.area), ['all', decided] as const]) {
    const killed = of.filter(isKilled).length;
    process.stdout.write(`${area}: ${killed} of ${of.length} killed, ${((100 * killed) / of.length).toFixed(1)} %\n`);
  }
  return decided.filter(isKilled).length / decided.length;
}

const before = new Map(kept().map((one) => [idOf(one), one]));
const isCurrent = (one: Judged): boolean => sources[one.file]?.slice(one.start, one.end) === one.before;
const chosen = values.again
  ? [...before.values()].filter((one) => one.state === 'survived' && isCurrent(one) && areas.includes(one.area))
  : choose();
const todo = values.again ? [...chosen] : chosen.filter((one) => !before.has(idOf(one)));
const total = todo.length;
const judged: Judged[] = [];

async function work(): Promise<void> {
  const copy = makeCopy();
  try {
    for (let one = todo.shift(); one !== undefined; one = todo.shift()) {
      const found = await judge(copy, one, tree, values.again ? 3 : 1);
      judged.push(found);
      if (values.out !== undefined) appendFileSync(values.out, `${JSON.stringify(found)}\n`);
      process.stdout.write(`${judged.length}/${total} ${lineOf(found)} ${found.killer ?? ''} ${found.seconds} s\n`);
    }
  } finally {
    await copy.close();
  }
}

/** Kills by tests that fail anyway are none. */
async function leaveOutBroken(all: readonly Judged[]): Promise<void> {
  const killers = [...new Set(all.flatMap((one) => one.killer ?? []))];
  const copy = makeCopy();
  try {
    const broken = await findBroken(copy, killers);
    for (const one of all.filter(({ killer }) => killer !== undefined && broken.has(killer))) one.state = 'undecided';
  } finally {
    await copy.close();
  }
}

await Promise.all(Array.from({ length: Number(values.workers) }, work));
for (const one of judged) before.set(idOf(one), one);
const told = values.out === undefined ? judged : [...before.values()].filter((one) => areas.includes(one.area));
await leaveOutBroken(told);
// of what was tried more than once the last word stands
if (values.out !== undefined)
  writeFileSync(values.out, [...before.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
process.exitCode = report(told) < GOAL ? 1 : 0;
