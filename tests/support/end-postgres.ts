import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ends the PostgreSQL of a cluster folder that is about to be removed; nothing in it is worth a clean end. */
export async function endPostgres(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const isOurs = (): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  };
  if (isOurs()) process.kill(pid, 'SIGQUIT');
  for (let left = 200; left > 0 && isOurs(); left--) await sleep(25);
}
