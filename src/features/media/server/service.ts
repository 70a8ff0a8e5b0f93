import { AppError } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import { inTransaction, type Db } from '../../../platform/server/postgres/postgres.ts';
import { recordAudit } from '../../accounts/server/service.ts';
import type { ImageReply } from '../contract.ts';
import { contentChanged } from '../../../platform/server/changes/changes.ts';
import { imageKey, MEDIA_PATH, quotaReason, readImageKey, variantKey, type StoredMime } from '../rules.ts';
import type { Variant } from './encode-child.ts';
import { shrinkImage, type EncodeImage, type ShrinkImage } from './encoder.ts';
import * as store from './store.ts';

const HOUR_MS = 3_600_000;
/** Pictures of one round: the rest wait for the next. */
const SHRUNK_AT_ONCE = 10;
const MAX_TRIES = 3;

/** A stored picture as a page needs it, its smaller forms in the order in which a browser is to try them. */
export type StoredImage = { width: number; height: number; variants: { type: string; width: number; src: string }[] };

type Scope = Pick<Deps, 'db' | 'blobs' | 'clock'> & { encode: EncodeImage };

/**
 * Stores an uploaded picture, written anew from its pixels alone. The same picture again gives the same address.
 * @throws AppError unsupported_media_type | payload_too_large | validation_failed | too_many_requests, each with errors.image
 */
export async function storeImage(scope: Scope, actor: Actor, source: Uint8Array): Promise<ImageReply> {
  await refuseOverQuota(scope.db, scope.clock());
  const { bytes, mime, width, height, hash, variants } = await scope.encode(source);
  const known = await store.findByHash(scope.db, hash);
  if (known) return present(known, 'This picture was stored before.');
  const key = imageKey(hash, mime);
  // the file first: a row without its file would be a broken picture, a file without a row is only repeated work
  await scope.blobs.put(key, bytes, mime);
  const forms = variants && (await keepVariants(scope, hash, variants));
  const row = await inTransaction(scope.db, async (trx) => {
    const inserted = await store.insert(trx, {
      hash,
      key,
      mime,
      width,
      height,
      bytes: bytes.length,
      variants: '[]',
      variants_made_at: null,
      ...forms,
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

/**
 * Makes the smaller forms of pictures that have none yet: those stored before there were any, and those for which an upload had no
 * time. Pages that show them are made anew.
 */
export async function shrinkPictures(
  scope: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  shrink: ShrinkImage = shrinkImage,
): Promise<void> {
  for (const { id, hash, key } of await store.listWithoutVariants(scope.db, SHRUNK_AT_ONCE)) {
    try {
      const picture = await scope.blobs.get(key);
      if (!picture) throw new Error('The file is not there.');
      const forms = await keepVariants(scope, hash, await shrink(picture.bytes));
      await inTransaction(scope.db, async (trx) => {
        await store.updateVariants(trx, id, forms);
        await contentChanged(trx, []);
      });
    } catch (error) {
      scope.log.warn({ err: error, image: key }, 'the smaller forms of a picture could not be made');
      await store.countFailedTry(scope.db, id, MAX_TRIES, scope.clock());
    }
  }
}

/** The files first, like the picture itself. @returns what its row says of them */
async function keepVariants(
  { blobs, clock }: Pick<Scope, 'blobs' | 'clock'>,
  hash: string,
  variants: readonly Variant[],
) {
  for (const one of variants) await blobs.put(variantKey(hash, one), one.bytes, one.mime);
  const named = variants.map((one) => ({ url: MEDIA_PATH + variantKey(hash, one), width: one.width, mime: one.mime }));
  return {
    variants: JSON.stringify(named),
    variants_bytes: variants.reduce((sum, { bytes }) => sum + bytes.length, 0),
    variants_made_at: clock().toISOString(),
  };
}

/** A stored picture by the path below /media/; undefined when there is none. Needs no database. */
export async function readImage(
  blobs: Deps['blobs'],
  key: string,
): Promise<{ bytes: Uint8Array; mime: StoredMime; name: string } | undefined> {
  const named = readImageKey(key);
  const blob = named && (await blobs.get(key));
  return blob && { bytes: blob.bytes, ...named };
}

/**
 * The size and the smaller forms of stored pictures, by the address that content names them with. An address elsewhere, or one that
 * was never stored, is not in the answer.
 */
export async function imagesByUrl(db: Db, urls: readonly string[]): Promise<Map<string, StoredImage>> {
  const keys = urls.flatMap((url) => (url.startsWith(MEDIA_PATH) ? url.slice(MEDIA_PATH.length) : []));
  const rows = keys.length > 0 ? await store.findByKeys(db, [...new Set(keys)]) : [];
  return new Map(
    rows.map(({ key, width, height, variants }) => [
      MEDIA_PATH + key,
      { width, height, variants: variants.map((one) => ({ type: one.mime, width: one.width, src: one.url })) },
    ]),
  );
}

/** The addresses among these that are of our own pictures, but of none that is there any more. */
export async function missingImages(db: Db, urls: readonly string[]): Promise<Set<string>> {
  const own = urls.filter((url) => url.startsWith(MEDIA_PATH));
  const known = await imagesByUrl(db, own);
  return new Set(own.filter((url) => !known.has(url)));
}

async function refuseOverQuota(db: Db, now: Date): Promise<void> {
  const { files, bytes, recent } = await store.measure(db, {
    from: new Date(now.getTime() - HOUR_MS),
    to: new Date(now.getTime() + HOUR_MS),
  });
  const over = quotaReason({ files, bytes: Number(bytes), recent });
  if (!over) return;
  throw new AppError(over.isSoonOver ? 'too_many_requests' : 'payload_too_large', over.reason, {
    errors: { image: [over.reason] },
    ...(over.isSoonOver && { details: { retry_after_s: HOUR_MS / 1000 } }),
  });
}

const present = (row: store.ImageRow, message: string): ImageReply => ({
  id: row.id,
  imageUrl: MEDIA_PATH + row.key,
  width: row.width,
  height: row.height,
  variants: row.variants,
  hash: row.hash,
  message,
});
