import { expect, test } from 'vitest';
import { daysOf, filtersOf, rangeOf } from './report.ts';

const now = new Date('2026-03-29T10:00:00Z');

test('the last days are local days, today included', () => {
  const { range } = rangeOf({ days: 2 }, 'Europe/Berlin', now);
  expect(range.from.toISOString()).toBe('2026-03-27T23:00:00.000Z');
  // the clocks went forward on the 29th: its midnight is at 22:00 UTC
  expect(range.to.toISOString()).toBe('2026-03-29T22:00:00.000Z');
});

test('two given days are both inside', () => {
  const { range, zone } = rangeOf(
    { date_from: '2026-03-01', date_to: '2026-03-01', tz: 'America/New_York' },
    'UTC',
    now,
  );
  expect([zone, range.from.toISOString(), range.to.toISOString()]).toEqual([
    'America/New_York',
    '2026-03-01T05:00:00.000Z',
    '2026-03-02T05:00:00.000Z',
  ]);
});

test.each([
  ['a zone that is none', { tz: 'Mars/Olympus' }, 'tz'],
  ['an end before the start', { date_from: '2026-03-02', date_to: '2026-03-01' }, 'date_to'],
  ['two ways of saying when', { days: 3, date_from: '2026-03-02' }, 'days'],
  ['more than two years', { date_from: '2020-01-01', date_to: '2026-03-01' }, 'date_from'],
])('%s is refused by its name', (_name, asked, field) => {
  expect(() => rangeOf(asked, 'UTC', now)).toThrow(
    expect.objectContaining({ errors: { [field]: [expect.any(String)] } }),
  );
});

test('(none) asks for events without the value', () => {
  expect(filtersOf({ utm_source: '(none)', offer_id: 3 })).toEqual([
    { dimension: 'offer', values: [3] },
    { dimension: 'utm_source', values: [null] },
  ]);
});

test('a chart has a place for each day up to today, also over a clock change', () => {
  const { range, zone } = rangeOf({ days: 4 }, 'Europe/Berlin', now);
  expect(daysOf(range, zone, now)).toEqual(['2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29']);
});
