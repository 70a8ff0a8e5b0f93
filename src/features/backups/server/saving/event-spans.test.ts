import { expect, test } from 'vitest';
import { cutMonths } from './event-spans.ts';

const HOUR = 3_600_000;
const hour = (text: string, rows: number) => ({ at: Date.parse(`${text}:00:00.000Z`), stepMs: HOUR, rows });
const told = (counts: ReturnType<typeof hour>[], most: number) =>
  cutMonths(counts, most).map(({ month, rows, pieces }) => [
    month,
    rows,
    pieces.map(
      ({ from, to, rows: some }) => `${from.toISOString().slice(8, 13)} ${to.toISOString().slice(8, 13)} ${some}`,
    ),
  ]);

test('pieces hold whole steps of one month, and what comes later changes the last alone', () => {
  const before = [
    hour('2026-01-30T05', 4),
    hour('2026-01-30T09', 5),
    hour('2026-01-31T23', 2),
    hour('2026-02-01T00', 30),
  ];
  expect(told(before, 10)).toEqual([
    ['2026-01', 11, ['30T05 30T10 9', '31T23 01T00 2']],
    ['2026-02', 30, ['01T00 01T01 30']],
  ]);
  expect(told([...before, hour('2026-02-01T04', 1)], 10)[1]).toEqual([
    '2026-02',
    31,
    ['01T00 01T01 30', '01T04 01T05 1'],
  ]);
});
