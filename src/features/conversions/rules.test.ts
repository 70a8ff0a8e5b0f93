import { expect, test } from 'vitest';
import { byCodePoint, deltas, isRetryable, MAX_ATTEMPTS, nextDelay, type State } from './rules.ts';

test('a move takes from one status what it gives to the other', () => {
  const state = (status: State['status'], payout: number): State => ({
    status,
    word: null,
    payoutMicros: BigInt(payout),
    currency: 'USD',
    occurredAt: '2026-03-01T10:00:00.000Z',
  });
  const states = [undefined, state('pending', 8), state('approved', 10), state('approved', 9), state('reversed', 9)];
  const told = states
    .slice(1)
    .map((next, i) => deltas(states[i], next!).map((d) => `${d.status} ${d.count} ${d.micros}`));
  expect(told).toEqual([
    ['pending 1 8'],
    ['pending -1 -8', 'approved 1 10'],
    ['approved 0 -1'],
    ['approved -1 -9', 'reversed 1 9'],
  ]);
});

test('texts are in the order of their code points, none first', () => {
  const texts = ['b', '\u{1f389}', 'B', null, '\uff5e', 'bb', ''];
  expect(texts.toSorted(byCodePoint)).toEqual([null, '', 'B', 'b', 'bb', '\uff5e', '\u{1f389}']);
});

test('eight attempts over about 28 hours, then no more', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, i) => nextDelay(i + 1));
  expect(MAX_ATTEMPTS).toBe(8);
  expect(delays.at(-1)).toBeUndefined();
  const hours = delays.reduce<number>((sum, ms) => sum + (ms ?? 0), 0) / 3_600_000;
  expect(hours).toBeGreaterThan(27);
  expect(hours).toBeLessThan(29);
});

test.each([
  [undefined, true],
  [408, true],
  [429, true],
  [500, true],
  [503, true],
  [301, false],
  [400, false],
  [404, false],
  [410, false],
])('an answer %s is tried again: %s', (code, expected) => {
  expect(isRetryable(code)).toBe(expected);
});
