import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../contract.ts';
import { isImageMime, storedSize, tooLargeReason, wrongTypeReason, type ImageMime } from '../rules.ts';

// The whole of a child process: it parses one file that somebody else made, answers and ends. Whatever a decoder does here,
// the server goes on.

/** A picture decoded and written anew. `height` is that of one frame. */
export type Encoded = { bytes: Uint8Array; mime: ImageMime; width: number; height: number; hash: string };

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

async function encode(source: Buffer): Promise<Encoded | Refusal> {
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
  const hash = createHash('sha256').update(data).digest('hex');
  return { bytes: data, mime, width: info.width, height: info.pageHeight ?? info.height, hash };
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

process.once('message', (source: Uint8Array) => {
  void encode(Buffer.from(source.buffer, source.byteOffset, source.byteLength))
    .catch(() => BROKEN)
    .then((answer) => process.send?.(answer, () => process.disconnect()));
});
process.send?.('ready');
