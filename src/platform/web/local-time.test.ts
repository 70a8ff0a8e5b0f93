import { expect, test } from 'vitest';
import { fromLocal, toLocal } from './local-time.ts';

test.each([
  ['2026-01-15T09:30:00.000Z', 'Europe/Berlin', '2026-01-15T10:30'],
  ['2026-07-15T09:30:00.000Z', 'Europe/Berlin', '2026-07-15T11:30'],
  ['2026-01-01T02:00:00.000Z', 'America/New_York', '2025-12-31T21:00'],
])('%s is shown in %s as %s, and comes back', (iso, zone, typed) => {
  expect(toLocal(iso, zone)).toBe(typed);
  expect(fromLocal(typed, zone)).toBe(iso);
});

test('nothing stays nothing, and what is no date stays as typed', () => {
  expect(toLocal(null, 'UTC')).toBe('');
  expect(fromLocal('', 'UTC')).toBeNull();
  expect(fromLocal('soon', 'UTC')).toBe('soon');
});
