import { expect, test } from 'vitest';
import { forwardedParams } from './forwarding.ts';

const rules = {
  forward: 'all' as const,
  listed: ['gclid'],
  defaults: { utm_source: 'taboola' },
  conflict: 'incoming_wins' as const,
};

test.each([
  ['all', rules, 'gclid=1&x=2&utm_source=in', 'gclid=1&x=2&utm_source=in'],
  ['listed', { ...rules, forward: 'listed' as const }, 'gclid=1&x=2', 'gclid=1&utm_source=taboola'],
  ['none', { ...rules, forward: 'none' as const }, 'gclid=1', 'utm_source=taboola'],
  ['link wins', { ...rules, conflict: 'link_wins' as const }, 'utm_source=in', 'utm_source=taboola'],
  ['a forged context', rules, 'v=forged&a=1', 'a=1&utm_source=taboola'],
])('forwarding %s', (_name, given, incoming, expected) => {
  expect(forwardedParams(new URLSearchParams(incoming), given).toString()).toBe(expected);
});
