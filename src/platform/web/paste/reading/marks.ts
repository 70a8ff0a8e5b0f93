import type { Mark, Space } from '../blocks.ts';

type Styled = ReadonlyMap<string, string>;

const TAG_MARKS: Record<string, Mark> = {
  b: 'bold',
  strong: 'bold',
  em: 'italic',
  i: 'italic',
  cite: 'italic',
  var: 'italic',
  dfn: 'italic',
  u: 'underline',
  sup: 'superscript',
  sub: 'subscript',
};
const STRUCK_TAGS = new Set(['s', 'strike', 'del']);
/** Text that is moved up or down by a length is short; more is a layout. */
const MAX_MOVED_LETTERS = 16;
const MIN_MOVED_BY = 2;

const decoration = (style: Styled): string =>
  `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;

/** Whether a text is crossed out: by a tag, a style, or as a deletion that Word or LibreOffice keeps track of. */
export const isStruck = (tag: string, style: Styled): boolean =>
  STRUCK_TAGS.has(tag) || decoration(style).includes('line-through') || style.has('text-line-through');

export const isHidden = (element: Element, style: Styled): boolean =>
  style.get('display') === 'none' ||
  style.get('visibility') === 'hidden' ||
  style.get('mso-hide') === 'all' ||
  element.hasAttribute('hidden');

/** The marks inside an element that stands in text with the marks given. */
export function marksIn(element: Element, tag: string, style: Styled, around: ReadonlySet<Mark>): ReadonlySet<Mark> {
  const marks = new Set(around);
  const own = TAG_MARKS[tag];
  if (own) marks.add(own);
  put(marks, 'bold', weight(style.get('font-weight')));
  put(marks, 'italic', slant(style.get('font-style')));
  if (decoration(style).includes('underline')) marks.add('underline');
  const height = heightOf(element, style);
  if (height) {
    marks.delete('superscript');
    marks.delete('subscript');
    marks.add(height);
  }
  return marks;
}

function put(marks: Set<Mark>, mark: Mark, isOn: boolean | undefined): void {
  if (isOn === true) marks.add(mark);
  if (isOn === false) marks.delete(mark);
}

function weight(value: string | undefined): boolean | undefined {
  if (value === undefined || value === 'inherit') return undefined;
  return value.startsWith('bold') || Number.parseInt(value, 10) >= 600;
}

const slant = (value: string | undefined): boolean | undefined =>
  value === undefined || value === 'inherit' ? undefined : /italic|oblique/.test(value);

/** Cells too are aligned by `vertical-align`; there it says nothing of the text. */
function heightOf(element: Element, style: Styled): Mark | undefined {
  if (/^(td|th|tr|tbody|thead|table|img|col)$/i.test(element.tagName)) return undefined;
  const value = style.get('vertical-align') ?? '';
  if (value.startsWith('super')) return 'superscript';
  if (value.startsWith('sub')) return 'subscript';
  const by = Number.parseFloat(style.get('mso-text-raise') ?? (/^-?[\d.]+(pt|px|em|ex|%)/.test(value) ? value : ''));
  const isSmall = Math.abs(by) < MIN_MOVED_BY && !/em|ex/.test(value);
  if (Number.isNaN(by) || by === 0 || isSmall) return undefined;
  if ((element.textContent ?? '').trim().length > MAX_MOVED_LETTERS) return undefined;
  return by > 0 ? 'superscript' : 'subscript';
}

/** How the blanks inside an element count. */
export function spaceIn(tag: string, style: Styled, around: Space): Space {
  if (tag === 'pre' || tag === 'xmp') return 'all';
  const value = `${style.get('white-space') ?? ''} ${style.get('white-space-collapse') ?? ''}`;
  // spans of Google Docs keep all blanks, though nobody means more than lines and tabs by it
  if (around !== 'all' && /pre|preserve|break-spaces/.test(value)) return 'lines';
  if (/\bnormal|collapse|nowrap/.test(value) && tag !== 'span') return 'normal';
  return around;
}
