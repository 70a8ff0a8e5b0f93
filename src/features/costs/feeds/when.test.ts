import { expect, test } from 'vitest';
import { daysFrom, isTrouble, nextFetch, nextTry } from './when.ts';

const next = (every: number, at: number, now: string, zone = 'Europe/Berlin') =>
  nextFetch({ every_hours: every, at_hour: at }, zone, new Date(now)).toISOString();

test('a file is fetched at its hour of the day of the site, and every so many hours from there', () => {
  expect(next(24, 6, '2026-03-10T04:59:59Z')).toBe('2026-03-10T05:00:00.000Z');
  expect(next(24, 6, '2026-03-10T05:00:00Z')).toBe('2026-03-11T05:00:00.000Z');
  expect(next(6, 2, '2026-03-10T20:00:00Z')).toBe('2026-03-11T01:00:00.000Z');
  expect(next(1, 6, '2026-03-10T20:10:00Z')).toBe('2026-03-10T21:00:00.000Z');
  expect(next(3, 0, '2026-03-10T04:00:00Z', 'Asia/Kolkata')).toBe('2026-03-10T06:30:00.000Z');
});

test('an hour that summer time leaves out is not left out of the files', () => {
  expect(next(24, 2, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(next(24, 2, '2026-03-29T02:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
});

test('after failures it is tried sooner, each time less so, and never later than its hour', () => {
  const now = new Date('2026-03-10T20:00:00Z');
  const tried = (every: number, failures: number) =>
    (nextTry({ every_hours: every, at_hour: 6 }, 'UTC', now, failures).getTime() - now.getTime()) / 60_000;
  expect([1, 2, 3, 4, 9].map((n) => tried(24, n))).toEqual([5, 15, 60, 180, 180]);
  expect(tried(1, 9)).toBe(60);
});

test('trouble is three failures in a row, or more than 26 hours', () => {
  const now = new Date('2026-03-10T20:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  expect([isTrouble(2, ago(26), now), isTrouble(3, ago(0), now), isTrouble(0, ago(26.1), now)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('days are counted over the end of a month', () => {
  expect(daysFrom('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
