import { hash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatedBlobStore } from '../blobs/blob-store.ts';
import { whyOf } from '../blobs/s3-refusals.ts';

/**
 * Where backups lie, many in one place. What they are made of are pieces, each named by the SHA-256 of its bytes, so that a backup finds
 * what an earlier one left; a backup is there once its manifest is.
 */
export type Place = {
  /** As people name it. */
  readonly name: string;
  /** Durable, and whole or not there. */
  putPiece(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Whether the very bytes lie there already, by their own check or by that of the store when it took them. */
  hasPiece(sha256: string, bytes: number): Promise<boolean>;
  /** @returns undefined when there is none */
  getPiece(sha256: string): Promise<Uint8Array | undefined>;
  /** From now on the backup is offered. */
  putManifest(name: string, text: string): Promise<void>;
  getManifest(name: string): Promise<string | undefined>;
  /** Names of the whole backups, the oldest first. */
  listBackups(): Promise<string[]>;
  /** The folder itself; undefined in a bucket. */
  readonly folder?: string;
  /** It is not offered any more. @returns false when the place lets nobody remove */
  removeManifest(name: string): Promise<boolean>;
  /** What lies where the pieces do, drafts that were broken off among them: `ab/ab12...`. */
  listPieces(): Promise<string[]>;
  /** @param before what is younger stays @returns undefined when it is, false when the place lets nobody remove */
  removePiece(path: string, before: Date): Promise<boolean | undefined>;
  /** Small words by which those who use the place know of each other. */
  listMarks(): Promise<string[]>;
  putMark(name: string): Promise<void>;
  removeMark(name: string): Promise<boolean>;
};

/** A name sorts as the instants do. */
const MANIFEST = /^(\d{4}-\d\d-\d\d-\d{6}(?:-\d+)?)\.json$/;
export const isBackupName = (name: string): boolean => MANIFEST.test(`${name}.json`);

const keyOf = (sha256: string): string => `pieces/${sha256.slice(0, 2)}/${sha256}`;
export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes);

/** A folder, made when it is missing. Only the user of this process may look into it: a backup holds what the database holds. */
export function folderPlace(folder: string): Place {
  const at = (key: string): string => join(folder, key);

  async function put(key: string, bytes: Uint8Array | string, draft: string): Promise<void> {
    await mkdir(dirname(at(key)), { recursive: true, mode: 0o700 });
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, at(key));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(at(key)));
  }

  async function get(key: string): Promise<Buffer | undefined> {
    try {
      return await readFile(at(key));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** What is gone is removed. */
  async function remove(path: string): Promise<boolean> {
    try {
      await rm(path, { force: true });
      return true;
    } catch (error) {
      if (REFUSALS.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }

  async function list(sub: string): Promise<string[]> {
    try {
      return await readdir(join(folder, sub));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  return {
    name: folder,
    folder,
    putPiece: (sha256, bytes) =>
      put(keyOf(sha256), bytes, join(dirname(at(keyOf(sha256))), `.${randomBytes(9).toString('hex')}`)),
    async hasPiece(sha256, bytes) {
      const found = await get(keyOf(sha256));
      return found?.length === bytes && sha256Of(found) === sha256;
    },
    getPiece: (sha256) => get(keyOf(sha256)),
    putManifest: (name, text) => put(`${name}.json`, text, at(`${name}.partial`)),
    getManifest: async (name) => (await get(`${name}.json`))?.toString('utf8'),
    listBackups: async () => namesOf(await list('')),
    removeManifest: (name) => remove(at(`${name}.json`)),
    async listPieces() {
      const found: string[] = [];
      for (const two of await list('pieces'))
        for (const name of await list(join('pieces', two))) found.push(`${two}/${name}`);
      return found.filter((path) => PIECE.test(path));
    },
    async removePiece(path, before) {
      const found = await stat(at(`pieces/${path}`)).catch(() => undefined);
      if (found && found.mtime >= before) return undefined;
      return remove(at(`pieces/${path}`));
    },
    listMarks: () => list('marks'),
    putMark: (name) => put(`marks/${name}`, '', at(`marks/${name}`)),
    removeMark: (name) => remove(at(`marks/${name}`)),
  };
}

/** A bucket, below a prefix. It judges by itself, by a signed digest, that it was given what was sent. */
export function bucketPlace(store: DatedBlobStore, name: string, prefix: string): Place {
  const at = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`);
  const [manifests, marks] = [at('backups/'), at('marks/')];
  const list = async (folder: string): Promise<string[]> =>
    (await store.list(folder)).filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length));
  async function remove(key: string): Promise<boolean> {
    try {
      await store.remove(key);
      return true;
    } catch (error) {
      if (REFUSED.test(whyOf(error))) return false;
      throw error;
    }
  }
  return {
    name,
    putPiece: (sha256, bytes) => store.put(at(keyOf(sha256)), bytes, 'application/octet-stream'),
    hasPiece: async (sha256, bytes) => (await store.describe(at(keyOf(sha256))))?.size === bytes,
    getPiece: async (sha256) => (await store.get(at(keyOf(sha256))))?.bytes,
    putManifest: (backup, text) => store.put(`${manifests}${backup}.json`, Buffer.from(text), 'application/json'),
    async getManifest(backup) {
      const found = await store.get(`${manifests}${backup}.json`);
      return found && Buffer.from(found.bytes).toString('utf8');
    },
    listBackups: async () => namesOf(await list(manifests)),
    removeManifest: (backup) => remove(`${manifests}${backup}.json`),
    listPieces: async () => (await list(at('pieces/'))).filter((path) => PIECE.test(path)),
    async removePiece(path, before) {
      const changedAt = await store.changedAt(at(`pieces/${path}`));
      // one whose age nobody tells is as young as can be
      if (changedAt === undefined || changedAt >= before) return undefined;
      return remove(at(`pieces/${path}`));
    },
    listMarks: () => list(marks),
    putMark: (mark) => store.put(`${marks}${mark}`, Buffer.from('in use'), 'text/plain'),
    removeMark: (mark) => remove(`${marks}${mark}`),
  };
}

/** A piece, or the draft of one. */
const PIECE = /^[0-9a-f]{2}\/([0-9a-f]{64}|\.[0-9a-f]{18})$/;
/** Of a folder where no file can be removed. */
const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS']);
const REFUSED = / (may not|refuses to) remove /;

const namesOf = (files: readonly string[]): string[] =>
  files.flatMap((file) => MANIFEST.exec(file)?.[1] ?? []).toSorted();

/** A rename is on the disk once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
