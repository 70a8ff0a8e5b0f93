/** Files by key. Keys are made by us: `[a-z0-9/_.-]`, no `..`, at most 200 characters. */
export type BlobStore = {
  /** Durable when the promise resolves; writing a key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @returns undefined when there is no such key. */
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>;
  remove(key: string): Promise<void>;
};

/** What a copy between two stores asks besides; the product does not. */
export type ListedBlobStore = BlobStore & {
  /** Every key that begins so, in any order. What is written or removed meanwhile may be among them or not. */
  list(prefix?: string): Promise<string[]>;
  /** Without the bytes. @returns undefined when there is no such key. */
  describe(key: string): Promise<{ size: number; contentType: string } | undefined>;
};

/** What whoever removes what nobody needs asks besides. */
export type DatedBlobStore = ListedBlobStore & {
  /** When it was written, by the clock of the store. @returns undefined when there is no such key, or nobody tells */
  changedAt(key: string): Promise<Date | undefined>;
};

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;
const MAX_KEY = 200;

export const isBlobKey = (key: string): boolean => key.length <= MAX_KEY && KEY.test(key);

/** @throws Error for what may be no key: it could lead out of the store. */
export function refuseWrongKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`"${key}" is no key of a file.`);
}
