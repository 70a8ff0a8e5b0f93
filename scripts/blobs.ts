/**
 * `npm run blobs -- copy --to-s3 | --to-disk`: copies the pictures of DATA_DIR into the bucket that S3_* name, or back. Works beside a
 * running program, and may be broken off and called again.
 */
import './node-version.mjs';
import { copyBlobs, type Copied } from '../src/platform/server/blobs/copy-blobs.ts';
import { diskBlobStore } from '../src/platform/server/blobs/disk-blob-store.ts';
import { blobFolder } from '../src/platform/server/blobs/open-blobs.ts';
import { s3BlobStore } from '../src/platform/server/blobs/s3-blob-store.ts';
import { whyOf } from '../src/platform/server/blobs/s3-refusals.ts';
import { readConfig } from '../src/platform/server/config.ts';
import { runCommand } from './command.ts';

const USAGE = `npm run blobs -- copy --to-s3      copies the pictures of DATA_DIR into the bucket of S3_BUCKET
npm run blobs -- copy --to-disk    copies the pictures of the bucket into DATA_DIR`;

/** Nobody waits: a slow store may take its time. */
const LIMIT_MS = 60_000;

const told = ({ copied, skipped }: Copied): string => `${copied} copied, ${skipped} were there already`;

async function run([command, direction, ...rest]: string[]): Promise<string> {
  if (command !== 'copy' || (direction !== '--to-s3' && direction !== '--to-disk') || rest.length > 0)
    throw new Error(USAGE);
  const { dataDir, s3 } = readConfig();
  if (!s3)
    throw new Error(
      'No bucket is named: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as for the program itself.',
    );
  const folder = blobFolder(dataDir);
  const [disk, bucket] = [diskBlobStore(folder), s3BlobStore(s3, LIMIT_MS)];
  const [from, to] = direction === '--to-s3' ? [disk, bucket] : [bucket, disk];
  let last: Copied | undefined;
  try {
    const done = await copyBlobs(from, to, (soFar, total) => {
      last = soFar;
      process.stdout.write(`${told(soFar)}, of ${total}\n`);
    });
    if (done.copied + done.skipped > 0) return `${told(done)}.`;
    return from === disk
      ? `Nothing to copy: there are no pictures in ${folder}. Is DATA_DIR right?`
      : 'Nothing to copy: the bucket holds no pictures. Is S3_BUCKET right?';
  } catch (error) {
    const again = last?.copied ? ' What was copied stays: call it again to go on.' : '';
    throw new Error(`${whyOf(error)}${again}`, { cause: error });
  }
}

await runCommand(run);
