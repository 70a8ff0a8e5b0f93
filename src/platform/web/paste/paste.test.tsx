import { expect, test } from 'vitest';
import { leftOutWords } from './left-out.ts';
import { pastedHtml, pastedLines, plainLines, plainTextHtml } from './paste.ts';

const html = (pasted: string, hasTables = true) => pastedHtml(pasted, hasTables).html;
const leftOut = (pasted: string) => leftOutWords(pastedHtml(pasted, true).left);
const lines = (pasted: string) => pastedLines(pasted).lines.map(({ sign, text }) => sign + text);

const wordItem = (text: string, sign: string, level = 1, font = 'Calibri') =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:${font}'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

test.each([
  ['a paragraph of Word', '<p class=MsoNormal>5&nbsp;mg\n daily<o:p></o:p></p>', '<p>5\u00a0mg daily</p>'],
  [
    'the wrapper of Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:700">a</span><span style="font-weight:400"> b</span></p></b>',
    '<p><strong>a</strong> b</p>',
  ],
  ['superscript by tag', '10<sup>3</sup> H<sub>2</sub>O', '<p>10<sup>3</sup> H<sub>2</sub>O</p>'],
  [
    'superscript by style',
    '<p>10<span style="font-size:0.6em;vertical-align:super;">3</span></p>',
    '<p>10<sup>3</sup></p>',
  ],
  [
    'superscript by a sheet',
    '<style><!-- span.s2 {font: 8px Helvetica; vertical-align: 4.0px} --></style><p>10<span class="s2">3</span></p>',
    '<p>10<sup>3</sup></p>',
  ],
  [
    'text raised by Word',
    "<p>10<span style='position:relative;top:-3.0pt;mso-text-raise:3.0pt'>3</span></p>",
    '<p>10<sup>3</sup></p>',
  ],
  [
    'a cell aligned to the top',
    '<table><tr><td style="vertical-align:super">5</td><td>6</td></tr></table>',
    '<table><tbody><tr><td><p>5</p></td><td><p>6</p></td></tr></tbody></table>',
  ],
  ['headings', '<h1>A</h1><h2>B</h2><h3><b>C</b></h3><h5>D</h5>', '<h2>A</h2><h2>B</h2><h3>C</h3><h3>D</h3>'],
  ['a heading of Word in the browser', '<p role="heading" aria-level="3">A</p>', '<h3>A</h3>'],
  [
    'bullets of Word',
    wordItem('a', '·', 1, 'Symbol') + wordItem('b', 'o', 2, '"Courier New"') + wordItem('c', '·', 1, 'Symbol'),
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
  ],
  [
    'numbers of Word',
    wordItem('a', '3.') + wordItem('b', '4.') + wordItem('x', 'a)', 2) + wordItem('c', '5.'),
    '<ol start="3"><li><p>a</p></li><li><p>b</p><ol type="a"><li><p>x</p></li></ol></li><li><p>c</p></li></ol>',
  ],
  [
    'a number that Word skips',
    wordItem('a', '1.') + wordItem('b', '4.'),
    '<ol><li><p>a</p></li></ol><ol start="4"><li><p>b</p></li></ol>',
  ],
  [
    'Roman numbers and letters',
    wordItem('a', 'i.') + wordItem('b', 'ii.') + '<p>-</p>' + wordItem('c', 'h)') + wordItem('d', 'i)'),
    '<ol type="i"><li><p>a</p></li><li><p>b</p></li></ol><p>-</p><ol start="8" type="a"><li><p>c</p></li><li><p>d</p></li></ol>',
  ],
  ['a sign that no list has', wordItem('a', '1.2.'), '<p>1.2. a</p>'],
  [
    'the start of a list',
    '<ol start="3"><li>a</li><li>b</li></ol>',
    '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>',
  ],
  [
    'a list that counts down',
    '<ol reversed><li>a</li><li>b</li></ol>',
    '<ol start="2" reversed><li><p>a</p></li><li><p>b</p></li></ol>',
  ],
  [
    'the value of an item',
    '<ol><li>a</li><li value="7">b</li></ol>',
    '<ol><li><p>a</p></li></ol><ol start="7"><li><p>b</p></li></ol>',
  ],
  [
    'lists in lists of Google Docs',
    '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
  ],
  [
    'lists of Word in the browser',
    '<div><ol start="1"><li data-aria-level="1" data-listid="1"><p>a</p></li></ol></div><div><ol start="1"><li data-aria-level="2" data-listid="1"><p>b</p></li></ol></div><div><ol start="2"><li data-aria-level="1" data-listid="1"><p>c</p></li></ol></div>',
    '<ol><li><p>a</p><ol><li><p>b</p></li></ol></li><li><p>c</p></li></ol>',
  ],
  [
    'a checklist',
    '<ul><li role="checkbox" aria-checked="true">a</li><li role="checkbox" aria-checked="false">b</li></ul>',
    '<ul><li><p>☑ a</p></li><li><p>☐ b</p></li></ul>',
  ],
  [
    'spans of cells',
    '<table><thead><tr><th colspan="2">Dose</th></tr></thead><tbody><tr><td rowspan="2">5</td><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
    '<table><tbody><tr><th colspan="2"><p>Dose</p></th></tr><tr><td rowspan="2"><p>5</p></td><td><p>a</p></td></tr><tr><td><p>b</p></td></tr></tbody></table>',
  ],
  [
    'a row without a table',
    '<tr><td>5</td><td>10 mg</td></tr>',
    '<table><tbody><tr><td><p>5</p></td><td><p>10 mg</p></td></tr></tbody></table>',
  ],
  [
    'a table in a table of facts',
    '<table><tr><td>Adults</td><td><table><tr><td>Dose</td><td>5</td><td>10 mg</td></tr></table></td></tr><tr><td>a</td><td>b</td></tr></table>',
    '<table><tbody><tr><td><p>Adults</p></td><td><p>Dose: 5 | 10 mg</p></td></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
  ],
  [
    'a table that lays out',
    '<table><tr><td>Intro<table><tr><td>5</td><td>6</td></tr></table></td></tr></table>',
    '<p>Intro</p><table><tbody><tr><td><p>5</p></td><td><p>6</p></td></tr></tbody></table>',
  ],
  [
    'a heading in a cell',
    '<table><tr><td><h2>a</h2></td><td>b</td></tr></table>',
    '<table><tbody><tr><td><p><strong>a</strong></p></td><td><p>b</p></td></tr></tbody></table>',
  ],
  ['terms', '<dl><dt>Dose</dt><dd>5 mg</dd></dl>', '<p><strong>Dose</strong></p><p>5 mg</p>'],
  ['lines of code', '<pre>a\n  b</pre>', '<p>a<br>\u00a0\u00a0b</p>'],
  ['a tab of Word', "<p>Dose<span style='mso-tab-count:1'>   </span>5 mg</p>", '<p>Dose | 5 mg</p>'],
  ['a tab before a text', '<p><span style="white-space:pre">\t</span>5 mg</p>', '<p>5 mg</p>'],
  [
    'signs of a font',
    "<p><span style='font-family:Symbol;mso-char-type:symbol;mso-symbol-font-family:Symbol'>£</span> 5 <span style='font-family:Symbol'>m</span>g</p>",
    '<p>≤ 5 μg</p>',
  ],
  ['what nobody sees', '<p>mag\u00adnesium\u200b 5\u202e mg</p>', '<p>magnesium 5 mg</p>'],
  [
    'a formula',
    '<math><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
    '<p>x<sup>2</sup> = 1/2</p>',
  ],
  [
    'links',
    '<p><a href="https://a.example/?x=1&amp;y=2"><u>a</u></a> <a href="#_ftn1">b</a> <a href="javascript:x">c</a></p>',
    '<p><a href="https://a.example/?x=1&amp;y=2">a</a> b c</p>',
  ],
  ['a sign as a picture', '<p>a <img class="emoji" alt="≥" src="https://a.example/x.png"> 5</p>', '<p>a ≥ 5</p>'],
  ['inserted text', '<p><ins cite="mailto:x">5</ins> mg</p>', '<p>5 mg</p>'],
])('%s', (_name, pasted, expected) => {
  expect(html(pasted)).toBe(expected);
});

test.each([
  [
    'struck-out text',
    '<p>Now <s>50</s> 40 <span style="text-decoration:line-through">x</span></p>',
    '2 struck-out passages (“50”, “x”)',
  ],
  ['one that is in pieces', '<p><del>50</del> <del>mg</del> 40</p>', '1 struck-out passage (“50 mg”)'],
  [
    'a deletion that Word tracks',
    '<p>40<span class=msoDel><del cite="mailto:a" datetime="2026-01-01">50</del></span></p>',
    '1 struck-out passage (“50”)',
  ],
  [
    'pictures',
    '<img src="https://a.example/a.png" alt="Pills"><img src="file:///C:/b.png"><img src="data:image/png;base64,xx"><img src="cid:1">',
    '1 picture from a web address (“Pills”), 1 picture from a file (“b.png”), 1 picture, 1 picture without its data (“cid:1”)',
  ],
  ['what counts readers', '<img src="https://a.example/a.gif" width="1" height="1">a', ''],
  [
    'comments, hidden text, frames, fields, files',
    '<p>a<span style="mso-hide:all">b</span><video></video><input><a href="file:///x">c</a></p><div style="mso-element:comment-list"><div style="mso-element:comment">x</div></div>',
    '1 comment, 1 hidden passage, 1 video, frame or drawing, 1 form field, 1 link to a file',
  ],
  ['nothing', '<p>a</p>', ''],
])('names what is left out: %s', (_name, pasted, expected) => {
  expect(leftOut(pasted)).toBe(expected);
});

test('what is crossed out is not in the text, and the numbers after it stay', () => {
  expect(html('<ol><li>a</li><li><s>b</s></li><li>c <s>50</s> 40</li></ol>')).toBe(
    '<ol><li><p>a</p></li></ol><ol start="3"><li><p>c 40</p></li></ol>',
  );
});

test('without tables each row is a line, and what spans is said again', () => {
  const table =
    '<table><tr><td rowspan=2>Dose</td><td>5</td><td>10 mg</td></tr><tr><td colspan=2>none</td></tr><tr><td></td><td>a<br>b</td><td></td></tr></table>';
  expect(html(table, false)).toBe('<p>Dose: 5 | 10 mg</p><p>Dose: none | none</p><p> | a; b | </p>');
});

test('a field without markup gets lines, with powers as signs', () => {
  expect(
    lines(
      '<p>10<sup>3</sup> <s>9</s></p><ol start=2><li>a</li></ol><ul><li>b</li></ul><table><tr><td>D</td><td>5</td></tr></table>',
    ),
  ).toEqual(['10³', '2. a', '• b', 'D: 5']);
});

test('plain text keeps its lines, its cells and its numbers', () => {
  expect(plainTextHtml('Dose\t5\t10 mg\r\n\r\n1. a\n2. b\n3. May', true)).toBe(
    '<p>Dose | 5 | 10 mg</p><ol><li><p>a</p></li><li><p>b</p></li><li><p>May</p></li></ol>',
  );
  expect(plainTextHtml('1. a\n2. b', false)).toBe('<p>1. a</p><p>2. b</p>');
  expect(plainTextHtml('3. May', true)).toBe('<p>3. May</p>');
  expect(plainLines('• a\n• b\u0000').map(({ text }) => text)).toEqual(['a', 'b']);
});

test('a paste of a thousand paragraphs and a deep list end', () => {
  expect(html('<p>a <b>b</b></p>'.repeat(1000)).length).toBe('<p>a <strong>b</strong></p>'.length * 1000);
  expect(html('<ul><li>a'.repeat(60)).split('<ul>').length - 1).toBe(12);
});
