/** Files by key. Keys are made by us: `[a-z0-9/_.-]`, no `..`, at most 200 characters. */
export type BlobStore = {
  /** Durable when the promise resolves; writing a key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** @returns undefined when there is no such key. */
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>;
  remove(key: string): Promise<void>;
};
