import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore } from './blob-store.ts';

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;
const MAX_KEY = 200;

/** A length before the content type lets one file hold both, so one rename replaces both. */
const HEAD_BYTES = 2;

/**
 * Files under a folder. A file holds its content type and its bytes, so that a crash never leaves one without the other, and
 * appears by a rename, so that a reader sees the old or the new and nothing between.
 */
export function diskBlobStore(folder: string): BlobStore {
  const pathOf = (key: string): string => {
    if (key.length > MAX_KEY || !KEY.test(key)) throw new Error(`"${key}" is no key of a file.`);
    return join(folder, key);
  };

  return {
    async put(key, bytes, contentType) {
      const path = pathOf(key);
      const type = Buffer.from(contentType, 'utf8');
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt16BE(type.length);
      await mkdir(dirname(path), { recursive: true });
      // no key begins with a dot, so a draft is never read as a file
      const draft = join(dirname(path), `.${randomBytes(9).toString('hex')}`);
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writev([head, type, bytes]);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async get(key) {
      const path = pathOf(key);
      try {
        const whole = await readFile(path);
        const start = HEAD_BYTES + whole.readUInt16BE(0);
        return { contentType: whole.toString('utf8', HEAD_BYTES, start), bytes: whole.subarray(start) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** A rename is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR';
};
