import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RICH_TEXT_MAX_BYTES, sanitizeRichText } from './rich-text.ts';

const REL = 'rel="sponsored nofollow noopener"';

test.each([
  [
    'what the editor makes',
    '<h2>A</h2><p><strong>b</strong> <em>c</em> <u>d</u></p><ul><li><p>e</p></li></ul>',
    undefined,
  ],
  ['a heading of the page', '<h1>A</h1>', 'A'],
  ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
  ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a style', '<p style="position:fixed" class="x">a</p>', '<p>a</p>'],
  ['a picture', '<p>a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  ['a frame with markup in it', '<iframe><p>a</p><script>alert(1)</script></iframe>b', 'b'],
  ['markup of another kind', '<svg><p>a</p><script>alert(1)</script></svg>b', 'b'],
  ['a comment', 'a<!-- <p> -->b', 'ab'],
  ['an element that is not closed', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
  ['a zero byte and half a character', 'a\0b\ud800c', 'ab\ufffdc'],
  [
    'a link',
    '<a href="https://x.example/?a=1&amp;b=2" target="_blank" rel="opener">x</a>',
    `<a href="https://x.example/?a=1&amp;b=2" ${REL}>x</a>`,
  ],
  ['a link inside the site', '<a href="/listicles/3">x</a>', `<a href="/listicles/3" ${REL}>x</a>`],
  ['a link that is a script', '<a href="java&#10;script:alert(1)">x</a>', `<a ${REL}>x</a>`],
  ['a link to another host without a scheme', '<a href="//x.example">x</a>', `<a ${REL}>x</a>`],
  ['a link to another host behind a tab', '<a href="/\t/x.example">x</a>', `<a ${REL}>x</a>`],
  ['a link that goes nowhere', '<a name="x">x</a>', `<a ${REL}>x</a>`],
  ['what stands high and low', '<p>10<sup>3</sup> H<sub>2</sub>O</p>', undefined],
  ['the number that a list begins with', '<ol start="3" type="a"><li>x</li></ol>', undefined],
  ['a list that counts down', '<ol start="5" reversed><li>x</li></ol>', undefined],
  ['a list that begins nowhere', '<ol start="1e9" type="disc" class="x"><li>x</li></ol>', '<ol><li>x</li></ol>'],
  [
    'a table',
    '<table><tbody><tr><th colspan="2"><p>Dose</p></th></tr><tr><td rowspan="2"><p>5</p></td><td><p>mg</p></td></tr></tbody></table>',
    undefined,
  ],
  [
    'what a table must not have',
    '<table border="1" style="x"><colgroup><col></colgroup><tr onclick="x"><td colspan="1" rowspan="99999" width="3">5</td></tr></table>',
    '<table><tr><td>5</td></tr></table>',
  ],
  [
    'a table in a table: its cells stay apart',
    '<table><tr><td>a<table><tr><td>5</td><td>10 mg</td></tr></table></td></tr></table>',
    '<table><tr><td>a<p>5</p><p>10 mg</p></td></tr></table>',
  ],
  ['cells without a table', '<td>5</td><td>10 mg</td>', '<p>5</p><p>10 mg</p>'],
  ['markup without a text', '<p> &nbsp;</p><br>', ''],
])('%s', (_name, html, clean) => {
  expect(sanitizeRichText(html)).toBe(clean ?? html);
});

test('what is too large or too deep is refused and names its field', () => {
  expect(() => sanitizeRichText('x'.repeat(RICH_TEXT_MAX_BYTES + 1), 'body')).toThrow('body: must be at most 256 KB');
  const nested = (depth: number) => '<em>'.repeat(depth) + 'x' + '</em>'.repeat(depth);
  expect(sanitizeRichText(nested(64))).toBe(nested(64));
  expect(() => sanitizeRichText(nested(65), 'body')).toThrow('body: nests its elements too deep');
  expect(() => sanitizeRichText('<b>'.repeat(80_000))).toThrow('too deep');
  expect(sanitizeRichText('<br>'.repeat(200) + 'x')).toContain('x');
});

const pieces = fc.constantFrom(
  ...'<p> </p> <ul> <li> </ul> <a\u2003href=" javascript: //h "> </a> <b> </b> <br> </br> <svg> </svg> <style> </style> <!-- -->'.split(
    ' ',
  ),
  ...'<![CDATA[ ]]> <noscript> </noscript> <iframe> </iframe> <textarea> </textarea> <title> </title> <script> </script>'.split(
    ' ',
  ),
  ...'<math> <mtext> <table> <template> onload=alert(1) &lt; &amp; &#0; &#10; < > " / = & x 中 \u2028 \'  '.split(' '),
  ...'<sup> </sup> <sub> <table> </table> <tbody> <tr> </tr> <td> </td> <th> <ol>'.split(' '),
  '<td colspan=3>',
  '<ol start=3 reversed>',
  '<h2 ',
  '<a href="',
  '<a href=https://x.example>',
  '\n',
  ' ',
);

test('sanitising twice is sanitising once, and only the listed markup comes out', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const clean = sanitizeRichText(parts.join(''));
      expect(sanitizeRichText(clean)).toBe(clean);
      const left = clean
        .replace(/<\/?(p|strong|b|em|i|u|sup|sub|ul|ol|li|h2|h3|table|tbody|tr|td|th)>|<br \/>|<\/a>/g, '')
        .replace(/<ol( start="3")?( reversed(="")?)?>|<td colspan="3">/g, '')
        .replace(/<a( href="[^"<>]*")?( rel="sponsored nofollow noopener")?>/g, '');
      expect(left).not.toMatch(/[<>]/);
      expect(clean).not.toMatch(/href="\s*(javascript|\/\/)/i);
    }),
    { numRuns: 2000 },
  );
});
