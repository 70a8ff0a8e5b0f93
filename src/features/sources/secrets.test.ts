import { expect, test } from 'vitest';
import { bodySecrets, cutSecrets, headerSecrets } from './secrets.ts';

test.each([
  ['JSON', '{"access_token":"EAAB-word","event":"{event}","kind":"purchase","value":{payout}}', ['EAAB-word']],
  ['JSON with an odd value', '{"data":[{"pixel":"8841 22"}],"test":"abc"}', ['8841 22']],
  ['a plain word under a name that says secret', '{"password":"letmein"}', ['letmein']],
  ['a form', 'token=abcdefgh&c={external_id}&kind=purchase&id=77-1', ['abcdefgh', '77-1']],
  ['XML', '<call><apiKey>abcdefgh</apiKey><c>{external_id}</c></call>', ['abcdefgh']],
  ['a key that stands alone', 'KEY 9f8e7d6c5b4a3210 {payout}', ['9f8e7d6c5b4a3210']],
  ['nothing but macros and words', '{"event":"{event}","kind":"purchase"}', []],
])('the secrets of a body of %s', (_name, template, secrets) => {
  expect([...new Set(bodySecrets(template))]).toEqual(secrets);
});

test('of a header its value is a secret, and what alone opens the door', () => {
  expect(headerSecrets(['Bearer abc.def', 'k-1'])).toEqual(['Bearer abc.def', 'abc.def', 'k-1']);
  expect(headerSecrets([`Basic ${btoa('ann:hunter22')}`])).toContain('hunter22');
});

const SECRET = 'a+b/c="d\'&<é> 1';

test.each([
  ['as it is', SECRET],
  ['URL-encoded', encodeURIComponent(SECRET)],
  ['URL-encoded in small letters', encodeURIComponent(SECRET).toLowerCase()],
  ['as a form', new URLSearchParams({ s: SECRET }).toString().slice(2)],
  ['encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['as JSON', JSON.stringify(SECRET)],
  ['as JSON with slashes of PHP', JSON.stringify(SECRET).replaceAll('/', '\\/')],
  ['as JSON in ASCII', JSON.stringify(SECRET).replace('é', '\\u00e9')],
  [
    'as HTML',
    SECRET.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;').replace("'", '&#39;'),
  ],
  ['as base64', Buffer.from(SECRET).toString('base64')],
  ['as base64 of addresses', Buffer.from(SECRET).toString('base64url')],
])('a secret that an answer repeats %s is cut', (_name, form) => {
  const clean = cutSecrets(`{"got":"${form}"}`, [SECRET]);
  expect(clean).toContain('***');
  expect(clean).not.toContain(form.replaceAll('"', ''));
  expect(clean.replaceAll('***', '').length).toBeLessThan(14);
});

test('a secret that was written encoded is cut where it is repeated plain', () => {
  expect(cutSecrets('got s3cr+t/0', ['s3cr%2Bt%2F0'])).toBe('got ***');
  expect(cutSecrets('got a/b"c1', ['a\\/b\\"c1'])).toBe('got ***');
});
