import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * Makes what every worker of a run needs: the first one that asks makes it, the others wait for it.
 * @param make is given a path in the folder of the run that is free for it
 * @returns what it said, the same for all
 */
export async function oncePerRun(name: string, make: (path: string) => Promise<string>): Promise<string> {
  const path = join(inject('testFolder'), name);
  const [lock, done, failed] = ['lock', 'done', 'failed'].map((state) => `${path}.${state}`) as [
    string,
    string,
    string,
  ];
  for (; !takes(lock); await sleep(50)) {
    if (existsSync(done)) return readFileSync(done, 'utf8');
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
  }
  try {
    const said = await make(path);
    writeFileSync(`${done}.new`, said);
    // the other workers must never read half of it
    renameSync(`${done}.new`, done);
    return said;
  } catch (error) {
    writeFileSync(failed, error instanceof Error ? error.message : `There is no ${name}.`);
    throw error;
  }
}

function takes(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
