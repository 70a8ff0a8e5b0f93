import { mutated, type Mutation } from './mutate.ts';
import { kindOf, nearestTests, type Tree } from './nearest.ts';
import type { Copy, Verdict } from './copy.ts';

export type Candidate = Mutation & { area: string; file: string };
export type State = 'killed' | 'timeout' | 'survived' | 'undecided';
export type Judged = Candidate & { state: State; killer?: string; seconds: number };

export const idOf = (one: Candidate): string => `${one.file}:${one.start}-${one.end}:${one.after}`;

/** Runs the nearest tests of a change until one notices it. */
export async function judge(copy: Copy, one: Candidate, tree: Tree, wider: number): Promise<Judged> {
  const begin = performance.now();
  const change = { file: one.file, text: mutated(tree.sources[one.file]!, one) };
  const tests = nearestTests(one.file, tree, wider);
  const verdict: Verdict = tests.length === 0 ? { state: 'passed' } : await copy.run(tests, change);
  const seconds = Math.round((performance.now() - begin) / 1000);
  if (verdict.state === 'passed') return { ...one, state: 'survived', seconds };
  if (verdict.state === 'failed' && verdict.killer !== '')
    return { ...one, state: 'killed', killer: verdict.killer, seconds };
  // no test said so: with the tree as it is the same tests must come to an end
  const untouched = await copy.run(tests);
  return { ...one, state: untouched.state === 'passed' ? 'timeout' : 'undecided', seconds };
}

/** @returns the tests that fail on the tree as it is: their word counts for nothing */
export async function findBroken(copy: Copy, paths: readonly string[]): Promise<Set<string>> {
  const broken = new Set<string>();
  for (;;) {
    const tests = paths.filter((path) => !broken.has(path)).map((path) => ({ path, kind: kindOf(path) }));
    const verdict: Verdict = tests.length === 0 ? { state: 'passed' } : await copy.run(tests);
    if (verdict.state === 'passed') return broken;
    if (verdict.state === 'hung' || verdict.killer === '') throw new Error('The tests fail with the tree as it is.');
    broken.add(verdict.killer);
  }
}
