import { expect, test } from 'vitest';
import { textOfHtml } from './html-text.ts';

test.each([
  ['marks end no word', '<p>It <b>cu</b>res colds</p>', 'It cures colds'],
  ['a break is no end of a sentence', '<p>It cures<br />colds</p>', 'It cures colds'],
  ['blocks stand apart', '<h2>Calm</h2><p>Tea</p><ul><li>one</li><li>two</li></ul>', 'Calm\nTea\none\ntwo'],
  ['entities are read once', '<p>&lt;b&gt; &amp;lt; R&amp;D</p>', '<b> &lt; R&D'],
  ['nothing', null, ''],
  ['a power is no longer number', '<p>10<sup>3</sup> and 10<sup>-6</sup></p>', '10³ and 10⁻⁶'],
  ['a power without a sign of its own', '<p>2<sup>1.5</sup> x<sup>a</sup></p>', '2^(1.5) x^a'],
  ['an ending of a number stays one', '<p>the 1<sup>st</sup></p>', 'the 1st'],
  ['what stands low', '<p>H<sub>2</sub>O, B<sub>12</sub>, C<sub>max</sub></p>', 'H₂O, B₁₂, Cmax'],
  ['a mark in what stands high', '<p>10<sup><strong>3</strong></sup></p>', '10³'],
  [
    'the cells of a row are parted',
    '<table><tbody><tr><th><p>Dose</p></th><td><p>5</p></td><td><p>10</p><p>mg</p></td></tr><tr><td>a</td><td></td><td>b</td></tr></tbody></table>',
    'Dose | 5 | 10 mg\na | | b',
  ],
])('the words of a rich text: %s', (_name, html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test('items keep their signs where they are asked for', () => {
  const html = '<ol start="3"><li><p>a</p><ul><li>b</li></ul></li><li><p>c</p></li></ol><ul><li><p>d</p></li></ul>';
  expect(textOfHtml(html, { hasItemSigns: true })).toBe('3. a\n• b\n4. c\n• d');
});

/** Seen red: half a minute for one text; the time grew with its square. */
test('a text with a gap as long as a text may be is read at once', () => {
  const gap = ' '.repeat(256 * 1024);
  expect(textOfHtml(`<p>a</p>${gap}<p>b</p>`)).toBe('a\nb');
  expect(textOfHtml(`a${gap}b`)).toBe('a b');
});
