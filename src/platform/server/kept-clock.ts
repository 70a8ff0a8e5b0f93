import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bootId } from './data-folder.ts';
import { steadyClock } from './steady-clock.ts';
import type { Clock } from '../time.ts';

const Kept = z.object({ boot: z.string(), at: z.number(), ran: z.number() });

/** A steady clock that also goes on over a restart of the program. After a restart of the machine it begins with the wall clock. */
export function keptClock(dataDir: string, wall: Clock): Clock {
  const path = join(dataDir, 'clock.json');
  const boot = bootId();
  return steadyClock(wall, {
    // counts from the start of the machine: the same for all processes
    runMs: () => Number(process.hrtime.bigint() / 1_000_000n),
    from: readKept(path, boot),
    keep: (anchor) => writeKept(path, JSON.stringify({ boot, ...anchor })),
  });
}

function readKept(path: string, boot: string) {
  try {
    const kept = Kept.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return kept.success && boot !== '' && kept.data.boot === boot ? kept.data : undefined;
  } catch {
    return undefined; // not written yet, or torn: the wall clock will do
  }
}

function writeKept(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch {
    // a full disk stops no redirect; the clock is steady all the same until the next start
  }
}
