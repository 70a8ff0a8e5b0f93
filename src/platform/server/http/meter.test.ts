import { expect, test } from 'vitest';
import { createMeter } from './meter.ts';

const HOUR_MS = 3_600_000;

test('percentiles are right to a fifth, and failures are counted', () => {
  const meter = createMeter(() => 0);
  for (let ms = 1; ms <= 1000; ms += 1) meter.record(ms, ms > 990);
  const { count, failures, p50Ms, p95Ms, p99Ms } = meter.read(HOUR_MS);
  expect([count, failures]).toEqual([1000, 10]);
  for (const [found, exact] of [
    [p50Ms, 500],
    [p95Ms, 950],
    [p99Ms, 990],
  ] as const) {
    expect(found).toBeGreaterThanOrEqual(exact);
    expect(found).toBeLessThanOrEqual(exact * 1.2);
  }
});

test('what is older than asked for, or than a day, is left out', () => {
  let now = 0;
  const meter = createMeter(() => now);
  meter.record(5, false);
  now = 2 * HOUR_MS;
  meter.record(5, true);
  expect(meter.read(HOUR_MS)).toMatchObject({ count: 1, failures: 1 });
  expect(meter.read(24 * HOUR_MS).count).toBe(2);
  now = 25 * HOUR_MS;
  expect(meter.read(24 * HOUR_MS).count).toBe(1);
  now = 50 * HOUR_MS;
  expect(meter.read(24 * HOUR_MS)).toEqual({ count: 0, failures: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0 });
  expect(meter.total()).toEqual({ count: 2, failures: 1, sumMs: 10 });
});

test('the buckets rise, and each holds those below it', () => {
  const meter = createMeter(() => 0);
  for (const ms of [0.5, 2, 3, 60_000]) meter.record(ms, false);
  const at = (upToMs: number) => meter.buckets().find((bucket) => bucket.upToMs === upToMs)!.count;
  expect([at(1), at(2), at(5), at(5000)]).toEqual([1, 2, 3, 3]);
  expect(meter.total().count).toBe(4);
});
