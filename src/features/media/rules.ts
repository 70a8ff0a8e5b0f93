import { MAX_FRAMES, MAX_PIXELS } from './contract.ts';

const STORED_MAX_WIDTH = 2560;
const STORED_MAX_PIXELS = 10_000_000;

/** The formats that may be uploaded, with the ending of their names. */
const UPLOADED = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
const ENDINGS = { ...UPLOADED, 'image/avif': 'avif' } as const;

/** What an upload may be, and is stored as. */
export type ImageMime = keyof typeof UPLOADED;
/** What a file of ours may be: an upload, or a smaller form of one. */
export type StoredMime = keyof typeof ENDINGS;

/** Is this one of the four formats that may be uploaded? */
export const isImageMime = (mime: string | undefined): mime is ImageMime => mime !== undefined && mime in UPLOADED;

/** Why a file is no picture of ours, by what its first bytes are. @param mime what was sniffed; undefined when nothing was recognised */
export function wrongTypeReason(mime: string | undefined, head: string): string {
  if (mime === 'image/svg+xml' || /<svg[\s>]/i.test(head)) {
    return 'SVG is not accepted, because it can carry scripts. Save the picture as PNG, JPEG, GIF or WebP.';
  }
  return 'This file is not a PNG, JPEG, GIF or WebP picture.';
}

/** Why a picture is too large to be decoded, or undefined. `height` is that of one frame. */
export function tooLargeReason(size: { width: number; height: number; frames: number }): string | undefined {
  if (size.frames > MAX_FRAMES) return `The animation has ${size.frames} frames; at most ${MAX_FRAMES} are accepted.`;
  if (size.width * size.height * size.frames > MAX_PIXELS) {
    return `The picture has more than ${MAX_PIXELS / 1e6} million pixels in all.`;
  }
  return undefined;
}

/**
 * The size in which a picture is stored: as it came, or smaller where no page could show more of it.
 * A tall chart keeps its full width while its area allows.
 */
export function storedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, STORED_MAX_WIDTH / width, Math.sqrt(STORED_MAX_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The formats of the smaller forms. */
export type VariantMime = 'image/avif' | 'image/webp';

/** A smaller file travels as fast as any. */
const MIN_SHRUNK_BYTES = 4096;
const VARIANT_WIDTHS = [320, 640, 1280];
/** No WebP can be higher (https://developers.google.com/speed/webp/faq, 2026-11-22), nor an AVIF of ours. */
const VARIANT_MAX_HEIGHT = 16_383;

/** Its encoder takes about 36 bytes a pixel, that of WebP 14 (libheif and libwebp of sharp 0.35.5, measured 2026-11-22). */
const AVIF_MAX_PIXELS = 2_250_000;

/** How wide the smaller forms of a picture are: up to three, none wider than it; none at all of a strip that no form could hold. */
export function variantWidths(width: number, height: number): number[] {
  const widest = Math.min(width, VARIANT_WIDTHS.at(-1)!);
  if ((height * widest) / width > VARIANT_MAX_HEIGHT) return [];
  return [...VARIANT_WIDTHS.filter((one) => one < widest), widest];
}

/** The formats of those forms: a tall chart has no AVIF, which would take too much memory to make. */
export function variantMimes(width: number, height: number): VariantMime[] {
  const widest = Math.min(width, VARIANT_WIDTHS.at(-1)!);
  const isSmall = (height * widest * widest) / width <= AVIF_MAX_PIXELS;
  return isSmall ? ['image/avif', 'image/webp'] : ['image/webp'];
}

/**
 * The smaller forms that spare a reader bytes. A format is kept whole or not at all, because a browser that picks it has no other:
 * WebP when its largest is smaller than the picture, AVIF when it is also smaller than WebP.
 */
export function worthKeeping<V extends { mime: VariantMime; bytes: Uint8Array }>(
  all: readonly V[],
  pictureBytes: number,
): V[] {
  if (pictureBytes < MIN_SHRUNK_BYTES) return [];
  const of = (mime: VariantMime): V[] => all.filter((one) => one.mime === mime);
  const total = (some: V[]): number => some.reduce((sum, one) => sum + one.bytes.length, 0);
  const isSmaller = (some: V[]): boolean => some.every((one) => one.bytes.length < pictureBytes);
  const [avif, webp] = [of('image/avif'), of('image/webp')];
  return [...(isSmaller(avif) && total(avif) < total(webp) ? avif : []), ...(isSmaller(webp) ? webp : [])];
}

const MAX_STORED_BYTES = 2 * 1024 ** 3;
const MAX_STORED_FILES = 10_000;
const MAX_STORED_AN_HOUR = 60;

/**
 * Why no further picture may be stored, or undefined.
 * @param stored what is there; `recent` are those of the last hour
 */
export function quotaReason(stored: {
  files: number;
  bytes: number;
  recent: number;
}): { reason: string; isSoonOver: boolean } | undefined {
  if (stored.files >= MAX_STORED_FILES || stored.bytes >= MAX_STORED_BYTES) {
    return { reason: 'The store of pictures is full: it holds 10,000 files or 2 GB.', isSoonOver: false };
  }
  if (stored.recent < MAX_STORED_AN_HOUR) return undefined;
  return { reason: 'At most 60 pictures are stored in an hour. Try again later.', isSoonOver: true };
}

/** What stands before the key of a picture in its address. */
export const MEDIA_PATH = '/media/';

/** How much of a SHA-256 names a picture: enough that no two are ever named alike, and every page that shows it is lighter. */
export const HASH_DIGITS = 32;

// pictures of the first versions carry the whole hash
const KEY = /^images\/[0-9a-f]{2}\/((?:[0-9a-f]{32}){1,2}(?:-[1-9]\d{0,3})?)\.(png|jpg|gif|webp|avif)$/;

/** The key of a stored picture: its own hash, so that the same picture is stored once and a name never changes its content. */
export const imageKey = (hash: string, mime: ImageMime): string =>
  `images/${hash.slice(0, 2)}/${hash}.${ENDINGS[mime]}`;

/** The key of a smaller form, by the hash of its picture: in a page their names then differ by a few letters, which packs well. */
export const variantKey = (hash: string, { mime, width }: { mime: VariantMime; width: number }): string =>
  `images/${hash.slice(0, 2)}/${hash}-${width}.${ENDINGS[mime]}`;

/** What a key says of its file; undefined for anything that is no key of ours. `name` is different for different content. */
export function readImageKey(key: string): { name: string; mime: StoredMime } | undefined {
  const match = KEY.exec(key);
  if (!match) return undefined;
  const [mime] = Object.entries(ENDINGS).find(([, ending]) => ending === match[2])!;
  return { name: `${match[1]}.${match[2]}`, mime: mime as StoredMime };
}
