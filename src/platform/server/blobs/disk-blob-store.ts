import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isBlobKey, refuseWrongKey, type ListedBlobStore } from './blob-store.ts';

/** A length before the content type lets one file hold both, so one rename replaces both. */
const HEAD_BYTES = 2;

/**
 * Files under a folder. A file holds its content type and its bytes, so that a crash never leaves one without the other, and
 * appears by a rename, so that a reader sees the old or the new and nothing between.
 */
export function diskBlobStore(folder: string): ListedBlobStore {
  const pathOf = (key: string): string => {
    refuseWrongKey(key);
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
    async list(prefix = '') {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      // drafts of writers that died are no keys
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((key) => isBlobKey(key) && key.startsWith(prefix));
    },
    async describe(key) {
      try {
        const file = await open(pathOf(key), 'r');
        try {
          const { size } = await file.stat();
          const { buffer: head } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
          const { buffer: type } = await file.read(Buffer.alloc(head.readUInt16BE(0)), 0, null, HEAD_BYTES);
          return { size: size - HEAD_BYTES - type.length, contentType: type.toString('utf8') };
        } finally {
          await file.close();
        }
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
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
