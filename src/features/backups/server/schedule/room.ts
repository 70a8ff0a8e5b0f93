import { mkdir } from 'node:fs/promises';
import { countUsers } from '../../../../platform/server/backup/marks.ts';
import type { Place } from '../../../../platform/server/backup/place.ts';
import { isDiskFull, readRoom } from '../../../../platform/server/disk-room.ts';
import { formatBytes } from '../../../../platform/text/sizes.ts';

const MB = 1024 * 1024;
/** A disk without so much free takes no backup: others write to it too. */
const FLOOR_BYTES = 64 * MB;
const NAMED = /"sha256": "([0-9a-f]{64})",\s*"bytes": (\d+)/g;

/** What the newest backup added to the one before it; 0 while there are not two. */
async function lastGrowth(place: Place): Promise<number> {
  const [newest, before] = (await place.listBackups()).toReversed();
  if (newest === undefined || before === undefined) return 0;
  const [grown, known] = await Promise.all([newest, before].map((name) => place.getManifest(name)));
  const pieces = new Map([...(grown ?? '').matchAll(NAMED)].map(([, sha256, bytes]) => [sha256!, Number(bytes)]));
  for (const [, sha256] of (known ?? '').matchAll(NAMED)) pieces.delete(sha256!);
  return [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * A place that a backup goes into: in a folder it begins only with room for as much as the last one added, and when the disk fills up
 * all the same, what it wrote goes again. A bucket tells by itself.
 * @param firstBytes what the first one in it may take
 * @throws Error that says how much room there is
 */
export async function roomyPlace(place: Place, read = readRoom, firstBytes = 0): Promise<Place> {
  const { folder } = place;
  if (folder === undefined) return place;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isFirst = (await place.listBackups()).length === 0;
  const [{ freeBytes }, growth] = [await read(folder), isFirst ? firstBytes : await lastGrowth(place)];
  if (freeBytes < FLOOR_BYTES + growth)
    throw new Error(
      `There is too little room in ${folder}: ${formatBytes(freeBytes)} are free, and the backup needs ${formatBytes(FLOOR_BYTES + growth)}${growth === 0 ? '' : isFirst ? ', by what the site holds' : ', by what the last one added'}. Make room, or keep fewer backups.`,
    );
  const written: string[] = [];
  /** @throws what the work throws, in words where the disk is full */
  async function saying<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // another backup may have found them
      if ((await countUsers(place)) <= 1)
        for (const sha256 of written.splice(0))
          await place.removePiece(`${sha256.slice(0, 2)}/${sha256}`, new Date(Date.now() + MB)).catch(() => undefined);
      throw new Error(
        `The disk of ${folder} is full: the backup was broken off, and what it had written is removed. Earlier backups are whole. Make room, or keep fewer backups.`,
        { cause: error },
      );
    }
  }
  return {
    ...place,
    putPiece: (sha256, bytes) =>
      saying(async () => {
        await place.putPiece(sha256, bytes);
        written.push(sha256);
      }),
    putManifest: (name, text) => saying(() => place.putManifest(name, text)),
  };
}
