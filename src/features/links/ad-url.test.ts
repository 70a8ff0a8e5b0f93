import { expect, test } from 'vitest';
import { adUrl, utmUrl } from './ad-url.ts';

const URL_ = 'https://guides.example/go/spring';

test.each([
  ['a suffix', 'cid={click_id}&site={site}', `${URL_}?cid={click_id}&site={site}`],
  ['none', '', URL_],
])('an ad URL with %s', (_name, suffix, expected) => {
  expect(adUrl(URL_, suffix)).toBe(expected);
});

test('utm values are encoded, in order, and blank ones left out', () => {
  expect(utmUrl(URL_, { utm_term: 'herbal tea & more', utm_source: ' news ', utm_content: '  ' })).toBe(
    `${URL_}?utm_source=news&utm_term=herbal+tea+%26+more`,
  );
  expect(utmUrl(URL_, {})).toBe(URL_);
});
