import { expect, test } from 'vitest';
import { fromLocal, toLocal } from './local-time.ts';

test.each([
  ['2026-03-01T09:30', 'UTC', '2026-03-01T09:30:00.000Z'],
  ['2026-03-01T09:30', 'America/New_York', '2026-03-01T14:30:00.000Z'],
  ['2026-07-01T00:00', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
])('%s in %s is one instant, there and back', (local, zone, iso) => {
  expect(fromLocal(local, zone)).toBe(iso);
  expect(toLocal(iso, zone)).toBe(local);
});

test('blank is no time', () => {
  expect(fromLocal('', 'UTC')).toBeNull();
  expect(toLocal(null, 'UTC')).toBe('');
});
