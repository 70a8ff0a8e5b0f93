import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

const NOW = Date.parse('2026-03-06T12:00:00Z');

test('a burst passes, then the steady rate, each key by itself', () => {
  const limiter = createLimiter(2, 3);
  const passed = (key: string, atMs: number) =>
    Array.from({ length: 5 }, () => limiter.allows(key, NOW + atMs)).filter(Boolean).length;
  expect([passed('a', 0), passed('a', 500), passed('b', 500), passed('a', 60_000)]).toEqual([3, 1, 3, 3]);
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
