import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expand, judgeUrlTemplate, macroNames, momentMacros, withQueryPairs, type MacroValues } from './macros.ts';

const VALUES: MacroValues = {
  click_id: '01hzx',
  sub1: 'a b&c=中',
  sub2: '',
  country: 'DE',
  status: 'approved',
  'offer.id': '7',
  evil: '{click_id}\r\nX: 1',
  part: 'x/y?z=1#w',
  up: '..',
  ...momentMacros(new Date('2026-03-04T05:06:07.089Z'), 'r4nd'),
};
const H = 'https://h.example';

test.each([
  ['a macro', `${H}/?s={click_id}`, `${H}/?s=01hzx`],
  ['the other names of the click id', `${H}/?a={clickid}&b={SUBID}&c={cid}`, `${H}/?a=01hzx&b=01hzx&c=01hzx`],
  ['another name of a sub id', `${H}/?a={sub_id_1:raw}`, `${H}/?a=a%20b&c=%E4%B8%AD`],
  ['a value that would end the pair', `${H}/?a={sub1}&b=1`, `${H}/?a=a%20b%26c%3D%E4%B8%AD&b=1`],
  ['a macro in the path and the fragment', `${H}/{country}/x#{offer.id}`, `${H}/DE/x#7`],
  ['small letters', `${H}/{country:lower}`, `${H}/de`],
  ['a hash', `${H}/?h={country:hash}`, `${H}/?h=6814ef46f686990c`],
  ['two modifiers', `${H}/?h={country:lower:hash}`, `${H}/?h=959a45d44e6fcf58`],
  ['a fallback', `${H}/?a={gclid|no ne}`, `${H}/?a=no%20ne`],
  ['a macro as fallback', `${H}/?a={gclid|{sub2|{country:lower}-{offer.id}}}`, `${H}/?a=de-7`],
  ['an empty value', `${H}/?a={sub2}&b=1`, `${H}/?b=1`],
  ['what nobody knows', `${H}/?a={what}&b=1&c={}&d={ 1 }&e={{x}}`, `${H}/?b=1`],
  ['a name from the prototype', `${H}/?a={constructor}&b={__proto__}`, `${H}/`],
  ['a pair of which one macro is known', `${H}/?a=g{offer.id}-{what}`, `${H}/?a=g7-`],
  ['braces that do not match', `${H}/}{?a={click_id&b={country}`, `${H}/%7D%7B?a=%7Bclick_id&b=DE`],
  ['a value that looks like a macro', `${H}/?a={evil}`, `${H}/?a=%7Bclick_id%7D%0D%0AX%3A%201`],
  ['the same, raw', `${H}/?a={evil:raw}`, `${H}/?a=%7Bclick_id%7D%0D%0AX:%201`],
  ['a raw value with a fragment', `${H}/?a={part:raw}&b=2`, `${H}/?a=x/y?z=1%23w&b=2`],
  ['a raw value in the path', `${H}/{part:raw}?b=2`, `${H}/x/y%3Fz=1%23w?b=2`],
  ['a value that climbs', `${H}/a/{up}/{up:raw}/b`, `${H}/a///b`],
  ['a stray question mark', `${H}?`, `${H}/`],
  ['empty pairs', `${H}/?&a=1&&b={country}&`, `${H}/?a=1&b=DE`],
  ['a query without keys', `${H}/?12345`, `${H}/?12345`],
  ['a second question mark', `${H}/?u=https://x.example/?q={country}`, `${H}/?u=https://x.example/?q=DE`],
  ['an ampersand in the path', `${H}/a&b/{country}`, `${H}/a&b/DE`],
  [
    'a host that is not ASCII',
    'https://例え.example/道?q={sub1}',
    'https://xn--r8jz45g.example/%E9%81%93?q=a%20b%26c%3D%E4%B8%AD',
  ],
  ['line breaks in the template', ` https://h.ex\r\nample/\t?a={country}\n`, `${H}/?a=DE`],
  ['a word by a map', `${H}/?s={status:pending=lead approved=sale}`, `${H}/?s=sale`],
  ['a word that the map does not name', `${H}/?s={status:pending=lead}`, `${H}/?s=approved`],
  [
    'the moment',
    `${H}/?a={ts}&b={ts_ms}&c={date}&d={date:yyyy/MM/dd HH:mm:ss}&e={rand}`,
    `${H}/?a=1772600767&b=1772600767089&c=2026-03-04&d=2026%2F03%2F04%2005%3A06%3A07&e=r4nd`,
  ],
])('url: %s', (_name, template, url) => {
  expect(expand(template, VALUES, 'url')).toBe(url);
});

test.each([
  ['text', 'id {click_id}, {what}{sub1}', 'id 01hzx, a b&c=中'],
  ['text', '{"id":"{click_id}","n":{"x":{offer.id}}}', '{"id":"01hzx","n":{"x":7}}'],
  ['text', '{{country}} {"{', '{DE} {"{'],
  ['json', '{"id":"{evil}"}', '{"id":"{click_id}\\r\\nX: 1"}'],
] as const)('%s: %s', (mode, template, text) => {
  expect(expand(template, VALUES, mode)).toBe(text);
});

test.each([
  ['h.example/x', 'must be an address that begins with http:// or https://'],
  ['javascript:alert(1)//{click_id}', 'must be an address that begins with http:// or https://'],
  ['//h.example', 'must be an address that begins with http:// or https://'],
  ['https:///x', 'must be an address that begins with http:// or https://'],
  ['https://h example/', 'must be an address that begins with http:// or https://'],
  ['https://h.example:99999/', 'must be an address that begins with http:// or https://'],
  ['{scheme}://h.example', 'must be an address that begins with http:// or https://'],
  ['https://{country}.example/', 'may have macros only after the host'],
  ['https://h.example{country}', 'may have macros only after the host'],
  ['https://h.exa\n{country}', 'may have macros only after the host'],
  ['https://h.example@other.example/', 'must not hold a user name or password'],
])('%s is no template of a URL', (template, reason) => {
  expect(judgeUrlTemplate(template)).toBe(reason);
  expect(() => expand(template, VALUES, 'url')).toThrow(reason);
});

test('the macros of a template are named once, by their canonical names', () => {
  const template = `${H}/{cid}?a={click_id:raw}&b={sub_id_3|{Country}}&c={not one}`;
  expect(macroNames(template)).toEqual(['click_id', 'sub3', 'country', '']);
  expect(macroNames(template, 'top')).toEqual(['click_id', 'sub3', '']);
});

test.each([
  ['into a bare address', H, 'replace', `${H}?s={click_id}&x=a%26b{sub1|c&d}`],
  ['behind a query and before a fragment', `${H}/?a=1#f`, 'replace', `${H}/?a=1&s={click_id}&x=a%26b{sub1|c&d}#f`],
  ['behind a stray question mark', `${H}/?`, 'replace', `${H}/?s={click_id}&x=a%26b{sub1|c&d}`],
  [
    'in the place of what was there',
    `${H}/?s=&a={country}&%73=2`,
    'replace',
    `${H}/?s={click_id}&a={country}&x=a%26b{sub1|c&d}`,
  ],
  ['and leave what was there', `${H}/?x={country}`, 'keep', `${H}/?x={country}&s={click_id}`],
] as const)('query pairs go %s', (_name, template, clash, result) => {
  const added = [
    { key: 's', value: '{click_id}' },
    { key: 'x', value: 'a&b{sub1|c&d}' },
  ];
  expect(withQueryPairs(template, added, clash)).toBe(result);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '..',
    '../../..',
    '%2e%2e',
    '//evil.example',
    '\\\\evil.example',
    '@evil.example',
    ':8080',
    '\r\nLocation: //evil.example',
    '{click_id}',
    '{a|{b}}',
    '}{',
    '中文',
    '\0',
    '\ud800',
    '%',
    '%zz',
    '?',
    '#',
    '&',
    '.evil.example',
    'javascript:alert(1)',
  ),
);
const piece = fc.oneof(
  hostile,
  fc.constantFrom(
    '{v}',
    '{v:raw}',
    '{v:lower}',
    '{v:hash}',
    '{v|x}',
    '{w|{v:raw}}',
    '{v:raw|',
    '{',
    '}',
    '/',
    '?',
    '&',
    '=',
    '#',
    '{w}',
    'k={v}',
    '&k={w}',
  ),
);
const origin = fc.constantFrom(
  'https://h.example',
  'http://h.example:8080',
  'HTTPS://H.example',
  'https://例え.example',
  'https://192.0.2.1',
  'https://[2001:db8::1]:444',
);

test('no value and no template beyond the host changes where a URL leads, and braces never leave', () => {
  fc.assert(
    fc.property(
      origin,
      fc.constantFrom('/', '?', '#', '\\', '/p/'),
      fc.array(piece, { maxLength: 12 }),
      hostile,
      hostile,
      (start, first, parts, v, w) => {
        const url = expand(start + first + parts.join(''), { v, w }, 'url');
        expect(url).toMatch(/^[\x21-\x7e]+$/);
        expect(url).not.toMatch(/[{}]/);
        expect(new URL(url).href).toBe(url);
        expect(new URL(url).origin).toBe(new URL(start).origin);
        expect(new URL(url).username).toBe('');
      },
    ),
    { numRuns: 3000 },
  );
});

test('a value arrives as it was sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (v) => {
      const url = new URL(expand('https://h.example/?a=1&v={v}&b=2#{v}', { v }, 'url'));
      expect([...url.searchParams]).toEqual([
        ['a', '1'],
        ['v', v.toWellFormed()],
        ['b', '2'],
      ]);
    }),
  );
});

test('a template of nothing but braces costs no more than its length', () => {
  const deep = `https://h.example/?a=${'{a|'.repeat(600)}${'}'.repeat(600)}`;
  expect(expand(deep, {}, 'url')).toBe('https://h.example/');
  expect(expand('{a|'.repeat(20_000), {}, 'text')).toBe('{a|'.repeat(20_000));
});
