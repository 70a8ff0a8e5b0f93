import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';

/**
 * How those who use one place at the same time know of each other, on whatever machines: a backup finds pieces that earlier ones left
 * and names them, so nobody may remove them meanwhile. Each puts a word of its own first and looks for those of the others then: of two
 * that begin at once at least one sees the other.
 */
const MARK = /^(use|tidy)-(\d{13,})-[0-9a-f]{12}$/;

/** So old a word is that of somebody who was killed. */
const LIVES_MS = { use: 3_600_000, tidy: 10 * 60_000 };
const RENEWED_MS = 5 * 60_000;
const LOOK_MS = 500;

const newMark = (kind: keyof typeof LIVES_MS): string => `${kind}-${Date.now()}-${randomBytes(6).toString('hex')}`;

async function others(place: Place, kind: keyof typeof LIVES_MS): Promise<string[]> {
  const from = Date.now() - LIVES_MS[kind];
  return (await place.listMarks()).filter((name) => {
    const [, found, at] = MARK.exec(name) ?? [];
    return found === kind && Number(at) >= from;
  });
}

/**
 * Keeps everybody from removing what lies in the place. Waits for whoever removes just now.
 * @returns ends it
 */
export async function usePlace(place: Place): Promise<() => Promise<void>> {
  let mark = newMark('use');
  await place.putMark(mark);
  while ((await others(place, 'tidy')).length > 0) await sleep(LOOK_MS);
  const renew = async (): Promise<void> => {
    const next = newMark('use');
    await place.putMark(next);
    await place.removeMark(mark);
    mark = next;
  };
  // whoever cannot be told now is told the next time; the word lives twelve times as long
  const timer = setInterval(() => void renew().catch(() => undefined), RENEWED_MS).unref();
  return async () => {
    clearInterval(timer);
    // one that stays is too old in an hour
    await place.removeMark(mark).catch(() => undefined);
  };
}

/**
 * Removes in the place while nobody else uses it. @param work ends on the signal: what it does later nobody waits for
 * @returns undefined when somebody uses it
 */
export async function tidyAlone<T>(place: Place, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const mark = newMark('tidy');
  await place.putMark(mark);
  try {
    if ((await others(place, 'use')).length > 0) return undefined;
    return await work(AbortSignal.timeout(LIVES_MS.tidy / 2));
  } finally {
    await place.removeMark(mark).catch(() => undefined);
    await sweep(place).catch(() => undefined);
  }
}

/** How many back up into the place, or read it, just now. */
export const countUsers = async (place: Place): Promise<number> => (await others(place, 'use')).length;

/** Words of the killed. */
async function sweep(place: Place): Promise<void> {
  const alive = new Set([...(await others(place, 'use')), ...(await others(place, 'tidy'))]);
  for (const name of await place.listMarks())
    if (MARK.test(name) && !alive.has(name) && !(await place.removeMark(name))) return;
}
