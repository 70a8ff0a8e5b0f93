import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kernel counts processor time in these. */
const JIFFY_MS = 10;
const QUIET_POLL_MS = 50;
/** A thread that worked for no more than a jiffy in each of so many looks is quiet. */
const QUIET_LOOKS = 4;
const QUIET_LIMIT_MS = 30_000;

/** The thread of a process that redirects and answers, seen from outside. */
export type MainThread = {
  /** Processor time that it has used, in ms, to the jiffy. */
  usedMs(): number;
  /** Memory of its process that is resident, in MB. */
  residentMb(): number;
  /** Resolves when it has nothing more to do, or after half a minute. */
  quiet(): Promise<void>;
};

export function threadOf(pid: number): MainThread {
  const usedMs = (): number => {
    // after the name in brackets; the 12th and 13th from there are user and system time
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * JIFFY_MS;
  };
  return {
    usedMs,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024,
    async quiet() {
      const until = performance.now() + QUIET_LIMIT_MS;
      for (let looks = 0, before = usedMs(); looks < QUIET_LOOKS && performance.now() < until;) {
        await sleep(QUIET_POLL_MS);
        const used = usedMs();
        looks = used - before > JIFFY_MS ? 0 : looks + 1;
        before = used;
      }
    },
  };
}
