import { randomBytes } from 'node:crypto';
import type { Clock } from '../../time.ts';
import type { Log } from '../log.ts';
import type { ListedBlobStore } from './blob-store.ts';
import { whyOf } from './s3-refusals.ts';

const GOOD_FOR_MS = 5 * 60_000;

/** Whether the bucket can be used: undefined when it can, else a sentence for whoever runs the site, which is in the log too. */
export type BucketCheck = () => Promise<string | undefined>;

/**
 * Writes, reads and removes one small file, at most every five minutes however often it is asked.
 * @param folder the pictures of the data folder, which are not looked at any more
 */
export function bucketCheck(bucket: ListedBlobStore, folder: ListedBlobStore, clock: Clock, log: Log): BucketCheck {
  let last: { atMs: number; found: Promise<string | undefined> } | undefined;
  let told: string | undefined;

  async function check(): Promise<string | undefined> {
    const why = await tryOut(bucket).catch(whyOf);
    if (why !== undefined && why !== told) log.error(`pictures cannot be kept: ${why}`);
    if (why === undefined && told !== undefined) log.info('the bucket of the pictures can be used again');
    told = why;
    return why;
  }

  async function tellForgotten(): Promise<void> {
    if ((await folder.list()).length === 0 || (await bucket.list()).some((key) => !key.startsWith(CHECKS))) return;
    log.warn(
      'the bucket is empty, but there are pictures in the data folder, which are not shown now: npm run blobs -- copy --to-s3',
    );
  }

  return () => {
    const nowMs = clock().getTime();
    if (last === undefined || nowMs - last.atMs >= GOOD_FOR_MS) {
      const isFirst = last === undefined;
      last = { atMs: nowMs, found: check() };
      if (isFirst)
        void last.found
          .then((why) => (why === undefined ? tellForgotten() : undefined))
          .catch((error: unknown) => log.debug({ err: error }, 'the bucket could not be listed'));
    }
    return last.found;
  };
}

const CHECKS = 'checks/';

async function tryOut(bucket: ListedBlobStore): Promise<undefined> {
  const key = CHECKS + randomBytes(9).toString('hex');
  const bytes = randomBytes(32);
  await bucket.put(key, bytes, 'text/plain');
  const found = await bucket.get(key);
  if (!found || Buffer.compare(found.bytes, bytes) !== 0)
    throw new Error('The bucket does not give back what was written: look at S3_ENDPOINT.');
  await bucket.remove(key);
  // what is missing must be told from what is forbidden
  if (await bucket.get(key)) throw new Error('The bucket gives out what was removed: look at S3_ENDPOINT.');
}
