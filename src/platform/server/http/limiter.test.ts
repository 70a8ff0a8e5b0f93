import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

const NOW = Date.parse('2026-03-06T12:00:00Z');

test('a burst passes, then the steady rate, each key by itself', () => {
  const limiter = createLimiter(2, 3);
  const passed = (key: string, atMs: number) =>
    Array.from({ length: 5 }, () => limiter.allows(key, NOW + atMs)).filter(Boolean).length;
  expect([passed('a', 0), passed('a', 500), passed('b', 500), passed('a', 60_000)]).toEqual([3, 1, 3, 3]);
});

test('instances share a limit: each has its part, also of a number that changes, and never none at once', () => {
  let sharers = 2;
  const limiters = [1, 2].map(() => createLimiter(2, 10, () => sharers));
  const passed = (atMs: number) =>
    limiters.map((one) => Array.from({ length: 20 }, () => one.allows('a', NOW + atMs)).filter(Boolean).length);
  expect(passed(0)).toEqual([5, 5]);
  expect(passed(1000)).toEqual([1, 1]);
  // the other one ended: what is left has all of it
  sharers = 1;
  expect(passed(2000)[0]).toBe(2);
  expect(passed(60_000)[0]).toBe(10);
  sharers = 100;
  expect(passed(1e7)).toEqual([1, 1]);
  expect(passed(1e7 + 10_000)).toEqual([0, 0]);
});

test('a flood of keys displaces those that were not asked for since, and lets nobody else in again', () => {
  const limiter = createLimiter(0, 1);
  const flood = (name: string) => {
    for (let i = 0; i < 6000; i += 1) limiter.allows(`${name} ${i}`, NOW);
  };
  for (const key of ['quiet', 'busy']) limiter.allows(key, NOW);
  flood('first');
  expect(limiter.allows('busy', NOW)).toBe(false);
  flood('second');
  expect([limiter.allows('busy', NOW), limiter.allows('quiet', NOW)]).toEqual([false, true]);
});
