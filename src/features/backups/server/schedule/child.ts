import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

const SCRIPTS = join(import.meta.dirname, '../../../../../scripts');
/** More than a sentence is no answer. */
const MAX_SAID = 20_000;

export type Called = { child: ChildProcess; done: Promise<string> };

/**
 * Runs a command of `scripts/` in a process of its own that gives way to this one, with its environment. It ends when this one does.
 * @param how `givesWay` false: somebody waits for it
 * @returns with `done` what it said; it rejects with the sentence of why it could not
 */
export function callScript(
  name: string,
  words: readonly string[],
  { givesWay = true }: { givesWay?: boolean } = {},
): Called {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(SCRIPTS, name), ...words], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said = { out: '', err: '' };
  child.stdout!.on('data', (bytes: Buffer) => (said.out = (said.out + bytes.toString()).slice(0, MAX_SAID)));
  child.stderr!.on('data', (bytes: Buffer) => (said.err = (said.err + bytes.toString()).slice(-MAX_SAID)));
  try {
    if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // it may have ended already, or may not be given another place
  }
  const done = new Promise<string>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error('The command could not be started.', { cause })));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(said.out.trim());
      const why = said.err.trim().split('\n').at(-1) ?? '';
      reject(new Error(why !== '' ? why : signal === null ? `It ended with ${code}.` : `It was ended by ${signal}.`));
    });
  });
  done.catch(() => undefined);
  return { child, done };
}
