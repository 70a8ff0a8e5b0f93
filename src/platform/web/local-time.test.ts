import { expect, test } from 'vitest';
import { fromLocal, oddTime, toLocal } from './local-time.ts';

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

test.each([
  [
    '2026-03-29T02:30',
    'Europe/Berlin',
    '02:30 does not exist on 29 March in Europe/Berlin: meant is 03:30.',
    '2026-03-29T01:30:00.000Z',
  ],
  [
    '2026-10-25T02:30',
    'Europe/Berlin',
    '02:30 happens twice on 25 October: the first (UTC+2) is meant.',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    '2026-11-01T01:15',
    'America/New_York',
    '01:15 happens twice on 1 November: the first (UTC-4) is meant.',
    '2026-11-01T05:15:00.000Z',
  ],
  [
    '2026-04-05T01:45',
    'Australia/Lord_Howe',
    '01:45 happens twice on 5 April: the first (UTC+11) is meant.',
    '2026-04-04T14:45:00.000Z',
  ],
  ['2026-03-29T03:00', 'Europe/Berlin', undefined, '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', undefined, '2026-10-25T02:00:00.000Z'],
])('%s in %s is named where clocks change', (typed, zone, words, iso) => {
  expect(oddTime(typed, zone)).toBe(words);
  expect(fromLocal(typed, zone)).toBe(iso);
});
