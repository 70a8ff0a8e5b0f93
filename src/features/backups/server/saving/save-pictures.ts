import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import type { PieceWriter } from '../../../../platform/server/backup/pieces.ts';
import type { ListedBlobStore } from '../../../../platform/server/blobs/blob-store.ts';

/** Saves every picture that is there now, as it is. Each lies in the place once, however many backups have it. */
export async function savePictures(
  blobs: ListedBlobStore,
  writer: PieceWriter,
  onPicture: (done: number, of: number) => void,
): Promise<Manifest['pictures']> {
  const keys = (await blobs.list()).toSorted();
  const saving: Promise<Manifest['pictures'][number]>[] = [];
  for (const [at, key] of keys.entries()) {
    const file = await blobs.get(key);
    // removed since they were listed
    if (!file) continue;
    const { done } = await writer.raw(file.bytes);
    saving.push(done.then((piece) => ({ key, type: file.contentType, ...piece })));
    saving.at(-1)!.catch(() => undefined);
    onPicture(at + 1, keys.length);
  }
  return Promise.all(saving);
}
