import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { HARD_PATTERNS } from '../../../tests/support/hard-patterns.ts';
import { compileBounded, MAX_STEPS } from './bounded-regex.ts';
import { patternSize } from './pattern-size.ts';

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

test.each(['(', 'a)', '[', '[]', 'a**', '*a', '(?=a)', '(?<=a)', '(a)\\1', 'a{5,2}', 'a{1001}', '\\', '[z-a]'])(
  '%s is refused with a reason',
  (pattern) => {
    expect(() => compileBounded(pattern)).toThrow(/cannot be read as a pattern: ./);
  },
);

/** Seen red on the engine of before: the first made ten thousand million steps before it was refused. */
test.each(['((((((){100}){100}){100}){100}){100}', '((a{99}){99}){99}', `(?:${'ab'.repeat(90)}){1000}`, '[a-z]{999}'])(
  '%s is refused before anything is built of it',
  (pattern) => {
    expect(() => compileBounded(pattern)).toThrow(/is too large|cannot be read/);
  },
);

/** Text that counts how often it is read. */
function watched(text: string) {
  let reads = 0;
  const seen = new Proxy([...Buffer.from(text)], {
    get(bytes, key, self) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(bytes, key, self) as unknown;
    },
  });
  return { seen, reads: () => reads };
}

test('hard patterns, nested, alternated and counted, are refused or matched within a counted number of steps', () => {
  expect(HARD_PATTERNS.length).toBeGreaterThanOrEqual(200);
  let [matched, read] = [0, 0];
  for (const pattern of HARD_PATTERNS) {
    const size = patternSize(pattern);
    let found: ReturnType<typeof compileBounded>;
    try {
      found = compileBounded(pattern);
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
      continue;
    }
    matched += 1;
    expect(found.steps, pattern).toBeLessThanOrEqual(Math.min(size, MAX_STEPS));
    for (const text of ['a'.repeat(256), `${'ab'.repeat(127)}!`, 'x'.repeat(256)]) {
      const { seen, reads } = watched(text);
      RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).matcher(seen).find();
      // each step looks at a character and at what stands before it
      read += reads();
      expect(reads(), pattern).toBeLessThanOrEqual(2 * found.steps * (text.length + 1));
    }
  }
  expect(matched).toBeGreaterThan(150);
  expect(read).toBeGreaterThan(matched * 256);
});

const piece = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '[]a]',
  '\\d',
  '\\pL',
  '[\\p{L}a]',
  '[[:alpha:]]',
  '[^]\\]]',
  '(?:a)',
  '\\Qab\\E',
  '^',
  '$',
  '|',
  '(a|b)',
  '(ab',
  ')',
  '(?i)',
);
const mark = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,12}', '{3,}', '{0,7}', '*?', '{4}?');

/** Seen red: a set without its end was read in all ways there are. */
test('what never ends is measured in one walk', () => {
  for (const part of ['\\p{a}', '[:a:]', '(', '\\', '{1,', '(?:', '[', '\\Q', '(?i', 'a{2}'])
    for (const start of ['', '[', '(', '[^']) expect(patternSize(start + part.repeat(40))).toBeGreaterThan(0);
});

test('what the engine makes of a pattern is never more than its text says', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, mark), { maxLength: 14 }), (parts) => {
      const pattern = parts.map((one) => one.join('')).join('');
      let steps = 0;
      try {
        steps = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize();
      } catch {
        return;
      }
      expect(patternSize(pattern)).toBeGreaterThanOrEqual(steps);
    }),
    { numRuns: 3000 },
  );
});

test('it agrees with the regular expressions of the platform', () => {
  const simple = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '1', '(a|b)', '(ab|c)', '^', '$');
  const many = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,2}', '{1,}');
  const part = fc.tuple(simple, many).map(([one, times]) => (one === '^' || one === '$' ? one : one + times));
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
