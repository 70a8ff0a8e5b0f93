import { expect, test } from 'vitest';
import { isOptedOut, optOutCookie } from './opt-out.ts';

test.each([
  ['', false],
  ['gp_ignore=1', true],
  ['a=b; gp_ignore=1', true],
  ['gp_ignore=1;c=d', true],
  ['gp_ignore=0', false],
  ['gp_ignore=11', false],
  ['xgp_ignore=1', false],
  ['a="gp_ignore=1"', false],
])('the cookies %j say opted out: %s', (cookies, isOut) => {
  expect(isOptedOut(cookies)).toBe(isOut);
});

test('the cookie holds for the whole site, is read by no script, and goes by https alone where there is https', () => {
  expect(optOutCookie(true, true)).toBe('gp_ignore=1; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(optOutCookie(true, false)).not.toContain('Secure');
  expect(optOutCookie(false, false)).toBe('gp_ignore=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
});
