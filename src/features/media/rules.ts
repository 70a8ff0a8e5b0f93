import { MAX_FRAMES, MAX_PIXELS } from './contract.ts';

const STORED_MAX_WIDTH = 2560;
const STORED_MAX_PIXELS = 10_000_000;

/** The formats we store, with the ending of their names. */
export const ENDINGS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

export type ImageMime = keyof typeof ENDINGS;

/** Is this one of the four formats? */
export const isImageMime = (mime: string | undefined): mime is ImageMime => mime !== undefined && mime in ENDINGS;

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

const KEY = /^images\/[0-9a-f]{2}\/([0-9a-f]{64})\.(png|jpg|gif|webp)$/;

/** The key of a stored picture: its own hash, so that the same picture is stored once and a name never changes its content. */
export const imageKey = (hash: string, mime: ImageMime): string =>
  `images/${hash.slice(0, 2)}/${hash}.${ENDINGS[mime]}`;

/** What a key says of its file; undefined for anything that is no key of ours. */
export function readImageKey(key: string): { hash: string; mime: ImageMime } | undefined {
  const match = KEY.exec(key);
  if (!match) return undefined;
  const [mime] = Object.entries(ENDINGS).find(([, ending]) => ending === match[2])!;
  return { hash: match[1]!, mime: mime as ImageMime };
}
