import { hash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ListedBlobStore } from '../blobs/blob-store.ts';

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

  return {
    name: folder,
    putPiece: (sha256, bytes) =>
      put(keyOf(sha256), bytes, join(dirname(at(keyOf(sha256))), `.${randomBytes(9).toString('hex')}`)),
    async hasPiece(sha256, bytes) {
      const found = await get(keyOf(sha256));
      return found?.length === bytes && sha256Of(found) === sha256;
    },
    getPiece: (sha256) => get(keyOf(sha256)),
    putManifest: (name, text) => put(`${name}.json`, text, at(`${name}.partial`)),
    getManifest: async (name) => (await get(`${name}.json`))?.toString('utf8'),
    async listBackups() {
      const names = await readdir(folder).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      return namesOf(names);
    },
  };
}

/** A bucket, below a prefix. It judges by itself, by a signed digest, that it was given what was sent. */
export function bucketPlace(store: ListedBlobStore, name: string, prefix: string): Place {
  const at = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`);
  const manifests = at('backups/');
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
    async listBackups() {
      const keys = await store.list(manifests);
      return namesOf(keys.filter((key) => key.startsWith(manifests)).map((key) => key.slice(manifests.length)));
    },
  };
}

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
