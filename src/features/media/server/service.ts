import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { ImageReply } from '../contract.ts';
import { imageKey, quotaReason, readImageKey, type ImageMime } from '../rules.ts';
import type { EncodeImage } from './encoder.ts';
import * as store from './store.ts';

const HOUR_MS = 3_600_000;
/** What stands before the key of a picture in its address. */
const PATH = '/media/';

/** A stored picture as a page needs it, its smaller forms in the order in which a browser is to try them. */
export type StoredImage = { width: number; height: number; variants: { type: string; width: number; src: string }[] };

type Scope = Pick<Deps, 'db' | 'blobs' | 'clock'> & { encode: EncodeImage };

/**
 * Stores an uploaded picture, written anew from its pixels alone. The same picture again gives the same address.
 * @throws AppError unsupported_media_type | payload_too_large | validation_failed | too_many_requests, each with errors.image
 */
export async function storeImage(scope: Scope, actor: Actor, source: Uint8Array): Promise<ImageReply> {
  await refuseOverQuota(scope.db, scope.clock());
  const { bytes, mime, width, height, hash } = await scope.encode(source);
  const known = await store.findByHash(scope.db, hash);
  if (known) return present(known, 'This picture was stored before.');
  const key = imageKey(hash, mime);
  // the file first: a row without its file would be a broken picture, a file without a row is only repeated work
  await scope.blobs.put(key, bytes, mime);
  const row = await inTransaction(scope.db, async (trx) => {
    const inserted = await store.insert(trx, {
      hash,
      key,
      mime,
      width,
      height,
      bytes: bytes.length,
      variants: JSON.stringify([]),
      created_by: actor.id,
    });
    if (inserted) {
      const after = { mime, width, height, bytes: bytes.length };
      await recordAudit(trx, actor, { action: 'upload', entity: 'image', id: inserted.id, name: key, after });
    }
    return inserted ?? (await store.findByHash(trx, hash));
  });
  return present(row!, 'Image uploaded.');
}

/** A stored picture by the path below /media/; undefined when there is none. Needs no database. */
export async function readImage(
  blobs: Deps['blobs'],
  key: string,
): Promise<{ bytes: Uint8Array; mime: ImageMime; hash: string } | undefined> {
  const named = readImageKey(key);
  const blob = named && (await blobs.get(key));
  return blob && { bytes: blob.bytes, ...named };
}

/**
 * The size and the smaller forms of stored pictures, by the address that content names them with. An address elsewhere, or one that
 * was never stored, is not in the answer.
 */
export async function imagesByUrl(db: Db, urls: readonly string[]): Promise<Map<string, StoredImage>> {
  const keys = urls.flatMap((url) => (url.startsWith(PATH) ? url.slice(PATH.length) : []));
  const rows = keys.length > 0 ? await store.findByKeys(db, [...new Set(keys)]) : [];
  return new Map(
    rows.map(({ key, width, height, variants }) => [
      PATH + key,
      { width, height, variants: variants.map((one) => ({ type: one.mime, width: one.width, src: one.url })) },
    ]),
  );
}

async function refuseOverQuota(db: Db, now: Date): Promise<void> {
  const { files, bytes, recent } = await store.measure(db, new Date(now.getTime() - HOUR_MS));
  const over = quotaReason({ files, bytes: Number(bytes), recent });
  if (!over) return;
  throw new AppError(over.isSoonOver ? 'too_many_requests' : 'payload_too_large', over.reason, {
    errors: { image: [over.reason] },
    ...(over.isSoonOver && { details: { retry_after_s: HOUR_MS / 1000 } }),
  });
}

const present = (row: store.ImageRow, message: string): ImageReply => ({
  imageUrl: PATH + row.key,
  width: row.width,
  height: row.height,
  variants: row.variants,
  hash: row.hash,
  message,
});
