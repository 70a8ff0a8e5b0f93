import { expect, test } from 'vitest';
import { daysText, filtersText } from './print-words.ts';

test('both days of a range are inside, in the zone of the report', () => {
  const range = { from: '2026-03-28T23:00:00.000Z', to: '2026-03-30T22:00:00.000Z' };
  expect(daysText(range, 'Europe/Berlin')).toBe('Mar 29, 2026 to Mar 30, 2026');
  const one = { from: '2026-03-29T00:00:00.000Z', to: '2026-03-30T00:00:00.000Z' };
  expect(daysText(one, 'UTC')).toBe('Mar 29, 2026');
});

test('what narrows the report down is said, its days are said elsewhere', () => {
  const filters = {
    days: '7',
    compare: 'year',
    device: 'mobile',
    listicle_id: '3',
    utm_term: '',
    event_type: 'sale',
    time_basis: 'click',
  };
  expect(filtersText(filters)).toBe('Device: mobile, Guide: 3, Event: sale, Time of: click');
});
