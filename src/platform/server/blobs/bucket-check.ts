import { randomBytes } from 'node:crypto';
import type { Clock } from '../../time.ts';
import type { Log } from '../log.ts';
import type { ListedBlobStore } from './blob-store.ts';
import { whyOf } from './s3-refusals.ts';

const GOOD_FOR_MS = 5 * 60_000;
const SOME = 10;

/** Whether the bucket can be used: undefined when it can, else a sentence for whoever runs the site, which is in the log too. */
export type BucketCheck = () => Promise<string | undefined>;

/**
 * Writes, reads and removes one small file, at most every five minutes however often it is asked.
 * @param folder the pictures of the data folder, which are not looked at any more
 */
export function bucketCheck(bucket: ListedBlobStore, folder: ListedBlobStore, clock: Clock, log: Log): BucketCheck {
  // one of its own for each process, and only one: where nothing may be removed it stays
  const key = `checks/${randomBytes(9).toString('hex')}`;
  let last: { atMs: number; found: Promise<string | undefined> } | undefined;
  let told: string | undefined;

  async function check(): Promise<string | undefined> {
    const why = await tryOut(bucket, key).catch(whyOf);
    if (why !== undefined && why !== told) log.error(`pictures cannot be kept: ${why}`);
    if (why === undefined && told !== undefined) log.info('the bucket of the pictures can be used again');
    told = why;
    return why;
  }

  /** Whoever names a bucket and forgets to copy would find a site without pictures. */
  async function tellForgotten(): Promise<void> {
    // some may have been deleted since they were copied, hardly all
    const some = (await folder.list()).slice(0, SOME);
    const there = await Promise.all(some.map((key) => bucket.describe(key)));
    if (some.length === 0 || there.some(Boolean)) return;
    log.warn('the pictures of the data folder are not in the bucket, and not shown: npm run blobs -- copy --to-s3');
  }

  return () => {
    const nowMs = clock().getTime();
    if (last === undefined || nowMs - last.atMs >= GOOD_FOR_MS) {
      const isFirst = last === undefined;
      last = { atMs: nowMs, found: check() };
      if (isFirst)
        void last.found
          .then((why) => (why === undefined ? tellForgotten() : undefined))
          .catch((error: unknown) =>
            log.debug({ err: error }, 'nobody knows whether pictures were forgotten in the data folder'),
          );
    }
    return last.found;
  };
}

async function tryOut(bucket: ListedBlobStore, key: string): Promise<undefined> {
  const bytes = randomBytes(32);
  await bucket.put(key, bytes, 'text/plain');
  const found = await bucket.get(key);
  if (!found || Buffer.compare(found.bytes, bytes) !== 0)
    throw new Error('The bucket does not give back what was written: look at S3_ENDPOINT.');
  await bucket.remove(key);
  // what is missing must be told from what is forbidden
  if (await bucket.get(key)) throw new Error('The bucket gives out what was removed: look at S3_ENDPOINT.');
}
