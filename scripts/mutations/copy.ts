/** One copy of the tree with its warm vitest in it: the user's own files are never touched. */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from './nearest.ts';
import type { Answer, Order } from './worker.ts';

const ROOT = join(import.meta.dirname, '../..');
/** So long no test may be silent: starting the program on a busy machine takes its time. */
const SILENCE_MS = 150_000;

export type Verdict = { state: 'passed' } | { state: 'failed'; killer: string; message: string } | { state: 'hung' };

export type Copy = {
  /** Runs the tests with one file changed; without `change` as the tree is. */
  run(tests: Test[], change?: { file: string; text: string }): Promise<Verdict>;
  close(): Promise<void>;
};

/** @returns paths from the root of the repository, of what is tracked or will be */
export const listTree = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && path !== 'node_modules' && existsSync(join(ROOT, path)));

export function makeCopy(): Copy {
  // short, and open to the user of the database: its socket lies in there
  const folder = mkdtempSync(join(tmpdir(), 'gm-'));
  chmodSync(folder, 0o711);
  const tree = join(folder, 'tree');
  for (const path of listTree()) cpSync(join(ROOT, path), join(tree, path));
  if (existsSync(join(ROOT, 'dist'))) symlinkSync(join(ROOT, 'dist'), join(tree, 'dist'));
  // what vite keeps among the packages is each copy's own
  mkdirSync(join(tree, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => !/^\.(vite|cache)/.test(one)))
    symlinkSync(join(ROOT, 'node_modules', name), join(tree, 'node_modules', name));
  const temporary = join(folder, 't');
  mkdirSync(temporary);
  chmodSync(temporary, 0o711);

  let child: ChildProcess | undefined;

  const start = async (): Promise<ChildProcess> => {
    child = fork(join(tree, 'scripts/mutations/worker.ts'), {
      cwd: tree,
      detached: true,
      env: {
        ...process.env,
        FROM_SOURCES: '1',
        TMPDIR: temporary,
        NODE_OPTIONS: '--max-old-space-size=3072',
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)));
    if ((await answer(child)) === undefined) throw new Error(`The tests of a copy did not start: ${said}`);
    return child;
  };

  const kill = (): void => {
    try {
      if (child?.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // it ended by itself
    }
    child = undefined;
  };

  const ask = async (order: Order): Promise<Verdict> => {
    const worker = child ?? (await start());
    worker.send(order);
    const said = await answer(worker);
    if (said === undefined) kill();
    if (said?.type !== 'done') return { state: 'hung' };
    return said.killer === undefined
      ? { state: 'passed' }
      : { state: 'failed', killer: said.killer, message: said.message ?? '' };
  };

  return {
    run(tests, change) {
      const file = change?.file ?? 'package.json';
      const original = readFileSync(join(ROOT, file), 'utf8');
      return ask({ file, original, text: change?.text ?? original, tests });
    },
    async close() {
      if (child?.connected) {
        const ended = new Promise((done) => child!.once('exit', done));
        child.send('close');
        await Promise.race([ended, new Promise((done) => setTimeout(done, 30_000))]);
      }
      kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** @returns what comes next that is more than a sign of life; undefined when it fell silent or ended */
async function answer(child: ChildProcess): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const giveUp = (): void => resolve(undefined);
  let timer = setTimeout(giveUp, SILENCE_MS);
  const hear = (said: Answer): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS);
    if (said.type !== 'alive') resolve(said);
  };
  child.on('message', hear);
  child.once('exit', giveUp);
  const said = await promise;
  clearTimeout(timer);
  child.off('message', hear);
  child.off('exit', giveUp);
  return said;
}
