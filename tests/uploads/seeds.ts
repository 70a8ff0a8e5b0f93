import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A text that stands in every kind of metadata of every seed, and nowhere in its pixels. */
export const CANARY = 'CANARY-51.5074N-0.1278W-8f3ab1';

export type Format = 'png' | 'jpeg' | 'gif' | 'webp';
export type Seed = { name: string; format: Format; bytes: Buffer };

/** Whole pictures of every kind that the four formats know, each with the canary in all the metadata that its format can hold. */
export async function makeSeeds(): Promise<Seed[]> {
  const photo = await noise(320, 220);
  const large = await noise(1100, 700);
  const flat = sharp({
    create: { width: 180, height: 120, channels: 4, background: { r: 20, g: 120, b: 90, alpha: 0.5 } },
  });
  const said = (picture: Sharp): Sharp =>
    picture
      .withExif({
        IFD0: { ImageDescription: CANARY, Artist: CANARY },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' },
      })
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${CANARY}</rdf:RDF></x:xmpmeta>`,
      );
  const turned = said(sharp(photo)).withMetadata({ orientation: 6 });
  const made: [name: string, format: Format, picture: Promise<Buffer>][] = [
    ['truecolour', 'png', said(sharp(photo)).png().toBuffer()],
    ['interlaced', 'png', said(sharp(photo)).png({ progressive: true }).toBuffer()],
    ['palette', 'png', said(sharp(photo)).png({ palette: true, colours: 16 }).toBuffer()],
    ['alpha', 'png', said(flat.clone()).png().toBuffer()],
    ['grey, 16 bit', 'png', said(sharp(photo)).toColourspace('grey16').png().toBuffer()],
    ['wide, with smaller forms', 'png', said(sharp(large)).png({ palette: true }).toBuffer()],
    ['baseline', 'jpeg', said(sharp(photo)).jpeg().toBuffer()],
    ['progressive', 'jpeg', said(sharp(photo)).jpeg({ progressive: true, quality: 60 }).toBuffer()],
    ['full chroma', 'jpeg', said(sharp(photo)).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
    ['grey', 'jpeg', said(sharp(photo).greyscale()).jpeg().toBuffer()],
    ['four inks', 'jpeg', said(sharp(photo)).toColourspace('cmyk').jpeg().toBuffer()],
    ['another profile, turned', 'jpeg', turned.withIccProfile('p3').jpeg().toBuffer()],
    ['wide, with smaller forms', 'jpeg', said(sharp(large)).jpeg().toBuffer()],
    ['still', 'gif', sharp(photo).gif().toBuffer()],
    ['few colours', 'gif', sharp(photo).gif({ colours: 4 }).toBuffer()],
    ['animated', 'gif', (await frames(6)).gif({ delay: [60, 60, 60, 60, 60, 60], loop: 0 }).toBuffer()],
    ['lossy', 'webp', said(sharp(photo)).webp().toBuffer()],
    ['lossless', 'webp', said(sharp(photo)).webp({ lossless: true }).toBuffer()],
    ['alpha', 'webp', said(flat.clone()).webp().toBuffer()],
    [
      'animated',
      'webp',
      said(await frames(5))
        .webp({ delay: [60, 60, 60, 60, 60], loop: 2 })
        .toBuffer(),
    ],
  ];
  const seeds = await Promise.all(
    made.map(async ([name, format, bytes]) => ({
      name: `${format}, ${name}`,
      format,
      bytes: withComment(format, await bytes),
    })),
  );
  // pictures that others made: a browser's, a camera's
  const found = REAL.map(([file, format]): Seed => {
    const bytes = withComment(format, readFileSync(join(import.meta.dirname, '../..', file)));
    return { name: file, format, bytes };
  });
  return [...seeds, ...found];
}

const REAL: [file: string, format: Format][] = [
  ['docs/screenshot.png', 'png'],
  ['docs/screenshot-guide.png', 'png'],
  ['node_modules/autocannon/test/j5.jpeg', 'jpeg'],
  ['node_modules/@fastify/static/example/public/images/sample.jpg', 'jpeg'],
];

const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .blur(3)
    .png()
    .toBuffer();

async function frames(count: number): Promise<Sharp> {
  const all = await Promise.all(Array.from({ length: count }, () => noise(90, 60)));
  return sharp(all, { join: { animated: true } });
}

/** The canary in the comments of a format, which the picture library itself does not write. */
function withComment(format: Format, bytes: Buffer): Buffer {
  switch (format) {
    case 'png': {
      // behind the header, which is always 33 bytes long
      const text = [pngChunk('tEXt', `Comment\0${CANARY}`), pngChunk('iTXt', `Title\0\0\0\0\0${CANARY}`)];
      const packed = pngChunk('zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflateSync(CANARY)]));
      return Buffer.concat([bytes.subarray(0, 33), ...text, packed, bytes.subarray(33)]);
    }
    case 'jpeg':
      return Buffer.concat([
        bytes.subarray(0, 2),
        jpegSegment(0xfe, CANARY),
        jpegSegment(0xed, `Photoshop 3.0\0${CANARY}`),
        bytes.subarray(2),
      ]);
    case 'gif': {
      // behind the header and the colours of the whole
      const flags = bytes[10]!;
      const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
      const comment = Buffer.concat([Buffer.from([0x21, 0xfe, CANARY.length]), Buffer.from(CANARY), Buffer.from([0])]);
      return Buffer.concat([bytes.subarray(0, at), comment, bytes.subarray(at)]);
    }
    case 'webp':
      return bytes;
  }
}

/** A chunk of a PNG with its checksum. */
function pngChunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function jpegSegment(marker: number, text: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}
