import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';

const limits = (pid: number, ...flags: string[]): string =>
  execFileSync('prlimit', ['--pid', String(pid), ...flags], { encoding: 'utf8' });

/**
 * Takes from a process every file descriptor that it has not opened yet, so that it can neither open a file nor start a child.
 * @param pid of another process; undefined is this one
 * @returns gives them back
 */
export function takeDescriptors(pid?: number): () => void {
  const of = pid ?? process.pid;
  const [soft, hard] = limits(of, '--nofile', '--raw', '--noheadings', '-o', 'SOFT,HARD').trim().split(/\s+/);
  const highest = Math.max(...readdirSync(`/proc/${of}/fd`).map(Number));
  // gaps below the highest are free as well: of this process they are filled
  const held = pid === undefined ? Array.from({ length: highest }, () => openSync('/dev/null', 'r')) : [];
  const top = pid === undefined ? Math.max(...held) + 1 : 1;
  limits(of, `--nofile=${top}:${hard}`);
  return () => {
    for (const file of held) closeSync(file);
    limits(of, `--nofile=${soft}:${hard}`);
  };
}
