import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sends a signal to the process of the event store of a running program. */
export function signalEventStore(dataDir: string, signal: NodeJS.Signals): void {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number };
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // after the name in brackets come the state and the parent
      const parent = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1];
      const command = readFileSync(`/proc/${each}/cmdline`, 'utf8');
      if (Number(parent) === pid && command.includes('duckdb-child')) process.kill(Number(each), signal);
    } catch {
      // it ended by itself
    }
  }
}
