import fc from 'fast-check';
import { expect, test } from 'vitest';
import pairs from '../../../tests/words/pairs.json' with { type: 'json' };
import { finderByName, fold, foldWithPlaces, containsFolded } from './fold.ts';

const all = Object.entries(pairs).flatMap(([language, words]) =>
  words.map(([typed, written]) => [language, typed!, written!] as const),
);

test('there are 300 pairs in eight languages', () => {
  expect(Object.keys(pairs)).toHaveLength(8);
  expect(new Set(all.map((pair) => pair.join(' '))).size).toBeGreaterThanOrEqual(300);
});

test.each(all)('%s: "%s" finds "%s", and the other way round', (_language, typed, written) => {
  expect(containsFolded(`7 notes on ${written}, compared`, typed)).toBe(true);
  expect(containsFolded(`7 notes on ${typed}, compared`, written)).toBe(true);
  // as a keyboard of another system writes it
  expect(containsFolded(written.normalize('NFD'), typed)).toBe(true);
  expect(containsFolded(written.toUpperCase(), typed)).toBe(true);
});

test.each([
  ['Greek', 'ΚΑΦΈΣ', 'καφες'],
  ['Cyrillic', 'Ёлка', 'елка'],
  ['Arabic with its points', 'مُحَمَّد', 'محمد'],
  ['Arabic and Persian letters', 'علی', 'علي'],
  ['Persian with a break that nobody sees', 'می‌خواهم', 'میخواهم'],
  ['Hebrew with its points', 'שָׁלוֹם', 'שלום'],
  ['Vietnamese', 'Đường phố', 'duong pho'],
  ['full width', 'ＣＡＬＭ', 'calm'],
  ['ligatures of a PDF', 'ﬁsh', 'fish'],
  ['quotes of Word', 'Editor’s “choice” – 2', `editor's "choice" - 2`],
  ['a mark of trade', 'Calm™ tea', 'calm  tea'],
  ['what nobody sees', 'Ca\u200blm\u202e', 'calm'],
])('%s', (_what, written, folded) => {
  expect(fold(written)).toBe(fold(folded));
});

test('other words stay others', () => {
  for (const [a, b] of [
    ['tea', 'teas'],
    ['कि', 'कु'],
    ['が', 'か'],
    ['가', '각'],
    ['中', '文'],
  ] as const)
    expect(fold(a)).not.toBe(fold(b));
});

test('each sign of a folded text knows its place', () => {
  const text = 'Die Straße, Café\u0301 am Ende';
  const { folded, places } = foldWithPlaces(text)!;
  expect(folded).toBe(fold(text));
  expect(text.slice(places[folded.indexOf('strasse')], places[folded.indexOf('strasse') + 7])).toBe('Straße');
  expect(text.slice(places[folded.indexOf('cafe')], places[folded.indexOf('cafe') + 4])).toBe('Café\u0301');
  expect(places[folded.length]).toBe(text.length);
});

test('places are those of the signs that were folded, whatever stands beside plain letters', () => {
  const pieces = fc.constantFrom(
    'a',
    'B',
    ' ',
    '\n',
    '`',
    'ß',
    '’',
    'é',
    '\u0301',
    '\u093f',
    '\u200d',
    '漢',
    'ﬁ',
    '™',
    '😀',
    'İ',
    'Σ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const found = foldWithPlaces(text);
      const signs = [...text.matchAll(/\P{M}[\p{M}\u200c\u200d]*|\p{M}+/gu)];
      const places = signs.flatMap(({ 0: sign, index }) => Array.from(fold(sign).split(''), () => index));
      const folded = signs.map(([sign]) => fold(sign)).join('');
      expect(found).toEqual(folded === fold(text) ? { folded, places: [...places, text.length] } : undefined);
    }),
    { numRuns: 2000 },
  );
});

test('a record is found by a name as people type it; what two old names share is nobody’s', () => {
  const find = finderByName([
    ['Café', 1],
    ['Cafe', 2],
    ['Straße', 3],
  ]);
  expect(['CAFÉ ', 'cafe', 'Cafè', 'STRASSE', 'road'].map(find)).toEqual([1, 2, undefined, 3, undefined]);
});
