import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokens } from './tokens.ts';

const HOUR_MS = 3_600_000;
let now = new Date('2026-03-01T10:00:00.000Z');
const tokens = createTokens(randomBytes(32), () => now);
const context = {
  visit_id: '01h8xv0000abcdefghjkmnpq',
  link_id: 3,
  source_id: 4,
  external_id: 'GiD+x/9==',
  utm: { utm_source: 'taboola', utm_term: '漢字' },
  ts: '2026-03-01T10:00:00.000Z',
};

test('what was sealed comes back', () => {
  expect(tokens.open(tokens.seal(context), HOUR_MS)).toEqual(context);
});

test.each([1, 32, 64, 65, 200])('the seal is HMAC-SHA256 as others compute it, with a key of %i bytes', (keyBytes) => {
  const key = randomBytes(keyBytes);
  const [body, seal] = createTokens(key, () => now)
    .seal(context)
    .split('.');
  expect(seal).toBe(createHmac('sha256', key).update(body!).digest().subarray(0, 16).toString('base64url'));
});

test('a token ends with its age', () => {
  const token = tokens.seal(context);
  now = new Date('2026-03-01T11:00:00.001Z');
  expect(tokens.open(token, HOUR_MS)).toBeUndefined();
  now = new Date('2026-03-01T10:00:00.000Z');
});

test('no changed character is believed', () => {
  const token = tokens.seal(context);
  fc.assert(
    fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(...'ABCxyz019-_.'.split('')), (at, char) => {
      const forged = token.slice(0, at) + char + token.slice(at + 1);
      const opened = tokens.open(forged, HOUR_MS);
      // the last character of base64 holds spare bits: it may change without changing the bytes
      return forged === token || opened === undefined || JSON.stringify(opened) === JSON.stringify(context);
    }),
  );
  expect(createTokens(randomBytes(32), () => now).open(token, HOUR_MS)).toBeUndefined();
});

test.each(['', '.', 'a.b', 'x'.repeat(5000), '....', 'e30.AAAA'])('rubbish is no token: %s', (rubbish) => {
  expect(tokens.open(rubbish, HOUR_MS)).toBeUndefined();
});

test('a token is at most 1 kB and keeps the ids', () => {
  const long = 'x'.repeat(500);
  const token = tokens.seal({ ...context, external_id: long, utm: { utm_source: long }, subs: { sub1: long } });
  expect(token.length).toBeLessThanOrEqual(1000);
  expect(tokens.open(token, HOUR_MS)).toMatchObject({ visit_id: context.visit_id, external_id: long });
});
