import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Marker = z.object({
  backup: z.string(),
  place: z.string(),
  /** What was broken off. */
  command: z.enum(['restore', 'import-export']).default('restore'),
});
type Given = z.input<typeof Marker>;

const markerOf = (dataDir: string): string => join(dataDir, 'restoring.json');

/** What is not of a restore: the lock of this folder, the database that goes on where it was left, and the marker itself. */
const KEPT = /^(lock(\.\d+)?|postgres|restoring\.json)$/;

/** The restore into this data folder that was broken off; undefined: none. */
export function halfRestored(dataDir: string): z.infer<typeof Marker> | undefined {
  if (!existsSync(markerOf(dataDir))) return undefined;
  try {
    return Marker.parse(JSON.parse(readFileSync(markerOf(dataDir), 'utf8')));
  } catch {
    return { backup: '', place: '', command: 'restore' };
  }
}

/** @throws Error with what to do, when only a part of a backup is in this data folder */
export function refuseHalfRestored(dataDir: string): void {
  const half = halfRestored(dataDir);
  if (half)
    throw new Error(
      `${half.command === 'restore' ? 'A restore' : 'An import'} into ${dataDir} was broken off. Call it again: npm run ${half.command} -- ${half.place}${half.backup === '' ? '' : `/${half.backup}.json`}`,
    );
}

/** From now on the folder is one that is being restored; what a restore that was broken off left in it goes. */
export async function beginRestoring(dataDir: string, marker: Given): Promise<void> {
  if (halfRestored(dataDir))
    for (const name of await readdir(dataDir))
      if (!KEPT.test(name)) await rm(join(dataDir, name), { recursive: true, force: true });
  await writeFile(markerOf(dataDir), JSON.stringify(marker), { mode: 0o600, flush: true });
}

export const endRestoring = (dataDir: string): Promise<void> => rm(markerOf(dataDir));

/** @throws Error when something lies in the folder that no broken restore left */
export async function refuseUsed(dataDir: string): Promise<void> {
  if (halfRestored(dataDir)) return;
  const found = (await readdir(dataDir).catch(() => [])).filter((name) => !/^lock(\.\d+)?$/.test(name));
  if (found.length > 0)
    throw new Error(
      `The data folder ${dataDir} is not empty (${found.slice(0, 3).join(', ')}): nothing was changed. Set DATA_DIR to an empty folder.`,
    );
}
