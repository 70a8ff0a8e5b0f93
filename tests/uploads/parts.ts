/** What a stored file may consist of: pixels and how to read them. Anything else came from whoever made the source. */
const PIXELS = {
  png: new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs']),
  jpeg: new Set(['APP0', 'DQT', 'SOF', 'DHT', 'SOS', 'DRI', 'EOI']),
  gif: new Set(['head', 'image', 'control', 'NETSCAPE2.0', 'end']),
  webp: new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']),
};

/** The parts of a file that hold something else than pixels, by name; bytes that belong to no part are one too. */
export function foreignParts(format: keyof typeof PIXELS, bytes: Buffer): string[] {
  return { png: pngParts, jpeg: jpegParts, gif: gifParts, webp: webpParts }
    [format](bytes)
    .filter((part) => !PIXELS[format].has(part));
}

function pngParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  let at = 8;
  while (at + 8 <= bytes.length) {
    parts.push(bytes.toString('latin1', at + 4, at + 8));
    at += 12 + bytes.readUInt32BE(at);
  }
  return at === bytes.length ? parts : [...parts, 'rest'];
}

function jpegParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return [...parts, 'rest'];
    const marker = bytes[at + 1]!;
    parts.push(markerName(marker));
    if (marker === 0xd9) return at + 2 === bytes.length ? parts : [...parts, 'rest'];
    at += 2 + bytes.readUInt16BE(at + 2);
    // behind the head of a scan lie its pixels, up to the next marker that is neither stuffing nor a restart
    if (marker === 0xda) while (bytes[at] !== 0xff || bytes[at + 1] === 0 || (bytes[at + 1]! & 0xf8) === 0xd0) at += 1;
  }
  return [...parts, 'rest'];
}

function markerName(marker: number): string {
  if (marker >= 0xe0 && marker <= 0xef) return `APP${marker - 0xe0}`;
  if (marker >= 0xc0 && marker <= 0xc2) return 'SOF';
  return (
    { 0xdb: 'DQT', 0xc4: 'DHT', 0xda: 'SOS', 0xdd: 'DRI', 0xd9: 'EOI', 0xfe: 'COM' }[marker] ??
    `FF${marker.toString(16)}`
  );
}

function gifParts(bytes: Buffer): string[] {
  const parts = ['head'];
  let at = 13 + colours(bytes[10]!);
  const skipBlocks = () => {
    while (bytes[at]! > 0) at += bytes[at]! + 1;
    at += 1;
  };
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x3b) return at + 1 === bytes.length ? [...parts, 'end'] : [...parts, 'rest'];
    if (kind === 0x2c) {
      at += 10 + colours(bytes[at + 9]!) + 1;
      parts.push('image');
    } else if (kind === 0x21) {
      const label = bytes[at + 1];
      parts.push(
        label === 0xf9 ? 'control' : label === 0xff ? bytes.toString('latin1', at + 3, at + 14) : `extension ${label}`,
      );
      at += 2;
    } else return [...parts, 'rest'];
    skipBlocks();
  }
  return [...parts, 'rest'];
}

const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function webpParts(bytes: Buffer): string[] {
  const parts: string[] = [];
  let at = 12;
  while (at + 8 <= bytes.length) {
    parts.push(bytes.toString('latin1', at, at + 4));
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === bytes.length ? parts : [...parts, 'rest'];
}
