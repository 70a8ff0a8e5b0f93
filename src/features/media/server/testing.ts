import type { BlobStore } from '../../../platform/server/blobs/blob-store.ts';

/** A blob store that forgets: for tests of what is above the port. */
export function memoryBlobs(): BlobStore & { files: Map<string, { bytes: Uint8Array; contentType: string }> } {
  const files = new Map<string, { bytes: Uint8Array; contentType: string }>();
  return {
    files,
    put: (key, bytes, contentType) => {
      files.set(key, { bytes, contentType });
      return Promise.resolve();
    },
    get: (key) => Promise.resolve(files.get(key)),
    remove: (key) => {
      files.delete(key);
      return Promise.resolve();
    },
  };
}

/** A multipart body with one file, as a browser sends it. */
export function formWith(
  bytes: Uint8Array,
  { field = 'image', filename = 'picture.png', type = 'image/png' } = {},
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = '----guidepost-test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** What the encoder may spend on a picture where a test asks what comes out of it, not how fast this machine is. */
export const PATIENCE_MS = 120_000;
