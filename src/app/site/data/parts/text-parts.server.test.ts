import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeRichText } from '../../../../platform/server/records/rich-text.ts';
import { cutAtHeadings } from './text-parts.server.ts';

test('a text is cut at its headings', () => {
  expect(cutAtHeadings('<p>A</p><h2>One &amp; <b>two</b></h2><p>B</p><h3>c</h3><p>C</p><h2>Three</h2>')).toEqual({
    intro: '<p>A</p>',
    parts: [
      { id: 'text-1', title: 'One & two', html: '<p>B</p><h3>c</h3><p>C</p>' },
      { id: 'text-2', title: 'Three', html: '' },
    ],
  });
});

test.each([
  ['no text', null],
  ['no heading', '<p>A<br />B</p>'],
  ['a heading without words', '<h2> </h2><p>A</p>'],
  ['a heading inside a list', '<ul><li><h2>A</h2></li></ul>'],
])('%s stays whole', (_name, html) => {
  expect(cutAtHeadings(html)).toEqual({ intro: html, parts: [] });
});

test('every part of what the sanitiser lets through is well-formed by itself, and nothing is lost', () => {
  const tag = fc.constantFrom('p', 'h2', '/h2', 'ul', '/ul', 'li', '/li', 'br', 'strong', '/p', 'h3', '/h3');
  const bit = fc.oneof(
    tag.map((name) => `<${name}>`),
    fc.constantFrom('word ', '&amp;', '>', '<'),
  );
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 40 }), (bits) => {
      const html = sanitizeRichText(bits.join(''));
      const { intro, parts } = cutAtHeadings(html);
      const pieces = [intro ?? '', ...parts.map((part) => part.html)];
      for (const piece of pieces) {
        expect(piece.match(/<(?!br\b)[a-z]/g)?.length ?? 0).toBe(piece.match(/<\/[a-z]/g)?.length ?? 0);
        expect(sanitizeRichText(`<p>x</p>${piece}`)).toBe(`<p>x</p>${piece}`);
      }
      const words = (texts: string[]): number => texts.join(' ').match(/word|&amp;/g)?.length ?? 0;
      const titles = parts.map((part) => part.title.replaceAll('&', '&amp;'));
      expect(words([...pieces, ...titles])).toBe(words([html]));
    }),
    { numRuns: 300 },
  );
});
