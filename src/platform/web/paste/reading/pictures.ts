import type { PastedPicture } from '../blocks.ts';

const PIXEL = 2;
const MAX_SIGN = 12;

/** A picture that stands for a sign: 😀, or nothing that people see. */
export type SignOrPicture = { sign: string } | { picture: PastedPicture };

/** What an `<img>` says or shows. */
export function readPicture(image: Element): SignOrPicture {
  const alt = (image.getAttribute('alt') ?? '').trim();
  const size = (name: string): number => Number.parseFloat(image.getAttribute(name) ?? '');
  // counts who reads a mail
  if (size('width') <= PIXEL || size('height') <= PIXEL) return { sign: '' };
  if (
    alt !== '' &&
    alt.length <= MAX_SIGN &&
    /\p{S}|\p{Extended_Pictographic}/u.test(alt) &&
    !/[\p{L}\p{N}]/u.test(alt)
  )
    return { sign: alt };
  const src = (image.getAttribute('src') ?? '').trim();
  return { picture: { ...placeOf(src), name: alt || image.getAttribute('title') || nameIn(src) } };
}

function placeOf(src: string): Pick<PastedPicture, 'from' | 'data'> {
  if (/^(https?:)?\/\//i.test(src)) return { from: 'web' };
  if (/^file:/i.test(src)) return { from: 'file' };
  return /^data:image\//i.test(src) ? { from: 'data', data: src } : { from: 'unknown' };
}

function nameIn(src: string): string {
  if (/^data:/i.test(src)) return '';
  const name =
    src
      .replace(/[?#].*$/s, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
