import type { Numbering } from '../blocks.ts';

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const CSS_TYPES: Record<string, string> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

export const BULLETS: Numbering = { isOrdered: false, start: 1, type: undefined, isReversed: false };

const numbers = (start: number, type?: string): Numbering => ({ isOrdered: true, start, type, isReversed: false });

/** The type of a list as its attribute says it. @param value of `list-style-type` or `list-style` */
const typeOfStyle = (value: string | undefined): string | undefined =>
  CSS_TYPES[/(?:lower|upper)-(?:alpha|latin|roman)/.exec(value ?? '')?.[0] ?? ''];

function romanValue(text: string): number | undefined {
  if (!/^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/.test(text)) return undefined;
  const values = Array.from(text, (letter) => ROMAN[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0) || undefined;
}

/** "c" is the third. */
const letterValue = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);

/**
 * What the sign before an item says. A sign that no list can show ("1.2.", "Step 3:") gives undefined: it must stay as text.
 * @param before the numbering of the item before it in the same list: "i." goes on from "h.", else it is Roman
 */
export function numberingOf(
  sign: string,
  before?: { type: string | undefined; number: number },
): Numbering | undefined {
  const bare = sign.trim();
  if (!/[\p{L}\p{N}]/u.test(bare) || /^[o\uf000-\uf0ff]$/.test(bare)) return BULLETS;
  const [, core = ''] = /^\(?(\d{1,6}|[a-z]{1,8}|[A-Z]{1,8})[.)]?$/.exec(bare) ?? [];
  if (core === '') return undefined;
  if (/^\d+$/.test(core)) return numbers(Number(core));
  // a word is no number
  if (!/[.)]$/.test(bare)) return undefined;
  const isUpper = core === core.toUpperCase();
  const low = core.toLowerCase();
  const roman = romanValue(low);
  const letter = low.length <= 2 ? letterValue(low) : undefined;
  const goesOn = before && letter === before.number + 1 && before.type?.toLowerCase() === 'a';
  if (roman !== undefined && !goesOn && (low.length > 1 || low === 'i' || before?.type?.toLowerCase() === 'i'))
    return numbers(roman, isUpper ? 'I' : 'i');
  return letter === undefined ? undefined : numbers(letter, isUpper ? 'A' : 'a');
}

/** How a list of HTML counts, by its attributes and by its style: programs say it in either. */
export function numberingOfList(list: Element, style: string | undefined): Numbering {
  const isOrdered = /decimal|alpha|latin|roman/.test(style ?? '')
    ? true
    : /disc|circle|square/.test(style ?? '')
      ? false
      : list.tagName === 'OL';
  if (!isOrdered) return BULLETS;
  const isReversed = list.hasAttribute('reversed');
  const given = Number.parseInt(list.getAttribute('start') ?? '', 10);
  const count = [...list.children].filter(({ tagName }) => tagName === 'LI').length;
  const type = list.getAttribute('type') ?? '';
  return {
    isOrdered,
    start: Number.isNaN(given) ? (isReversed ? count : 1) : given,
    type: /^[aAiI]$/.test(type) ? type : typeOfStyle(style),
    isReversed,
  };
}
