import { expect, test } from 'vitest';
import { steadyClock } from './steady-clock.ts';

const HOUR = 3_600_000;

test('it follows jumps forward, passes over jumps back, and goes on at the pace of real time', () => {
  let [wall, ran] = [Date.parse('2026-03-07T12:00:00Z'), 0];
  const clock = steadyClock(() => new Date(wall), { runMs: () => ran });
  const after = (runs: number, jump = 0): string => {
    ran += runs;
    wall += runs + jump;
    return clock().toISOString();
  };
  expect(after(0)).toBe('2026-03-07T12:00:00.000Z');
  expect(after(HOUR)).toBe('2026-03-07T13:00:00.000Z');
  expect(after(HOUR, -25 * HOUR)).toBe('2026-03-07T14:00:00.000Z');
  expect(after(HOUR)).toBe('2026-03-07T15:00:00.000Z');
  expect(after(0, 25 * HOUR)).toBe('2026-03-07T15:00:00.000Z');
  expect(after(0, 25 * HOUR)).toBe('2026-03-08T16:00:00.000Z');
});
