/*
 * What people take for the same word: case, accents and points, and letters that other keyboards lack, do not count.
 * The same steps stand in the SQL function `folded` (migration 0071); fold.test.ts holds the two equal, sign by sign.
 */

const mapOf = (pairs: string): ReadonlyMap<string, string> =>
  new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));

/** Quotes, dashes, white space and a mark that would melt into its word, before anything is taken apart. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  "'": /[\u2018-\u201b\u2032\u00b4\u0060\u02bc]/g,
  '"': /[\u201c-\u201f\u2033\u00ab\u00bb]/g,
  '-': /[\u2010-\u2015\u2212]/g,
  ' ': /[\t\n\r\u2122]/g,
};

/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic, the Arabic stroke that only widens, and what nobody sees. */
const UNCOUNTED =
  // oxlint-disable-next-line no-misleading-character-class -- single marks are meant
  /[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0000}-\u{e01ef}]/gu;

/** Letters that no decomposition takes apart: Latin, Greek, Cyrillic, Arabic, Hebrew, and the digits of Arabic and Persian. */
const LETTERS = mapOf(
  'ßss æae œoe þth ıi øo đd ðd łl ħh ŧt ƀb ɓb ɗd ɖd ǝe əe ɛe ɔo ƒf ɠg ƙk ɲn ŋn ƴy ȷj ƶz ƚl ɨi ʉu ĸk ' +
    'ςσ ґг ىي یي کك ةه ٱا ךכ םמ ןנ ףפ ץצ ' +
    '٠0 ١1 ٢2 ٣3 ٤4 ٥5 ٦6 ٧7 ٨8 ٩9 ۰0 ۱1 ۲2 ۳3 ۴4 ۵5 ۶6 ۷7 ۸8 ۹9',
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** A text as it is looked for and told from others: `Straße`, `STRASSE` and `strasse` are one, `Café` and `cafe` too. */
export function fold(text: string): string {
  let folded = text.toWellFormed();
  for (const [sign, others] of Object.entries(SIGNS)) folded = folded.replace(others, sign);
  return folded
    .normalize('NFKD')
    .replace(UNCOUNTED, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS.get(letter)!)
    .normalize('NFC');
}

/** Does a text hold what was typed? Nothing typed is held by every text. */
export const containsFolded = (text: string, typed: string): boolean => fold(text).includes(fold(typed.trim()));

/**
 * Finds a record by a name that people typed, as they take names for the same. One that differs in case alone goes first; what names of
 * before that fold alike share finds none of them.
 */
export function finderByName<T>(named: readonly (readonly [name: string, of: T])[]): (name: string) => T | undefined {
  const exact = new Map(named.map(([name, of]) => [name.toLowerCase(), of]));
  const folded = new Map<string, T | undefined>();
  for (const [name, of] of named) folded.set(fold(name), folded.has(fold(name)) ? undefined : of);
  return (name) => exact.get(name.trim().toLowerCase()) ?? folded.get(fold(name.trim()));
}

/** A run of plain letters, which keeps its length; else a sign with its marks, which the last letter of a run may be. */
const SIGN = /([^\x80-\u{10ffff}]+(?![\p{M}\u200c\u200d]))|\P{M}[\p{M}\u200c\u200d]*|\p{M}+/gu;

/** The same as `fold` of a text of plain letters alone. */
const foldPlain = (text: string): string =>
  text
    .replaceAll('`', "'")
    .replace(/[\t\n\r]/g, ' ')
    .toLowerCase();

/**
 * A folded text and, for each place in it, the place of the text that it came from; one more for the end.
 * @returns undefined where signs that stand apart fold into one, as the parts of a Korean syllable do
 */
export function foldWithPlaces(text: string): { folded: string; places: number[] } | undefined {
  const known = new Map<string, string>();
  const places: number[] = [];
  const parts: string[] = [];
  let isPlain = true;
  for (const { 0: sign, 1: run, index } of text.matchAll(SIGN)) {
    if (run !== undefined) {
      for (let i = 0; i < run.length; i += 1) places.push(index + i);
      parts.push(foldPlain(run));
      continue;
    }
    isPlain = false;
    let folded = known.get(sign);
    if (folded === undefined) known.set(sign, (folded = fold(sign)));
    for (let i = 0; i < folded.length; i += 1) places.push(index);
    parts.push(folded);
  }
  places.push(text.length);
  const folded = parts.join('');
  return isPlain || folded === fold(text) ? { folded, places } : undefined;
}
