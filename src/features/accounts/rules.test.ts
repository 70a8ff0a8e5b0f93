import { expect, test } from 'vitest';
import { isThrottled, networkOf } from './rules.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2::3:4:5:6:7', '1:2:0:3::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['four failures from one place', { pair: 4, account: 4, prefix: 4 }, false],
  ['five failures from one place', { pair: 5, account: 5, prefix: 5 }, true],
  ['twenty failures on one account from many places', { pair: 1, account: 20, prefix: 1 }, true],
  ['a hundred failures from one network on many accounts', { pair: 1, account: 1, prefix: 100 }, true],
])('%s: throttled = %s', (_name, failures, throttled) => {
  expect(isThrottled(failures)).toBe(throttled);
});
