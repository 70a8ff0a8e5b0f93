import { join } from 'node:path';
import type { Clock } from '../../time.ts';
import type { Config } from '../config.ts';
import { readRoom } from '../disk-room.ts';
import type { Log } from '../log.ts';
import type { BlobStore } from './blob-store.ts';
import { bucketCheck, type BucketCheck } from './bucket-check.ts';
import { cachedBlobStore } from './cached-blob-store.ts';
import { diskBlobStore } from './disk-blob-store.ts';
import { s3BlobStore } from './s3-blob-store.ts';

/** Where pictures lie when no bucket is named. */
export const blobFolder = (dataDir: string): string => join(dataDir, 'blobs');

/** Opens the store of the pictures that the environment names, without waiting for it: what is wrong with a bucket is told in the log. */
export function openBlobs(
  { dataDir, journalReserveBytes, s3 }: Pick<Config, 'dataDir' | 'journalReserveBytes' | 's3'>,
  { clock, log }: { clock: Clock; log: Log },
): { blobs: BlobStore; checkBucket?: BucketCheck } {
  const folder = diskBlobStore(blobFolder(dataDir));
  if (!s3) return { blobs: folder };
  const store = s3BlobStore(s3);
  const checkBucket = bucketCheck(store, folder, clock, log);
  void checkBucket();
  if (s3.cacheBytes === 0) return { blobs: store, checkBucket };
  const copies = diskBlobStore(join(dataDir, 'cache/blobs'));
  // what is left of a nearly full disk is kept for visits and clicks
  const hasRoom = async (): Promise<boolean> => (await readRoom(dataDir)).freeBytes >= journalReserveBytes;
  return { blobs: cachedBlobStore({ store, copies, maxBytes: s3.cacheBytes, hasRoom, clock, log }), checkBucket };
}
