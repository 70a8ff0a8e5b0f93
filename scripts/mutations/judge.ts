import { mutated, type Mutation } from './mutate.ts';
import { nearestTests, type Test, type Tree } from './nearest.ts';
import type { Copy, Verdict } from './copy.ts';

export type Candidate = Mutation & { area: string; file: string };
export type State = 'killed' | 'timeout' | 'survived' | 'undecided';
export type Judged = Candidate & { state: State; killer?: string; seconds: number };

export const idOf = (one: Candidate): string => `${one.file}:${one.start}-${one.end}:${one.after}`;

/** Tests that pass on the tree as it is, and those that do not: their word counts for nothing. */
const known = new Map<string, boolean>();

async function isGood(copy: Copy, test: Test): Promise<boolean> {
  const before = known.get(test.path);
  if (before !== undefined) return before;
  const { state } = await copy.run([test]);
  known.set(test.path, state === 'passed');
  return state === 'passed';
}

/** Runs the nearest tests of a change until one notices it. */
export async function judge(copy: Copy, one: Candidate, tree: Tree, wider: number): Promise<Judged> {
  const begin = performance.now();
  const change = { file: one.file, text: mutated(tree.sources[one.file]!, one) };
  const end = (state: State, killer?: string): Judged => ({
    ...one,
    state,
    ...(killer ? { killer } : {}),
    seconds: Math.round((performance.now() - begin) / 1000),
  });
  let tests = nearestTests(one.file, tree, wider);
  for (;;) {
    tests = tests.filter((test) => known.get(test.path) !== false);
    if (tests.length === 0) return end('survived');
    const verdict: Verdict = await copy.run(tests, change);
    if (verdict.state === 'passed') {
      for (const test of tests) known.set(test.path, true);
      return end('survived');
    }
    const killer = verdict.state === 'failed' ? tests.find((test) => test.path === verdict.killer) : undefined;
    if (!killer) {
      // nothing was said by a test: the tree itself must do better with the same tests
      const { state } = await copy.run(tests);
      return state === 'passed' ? end('timeout') : end('undecided');
    }
    if (await isGood(copy, killer)) return end('killed', killer.path);
  }
}
