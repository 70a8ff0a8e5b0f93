const ICO_PX = 32;
const TOUCH_PX = 180;
/** Sheets of icons begin with what they are (6 bytes) and one entry for each picture (16 bytes). */
const ICO_HEAD_BYTES = 22;

/** The mark as pictures, for those who ask for them by name: each is drawn when it is first asked for. @param svg square */
export function createIcons(svg: string): { ico: () => Promise<Buffer>; touch: () => Promise<Buffer> } {
  let ico: Promise<Buffer> | undefined;
  let touch: Promise<Buffer> | undefined;
  const draw = async (px: number, ground?: string): Promise<Buffer> => {
    // the library of pictures is loaded when the first one is drawn: many a start never needs it
    const { default: sharp } = await import('sharp');
    const picture = sharp(Buffer.from(svg), { density: (72 * px) / ICO_PX }).resize(px, px);
    return await (ground === undefined ? picture : picture.flatten({ background: ground })).png().toBuffer();
  };
  return {
    ico: () => (ico ??= draw(ICO_PX).then(icoOf)),
    // the phone rounds the corners itself, and shows what is clear as black
    touch: () => (touch ??= draw(TOUCH_PX, '#01e3a0')),
  };
}

/** One picture in the form of `favicon.ico`. */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(ICO_HEAD_BYTES);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(ICO_PX, 6);
  head.writeUInt8(ICO_PX, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(ICO_HEAD_BYTES, 18);
  return Buffer.concat([head, png]);
}
