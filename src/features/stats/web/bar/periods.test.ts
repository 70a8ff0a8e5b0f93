import { expect, test } from 'vitest';
import { daysOfRange, nameOfPeriod, periodOf } from './periods.ts';

const NOW = new Date('2026-03-01T03:00:00Z');

test.each([
  ['yesterday', 'UTC', { date_from: '2026-02-28', date_to: '2026-02-28' }],
  // there it is still the last day of February
  ['yesterday', 'America/New_York', { date_from: '2026-02-27', date_to: '2026-02-27' }],
  ['last_month', 'UTC', { date_from: '2026-02-01', date_to: '2026-02-28' }],
  ['last_month', 'America/New_York', { date_from: '2026-01-01', date_to: '2026-01-31' }],
  ['this_month', 'UTC', { date_from: '2026-03-01', date_to: '2026-03-01' }],
  ['30', 'UTC', {}],
])('%s in %s', (name, zone, period) => {
  expect(periodOf(name, zone, NOW)).toEqual(period);
});

test('days in an address are called by their name', () => {
  expect(nameOfPeriod({ days: '7' }, 'UTC', NOW)).toBe('7');
  expect(nameOfPeriod({}, 'UTC', NOW)).toBe('30');
  expect(nameOfPeriod({ date_from: '2026-02-01', date_to: '2026-02-28' }, 'UTC', NOW)).toBe('last_month');
  expect(nameOfPeriod({ date_from: '2026-02-01', date_to: '2026-02-20' }, 'UTC', NOW)).toBe('custom');
});

test('a course has a place for each day until now, the day of a clock change once', () => {
  const range = { from: '2026-10-24T22:00:00.000Z', to: '2026-10-28T23:00:00.000Z' };
  expect(daysOfRange(range, 'Europe/Berlin', new Date('2026-10-27T08:00:00Z'))).toEqual([
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
  ]);
});
