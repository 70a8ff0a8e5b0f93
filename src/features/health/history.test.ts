import { expect, test } from 'vitest';
import { quarters } from './history.ts';

const NOW = new Date('2026-03-02T10:07:00Z');
const sample = (at: string, disk: number) => ({ at, figures: { disk } });

test('each quarter of an hour has its worst figure, gaps stay gaps', () => {
  const samples = [
    sample('2026-03-01T10:05:00Z', 1),
    sample('2026-03-01T10:20:00Z', 2),
    sample('2026-03-02T09:46:00Z', 7),
    sample('2026-03-02T09:59:00Z', 5),
    sample('2026-03-02T10:05:00Z', 9),
  ];
  const line = quarters(samples, 'disk', false, NOW);
  expect(line).toHaveLength(96);
  expect(line.slice(-3)).toEqual([null, 7, 9]);
  // the quarter that began a day before this one is over
  expect(line[0]).toBe(2);
  expect(quarters(samples, 'disk', true, NOW).slice(-2)).toEqual([5, 9]);
});

test('a check without figures has no line', () => {
  expect(quarters([sample('2026-03-02T10:05:00Z', 9)], 'memory', false, NOW)).toEqual([]);
});
