import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that is being written, with the digest of what it holds. */
export type HashedFile = {
  write(text: string | Uint8Array): Promise<void>;
  end(): Promise<{ path: string; sha256: string; bytes: number }>;
};

/** Begins a file of a new folder; what lies there already is an error. @param path with "/", within the folder */
export async function createHashedFile(folder: string, path: string): Promise<HashedFile> {
  const whole = join(folder, path);
  await mkdir(dirname(whole), { recursive: true, mode: 0o700 });
  const stream = createWriteStream(whole, { flags: 'wx', mode: 0o600, flush: true });
  const digest = createHash('sha256');
  let bytes = 0;
  // a full disk fails the next write
  const failed = once(stream, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  return {
    async write(text) {
      const chunk = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
      digest.update(chunk);
      bytes += chunk.length;
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed]);
    },
    async end() {
      stream.end();
      await Promise.race([once(stream, 'finish'), failed]);
      return { path, sha256: digest.digest('hex'), bytes };
    },
  };
}
