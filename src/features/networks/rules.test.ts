import { expect, test } from 'vitest';
import { isAddressOrRange, isAllowedAddress, postbackUrl } from './rules.ts';

test.each([
  ['any address when the list is empty', [], '203.0.113.9', true],
  ['an address on the list', ['203.0.113.9'], '203.0.113.9', true],
  ['an address inside a range', ['203.0.113.0/24'], '203.0.113.200', true],
  ['an IPv4 address that arrives mapped into IPv6', ['203.0.113.0/24'], '::ffff:203.0.113.7', true],
  ['an IPv6 address inside a range', ['2001:db8::/32'], '2001:db8:1::5', true],
  ['an address outside', ['203.0.113.0/24'], '203.0.114.1', false],
  ['the other family', ['0.0.0.0/0'], '2001:db8::1', false],
  ['what is no address', ['0.0.0.0/0'], 'somewhere', false],
])('%s', (_name, list, address, allowed) => {
  expect(isAllowedAddress(list, address)).toBe(allowed);
});

test.each([['10.0.0.0/8'], ['::1'], ['192.0.2.1']])('%s is an address or a range', (text) => {
  expect(isAddressOrRange(text)).toBe(true);
});

test.each([['10.0.0.0/33'], ['localhost'], ['1.2.3.4.5'], ['']])('"%s" is neither', (text) => {
  expect(isAddressOrRange(text)).toBe(false);
});

test("the postback URL leaves the network's macros bare", () => {
  expect(postbackUrl('https://g.example', 'k', { click_id: '#s2#', payout: '{amount}' })).toBe(
    'https://g.example/postback/k?click_id=#s2#&payout={amount}',
  );
});
