import { expect, test } from 'vitest';
import { isSitePath, isWebAddress, toAscii } from './addresses.ts';

test.each(['/', '/listicles/7', '/search?q=tea#top', '/a%20b'])('%s is a path of this site', (text) => {
  expect(isSitePath(text)).toBe(true);
});

test.each([
  '',
  'listicles/7',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\u200b/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/a\r\nSet-Cookie: x=1',
  '/a b',
  'javascript:alert(1)',
  '/go/another-link',
  '/GO/another-link',
])('"%s" is no path of this site', (text) => {
  expect(isSitePath(text)).toBe(false);
});

test.each(['https://a.example', 'http://a.example:8080/b?c=d#e', 'https://münchen.example/ü'])(
  '%s is a web address',
  (text) => {
    expect(isWebAddress(text)).toBe(true);
  },
);

test.each([
  'ftp://a.example',
  'javascript:alert(1)//https://a.example',
  'https:a.example',
  'https:///a.example',
  'https://a.example\\@evil.example',
  'https://user:secret@a.example',
  'https://a.example/\nb',
  ' https://a.example',
  'https://',
])('"%s" is no web address', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

test('letters outside of ASCII are encoded', () => {
  expect(toAscii('https://münchen.example/ü')).toBe('https://xn--mnchen-3ya.example/%C3%BC');
  expect(toAscii('/search?q=tea')).toBe('/search?q=tea');
});
