import qrcode from 'qrcode-generator';

/** Modules that stay white around the code, as readers of codes need them. */
const QUIET = 4;

export type QrCode = {
  /** Modules a side, the white border included. */
  size: number;
  /** The dark modules as the path of an SVG of that size. */
  path: string;
  isDark: (row: number, column: number) => boolean;
};

/** The QR code of an address; it can still be read with 15 % of it damaged. */
export function qrCode(text: string): QrCode {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const isInside = (at: number) => at >= QUIET && at < modules + QUIET;
  const isDark = (row: number, column: number) =>
    isInside(row) && isInside(column) && code.isDark(row - QUIET, column - QUIET);
  const size = modules + 2 * QUIET;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) if (isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  }
  return { size, path, isDark };
}

/** A file of its own, without a size, so that it prints sharp at any. */
export const qrSvg = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${path}"/></svg>\n`;

/** The same as a picture of at least 1024 px. @throws Error where the browser can draw none */
export async function qrPng({ size, isDark }: QrCode): Promise<Blob> {
  const scale = Math.ceil(1024 / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw the picture; the SVG is the same code.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (isDark(row, column)) pen.fillRect(column * scale, row * scale, scale, scale);
    }
  }
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be drawn.')))),
  );
}
