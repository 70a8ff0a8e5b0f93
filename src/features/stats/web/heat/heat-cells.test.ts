import { expect, test } from 'vitest';
import type { ReportLine } from '../../report-contract.ts';
import { heatCells, unevenWords } from './heat-cells.ts';

const line = (weekday: number | null, hour: number | null, profit: string | null): ReportLine => ({
  dims: { weekday: { value: weekday, label: '' }, hour_of_day: { value: hour, label: '' } },
  values: { profit },
});

test('seven rows from Monday on, of 24 hours each; what has no line is nothing, what cannot be told is not nothing', () => {
  const rows = heatCells([line(1, 0, '-3.50'), line(7, 23, null), line(null, 4, '9.00')], 'profit');
  expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => 24));
  expect(rows[0]![0]!.value).toBe(-3.5);
  expect(rows[6]![23]!.value).toBeNull();
  expect(rows.flat().filter(({ value }) => value !== 0)).toHaveLength(2);
});

test('a share of nothing, and a sum whose money lacks a rate, are not nothing', () => {
  expect(
    heatCells([], 'ctr')
      .flat()
      .every(({ value }) => value === null),
  ).toBe(true);
  const foreign = { ...line(1, 0, '0.00'), unconverted: '3.50 CHF' };
  expect(heatCells([foreign], 'profit')[0]![0]!.value).toBeNull();
});

const told = (from: string, to: string, now = to) => ({
  range: { from, to },
  tz: 'Europe/Berlin',
  generated_at: now,
});

test.each([
  ['a week', told('2026-11-01T23:00:00Z', '2026-11-08T23:00:00Z'), undefined],
  [
    'one day that is not over',
    told('2026-11-01T23:00:00Z', '2026-11-02T23:00:00Z', '2026-11-02T09:00:00Z'),
    'Monday lies in this period once, the others not at all.',
  ],
  [
    'nine days, of which one has 25 hours',
    told('2026-10-18T22:00:00Z', '2026-10-27T23:00:00Z'),
    'Monday and Tuesday lie in this period 2 times, the others once.',
  ],
  [
    'eight days, of which one has 23 hours',
    told('2026-03-22T23:00:00Z', '2026-03-30T22:00:00Z'),
    'Monday lies in this period 2 times, the others once.',
  ],
])('how often each weekday lies in %s', (_, period, words) => {
  expect(unevenWords(period)).toBe(words);
});
