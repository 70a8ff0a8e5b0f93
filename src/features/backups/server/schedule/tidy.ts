import { tidyAlone } from '../../../../platform/server/backup/marks.ts';
import type { Place } from '../../../../platform/server/backup/place.ts';
import type { KeepRules } from '../../contract.ts';
import { keptOf } from '../../keep-rules.ts';
import { listOwn } from './list.ts';

/** What went, and what stood in the way. */
export type Tidied = {
  removed: string[];
  pieces: number;
  /** The place lets nobody remove. */
  isRefused: boolean;
  /** Somebody else uses the place: the pieces go another time. */
  isInUse: boolean;
  /** There is more to remove, which the next round does. */
  isUnfinished: boolean;
};

export type Keeping = (
  | {
      rules: KeepRules;
      /** Whose days, weeks and months. */
      zone: string;
    }
  /** So many of the newest. */
  | { last: number }
) & {
  /** @param manifest as it lies there */
  isOurs: (manifest: string) => boolean;
};

const DAY_MS = 86_400_000;
const AT_ONCE = 8;
/** All that a manifest names is named so, whatever release wrote it; what else looks like it stays too. */
const NAMED = /[0-9a-f]{64}/g;

/**
 * Removes the site's own backups that the rules keep no more, then every piece that none of those that are left names. A piece that was written in
 * the last day stays: it may be of a backup that runs. A manifest goes before its pieces, so that nothing is offered that is not whole.
 * @throws Error with a sentence
 */
export async function tidyPlace(place: Place, keeping: Keeping, now: Date): Promise<Tidied> {
  const done: Tidied = { removed: [], pieces: 0, isRefused: false, isInUse: false, isUnfinished: false };
  const ours = await listOwn(place, keeping.isOurs);
  const kept = 'last' in keeping ? new Set(ours.slice(-keeping.last)) : keptOf(ours, keeping.rules, keeping.zone);
  for (const name of ours) {
    if (kept.has(name)) continue;
    if (!(await place.removeManifest(name))) return { ...done, isRefused: true };
    done.removed.push(name);
  }
  const whole = await tidyAlone(place, (signal) => removePieces(place, new Date(now.getTime() - DAY_MS), signal));
  return whole ? { ...done, ...whole } : { ...done, isInUse: true };
}

async function removePieces(place: Place, before: Date, signal: AbortSignal) {
  const named = await namedPieces(place);
  const left = (await place.listPieces()).filter((path) => !named.has(path.slice(3))).values();
  let [pieces, isRefused] = [0, false];
  const work = Array.from({ length: AT_ONCE }, async () => {
    for (const path of left) {
      if (signal.aborted || isRefused) return;
      const isGone = await place.removePiece(path, before);
      if (isGone === false) isRefused = true;
      if (isGone === true) pieces += 1;
    }
  });
  await Promise.all(work);
  return { pieces, isRefused, isUnfinished: signal.aborted };
}

/** By every backup that is offered, of newer releases too. */
async function namedPieces(place: Place): Promise<Set<string>> {
  const named = new Set<string>();
  for (const name of await place.listBackups()) {
    const text = await place.getManifest(name);
    // one that somebody else removed just now names nothing any more
    for (const [sha256] of text?.matchAll(NAMED) ?? []) named.add(sha256);
  }
  return named;
}

/** In words, for the line of a command; empty when there was nothing to do. */
export function sayTidied({ removed, pieces, isRefused, isInUse, isUnfinished }: Tidied): string {
  const said = [
    ...(removed.length > 0 ? [`Removed ${removed.length === 1 ? removed[0] : `${removed.length} old backups`}.`] : []),
    ...(pieces > 0 ? [`${pieces.toLocaleString('en-US')} pieces that no backup names went.`] : []),
    ...(isRefused ? ['The place lets nobody remove: old backups stay until its own rules take them.'] : []),
    ...(isInUse ? ['Another backup uses the place: the next one removes what nothing needs.'] : []),
    ...(isUnfinished ? ['The next backup goes on with what nothing needs.'] : []),
  ];
  return said.join(' ');
}
