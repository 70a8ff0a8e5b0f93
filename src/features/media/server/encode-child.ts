import { hash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../contract.ts';
import {
  HASH_DIGITS,
  isImageMime,
  storedSize,
  tooLargeReason,
  variantMimes,
  variantWidths,
  worthKeeping,
  wrongTypeReason,
  type ImageMime,
  type VariantMime,
} from '../rules.ts';

// The whole of a child process: it parses one file that somebody else made, answers and ends. Whatever a decoder does here,
// the server goes on.

/** A picture decoded and written anew. `height` is that of one frame. */
export type Encoded = { bytes: Uint8Array; mime: ImageMime; width: number; height: number; hash: string };

/** A smaller form of a picture. */
export type Variant = { bytes: Uint8Array; mime: VariantMime; width: number };

/** `store`: write the upload anew, then make its smaller forms. `shrink`: only these, of a picture that is stored already. */
export type Task = { task: 'store' | 'shrink'; source: Uint8Array };

/** `store` answers with the picture as soon as there is one, and with its smaller forms after it. */
export type Answer = Refusal | { encoded: Encoded } | { variants: Variant[] };

export type Refusal = { refused: 'type' | 'size' | 'broken'; reason: string };

const BROKEN: Refusal = { refused: 'broken', reason: 'The picture is damaged and could not be read.' };

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});

async function encode(source: Buffer): Promise<{ encoded: Encoded } | Refusal> {
  const sniffed = (await fileTypeFromBuffer(source))?.mime;
  // an APNG is a PNG whose first frame every reader shows
  const mime = sniffed === 'image/apng' ? 'image/png' : sniffed;
  if (!isImageMime(mime)) return { refused: 'type', reason: wrongTypeReason(mime, source.toString('latin1', 0, 4096)) };

  const { autoOrient, pageHeight, pages = 1 } = await sharp(source, { limitInputPixels: false }).metadata();
  // a phone notes which way is up beside the pixels; the note is dropped, so the pixels are turned
  const shown = { width: autoOrient.width, height: pageHeight ?? autoOrient.height };
  const tooLarge = tooLargeReason({ ...shown, frames: pages });
  if (tooLarge) return { refused: 'size', reason: tooLarge };

  const options = { animated: pages > 1, limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const opened = pages > 1 ? sharp(source, options) : sharp(source, options).autoOrient();
  const picture = opened.resize({ ...storedSize(shown.width, shown.height), fit: 'fill' });
  const { data, info } = await inFormat(picture, mime).toBuffer({ resolveWithObject: true });
  const { width, pageHeight: frameHeight, height } = info;
  return {
    encoded: {
      bytes: data,
      mime,
      width,
      height: frameHeight ?? height,
      hash: hash('sha256', data).slice(0, HASH_DIGITS),
    },
  };
}

const encodeForm: Record<VariantMime, (picture: Sharp) => Sharp> = {
  'image/avif': (picture) => picture.avif({ quality: 55, effort: 2 }),
  'image/webp': (picture) => picture.webp({ quality: 78 }),
};

/** The forms in which pages offer a picture. An animation has none: AVIF cannot move here, and a still one would stop it. */
async function shrink(picture: Buffer): Promise<Variant[]> {
  const {
    width: full,
    height: fullHeight,
    pages = 1,
  } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
  if (pages > 1) return [];
  const mimes = variantMimes(full, fullHeight);
  const made: Variant[] = [];
  let larger = sharp(picture, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
  // from the widest down, each from the pixels of the one before: the file is decoded once
  for (const width of variantWidths(full, fullHeight).toReversed()) {
    const { data, info } = await larger
      .resize({ width, height: Math.max(1, Math.round((width * fullHeight) / full)), fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = () => sharp(data, { raw: info });
    larger = pixels();
    for (const mime of mimes) made.unshift({ bytes: await encodeForm[mime](pixels()).toBuffer(), mime, width });
  }
  return worthKeeping(made, picture.length);
}

function inFormat(picture: Sharp, mime: ImageMime): Sharp {
  switch (mime) {
    case 'image/png':
      return picture.png({ compressionLevel: 8 });
    case 'image/jpeg':
      return picture.jpeg({ quality: 84, progressive: true });
    case 'image/gif':
      return picture.gif({ effort: 2 });
    case 'image/webp':
      return picture.webp({ quality: 84, effort: 2 });
  }
}

const say = (answer: Answer): Promise<void> =>
  new Promise((resolve) => void process.send?.(answer, undefined, undefined, () => resolve()));

async function work({ task, source }: Task): Promise<void> {
  let picture = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (task === 'store') {
    const answer = await encode(picture).catch(() => BROKEN);
    await say(answer);
    if ('refused' in answer) return;
    picture = Buffer.from(answer.encoded.bytes);
  }
  await say({ variants: await shrink(picture) });
}

process.once('message', (task: Task) => {
  // an error ends the child, of which its parent hears
  void work(task).finally(() => process.disconnect());
});
process.send?.('ready');
