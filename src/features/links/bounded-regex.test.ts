import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileBounded } from './bounded-regex.ts';

test.each([
  ['^brand', 'Brand_sleep', true],
  ['^brand', 'my-brand', false],
  ['(tea|coffee)s?$', 'green TEAS', true],
  ['a{2,3}b', 'ab', false],
  ['a{2,3}b', 'xaaab', true],
  ['^\\d{4}-\\d{2}$', '2026-03', true],
  ['[^a-z0-9]', 'abc', false],
  ['[^a-z0-9]', 'a c', true],
  ['\\D', '123', false],
  ['a.c', 'abc', true],
  ['\\.com$', 'example-com', false],
  ['', 'anything', true],
  ['(a|b)*c', 'ababd', false],
])('/%s/ on "%s" is %s', (pattern, text, expected) => {
  expect(compileBounded(pattern).test(text)).toBe(expected);
});

test.each([
  '(',
  'a)',
  '[',
  '[]',
  'a**',
  '*a',
  '(?=a)',
  '(?<=a)',
  '(a)\\1',
  '{',
  'a{5,2}',
  'a{999}',
  '\\',
  '[z-a]',
  'a\\b',
])('%s is refused with a reason', (pattern) => {
  expect(() => compileBounded(pattern)).toThrow(SyntaxError);
});

test('a pattern that grows beyond measure is refused', () => {
  expect(() => compileBounded('((a{99}){99}){99}')).toThrow(/too large/);
});

test('patterns that take the platform for ever are done after one walk along the text', () => {
  const text = `${'a'.repeat(5000)}!`;
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a*)*b', '(.*a){12}b'])
    expect(compileBounded(pattern).test(text)).toBe(false);
});

test('it agrees with the regular expressions of the platform', () => {
  const piece = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '1', '(a|b)', '(ab|c)', '^', '$');
  const mark = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,2}', '{1,}');
  const part = fc.tuple(piece, mark).map(([one, many]) => (one === '^' || one === '$' ? one : one + many));
  const pattern = fc
    .array(part, { maxLength: 5 })
    .chain((left) =>
      fc.array(part, { maxLength: 3 }).map((right) => [left.join(''), right.join('')].filter(Boolean).join('|')),
    );
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', 'x'), { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(pattern, text, (source, subject) => {
      expect(compileBounded(source).test(subject)).toBe(new RegExp(source, 'i').test(subject));
    }),
    { numRuns: 2000 },
  );
});
