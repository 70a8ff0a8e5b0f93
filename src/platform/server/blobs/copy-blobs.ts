import type { ListedBlobStore } from './blob-store.ts';

const AT_ONCE = 8;
const TOLD_EVERY = 500;

/** How many files were copied, and how many were there already. */
export type Copied = { copied: number; skipped: number };

/**
 * Copies every file that is not there with the same size and type. Whoever breaks it off goes on by calling it again. Nothing is
 * removed, and what is written meanwhile is copied by the next call.
 * @param onProgress called now and then, and before anything is thrown
 */
export async function copyBlobs(
  from: ListedBlobStore,
  to: ListedBlobStore,
  onProgress: (done: Copied, total: number) => void = () => undefined,
): Promise<Copied> {
  const keys = await from.list();
  const done: Copied = { copied: 0, skipped: 0 };
  const left = keys.values();

  async function copyOne(key: string): Promise<void> {
    const [source, target] = await Promise.all([from.describe(key), to.describe(key)]);
    if (source && source.size === target?.size && source.contentType === target.contentType) {
      done.skipped += 1;
      return;
    }
    const file = source && (await from.get(key));
    // removed while the others were copied
    if (!file) return;
    await to.put(key, file.bytes, file.contentType);
    done.copied += 1;
    if (done.copied % TOLD_EVERY === 0) onProgress(done, keys.length);
  }

  let isBroken = false;
  const work = Array.from({ length: AT_ONCE }, async () => {
    for (const key of left) {
      if (isBroken) return;
      try {
        await copyOne(key);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  });
  // nothing is under way any more when the first failure is told
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) {
    onProgress(done, keys.length);
    throw failed.reason;
  }
  return done;
}
