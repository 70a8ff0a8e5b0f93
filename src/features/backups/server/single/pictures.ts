import type { Manifest } from '../../../../platform/server/backup/manifest.ts';
import { readRaw } from '../../../../platform/server/backup/pieces.ts';
import type { Place } from '../../../../platform/server/backup/place.ts';
import type { BlobStore } from '../../../../platform/server/blobs/blob-store.ts';
import type { Row } from '../../../../platform/server/kept-rows/kept-row.ts';
import type { Trx } from '../../../../platform/server/postgres/postgres.ts';
import { MEDIA_PATH } from '../../../media/rules.ts';
import { addRows, rowsBy } from './store-single.ts';

type File = { key: string; type: string; bytes: Uint8Array };
/** Pictures that records show and that are gone: rows of the library, and files. */
export type GonePictures = { rows: Row[]; files: File[] };

const SHOWN = new RegExp(`${MEDIA_PATH}([a-z0-9_-][a-z0-9._/-]*)`, 'g');

const keysIn = (value: unknown): string[] => [...JSON.stringify(value).matchAll(SHOWN)].map(([, key]) => key!);

type Sides = { past: Trx; now: Trx; blobs: BlobStore; place: Place; manifest: Manifest };

/** What of the pictures that some rows show is gone, read out of the backup. @throws Error when a piece is not what was written */
export async function findGonePictures(
  { past, now, blobs, place, manifest }: Sides,
  shownBy: readonly Row[],
): Promise<GonePictures> {
  const keys = [...new Set(keysIn(shownBy))];
  const known = await rowsBy(past, 'images', 'key', keys);
  const there = new Set((await rowsBy(now, 'images', 'key', keys)).map((row) => row['key']));
  const files: File[] = [];
  for (const key of new Set([...keys, ...keysIn(known)])) {
    const saved = manifest.pictures.find((picture) => picture.key === key);
    if (!saved || (await blobs.get(key)) !== undefined) continue;
    const { type, sha256, bytes } = saved;
    files.push({ key, type, bytes: await readRaw(place, { sha256, bytes }, `the picture ${key}`) });
  }
  return { rows: known.filter((row) => !there.has(row['key'])), files };
}

/** The files first: a row without its file would be a broken picture, a file without a row harms nobody. */
export async function putPictures(now: Trx, blobs: BlobStore, { rows, files }: GonePictures): Promise<void> {
  for (const { key, type, bytes } of files) await blobs.put(key, bytes, type);
  if (rows.length > 0) await addRows(now, 'images', rows);
}
