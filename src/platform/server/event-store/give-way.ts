import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Redirects go first. With 10 they still waited for slices of this process to end, with 19 no less than with 15 (docs/measurements.md). */
const NICENESS = 15;

/**
 * Puts all threads of this process behind those of others. Linux keeps niceness per thread: Node's pool is there when the first
 * line of a program runs; it runs the queries, and the engine's threads are made by it.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return setPriority(NICENESS);
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(thread), NICENESS);
    } catch {
      // it has ended since
    }
  }
}
