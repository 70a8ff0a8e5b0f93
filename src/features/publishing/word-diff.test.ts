import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords, type DiffPart } from './word-diff.ts';

const shown = (parts: readonly DiffPart[]) =>
  parts.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind]).join('');

test.each([
  ['nothing changed', 'a mild tea', 'a mild tea', 'a mild tea'],
  ['a word was replaced', 'a mild tea', 'a strong tea', 'a [-mild-][+strong+] tea'],
  ['a word came', 'a tea', 'a mild tea', 'a [+mild +]tea'],
  ['a word went', 'a mild tea', 'a tea', 'a [-mild -]tea'],
  ['all is new', '', 'a tea', '[+a tea+]'],
  ['a mark alone changed', 'Tea.', 'Tea!', 'Tea[-.-][+!+]'],
  ['letters of any script', 'grüner Tee', 'schwarzer Tee', '[-grüner-][+schwarzer+] Tee'],
])('%s', (_name, before, after, expected) => {
  expect(shown(diffWords(before, after))).toBe(expected);
});

test('the parts give both texts back, whatever they are', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '.', 'tea'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const parts = diffWords(before, after);
      const without = (kind: DiffPart['kind']) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('texts too long to compare word by word are shown as one change', () => {
  const [before, after] = ['a ', 'b '].map((word) => word.repeat(2000)) as [string, string];
  expect(diffWords(`same ${before}end`, `same ${after}end`).map((part) => part.kind)).toEqual([
    'same',
    'removed',
    'added',
    'same',
  ]);
});

test('what came at the end of such a text is all that is shown as added, though it ends alike', () => {
  const more = 'b '.repeat(2000);
  expect(diffWords('tea ', `tea ${more}`)).toEqual([
    { kind: 'same', text: 'tea ' },
    { kind: 'added', text: more },
  ]);
});
