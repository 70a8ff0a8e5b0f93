import { expect, test } from 'vitest';
import { casesOf, valueOf, valuesOf } from './metrics.ts';

const COUNTS = { views: 50, clicks: 20, conversions: 8, approved: 3, rejected: 2, reversed: 1 };
const SUMS = {
  ...Object.fromEntries(Object.entries(COUNTS).map(([name, count]) => [name, BigInt(count)])),
  revenue_expected: 10_000_000n,
};

test.each([
  ['ctr', [20, 50]],
  ['cr', [8, 20]],
  ['approval_rate', [3, 6]],
  ['reversal_rate', [1, 4]],
] as const)('what %s is made of is what its figure is made of', (name, cases) => {
  expect(casesOf(COUNTS, name)).toEqual(cases);
  expect(valueOf(SUMS, name)).toBe(cases[0] / cases[1]);
});

test('a count that a line does not tell is none', () => {
  expect(casesOf({ approved: 3 }, 'approval_rate')).toEqual([3, 3]);
});

test('figures of a line are told by name: none where there is no base', () => {
  expect(valuesOf(SUMS, ['clicks', 'epc', 'aov', 'rpm', 'cpc'])).toEqual({
    clicks: 20,
    epc: '0.50',
    aov: '1.25',
    rpm: '200.00',
    cpc: null,
  });
});
