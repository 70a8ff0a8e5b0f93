/** A warm vitest in a copy of the tree: it is told which file becomes what and which tests to run, and answers what they said. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import type { Kind, Test } from './nearest.ts';

export type Order = { file: string; text: string; original: string; tests: Test[] };
/** `alive` after each test, so that who waits knows that it goes on. */
export type Answer = { type: 'ready' } | { type: 'alive' } | { type: 'done'; killer?: string; message?: string };

const ROOT = process.cwd();
const KINDS: Kind[] = ['pure', 'web', 'server'];
const say = (answer: Answer): void => void process.send!(answer);

/** Tests run in the order in which they were asked for. */
let order: string[] = [];
class InOrder {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
  }
}

const alive = (): void => say({ type: 'alive' });
const vitest = await createVitest(
  'test',
  {
    root: ROOT,
    watch: true,
    project: KINDS,
    maxWorkers: 1,
    bail: 1,
    // a changed program may wait for what never comes
    testTimeout: 30_000,
    expect: { poll: { timeout: 8000 } },
    sequence: { sequencer: InOrder },
    reporters: [{ onTestCaseResult: alive, onTestModuleCollected: alive, onTestModuleEnd: alive }],
  },
  { server: { watch: null }, logLevel: 'silent' },
);
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

/** @returns the test file that failed and what it said; undefined when all passed */
async function run(tests: readonly Test[]): Promise<{ killer: string; message: string } | undefined> {
  for (const kind of KINDS) {
    order = tests.filter((test) => test.kind === kind).map((test) => join(ROOT, test.path));
    const wanted = specifications.filter((one) => one.project.name === kind && order.includes(one.moduleId));
    if (wanted.length === 0) continue;
    // what failed before would count against the run
    vitest.state.filesMap.clear();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted);
    const failed = testModules.find((module) => module.state() === 'failed');
    if (failed) return { killer: failed.moduleId.slice(ROOT.length + 1), message: messageOf(failed) };
    if (unhandledErrors.length > 0) return { killer: '', message: String((unhandledErrors[0] as Error).message) };
  }
  return undefined;
}

function messageOf(module: TestModule): string {
  const errors = [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((one) => one.result().errors ?? []),
  ];
  return errors[0]?.message ?? '';
}

function put(file: string, text: string): void {
  writeFileSync(join(ROOT, file), text);
  vitest.invalidateFile(join(ROOT, file));
}

process.on('message', (asked: Order | 'close') => {
  void (async () => {
    if (asked === 'close') {
      await vitest.close();
      process.exit(0);
    }
    put(asked.file, asked.text);
    const found = await run(asked.tests);
    put(asked.file, asked.original);
    say({ type: 'done', ...found });
  })();
});
say({ type: 'ready' });
