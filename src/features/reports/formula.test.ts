import { expect, test } from 'vitest';
import { exact, moneyText, toNumber, type Exact } from './exact.ts';
import { figuresIn, formatOf, MAX_FORMULA, misreadWords, readFormula, workOut } from './formula.ts';
import { exactOf, FIGURE_NAMES, type FigureName } from './metrics.ts';

const VALUES: Partial<Record<FigureName, Exact>> = { clicks: exact(8n), visits: exact(3n), views: exact(0n) };

function came(text: string): number | null {
  const { formula, misread } = readFormula(text);
  if (!formula) throw new Error(misreadWords(misread));
  const value = workOut(formula, (name) => VALUES[name] ?? null);
  return value && toNumber(value);
}

test.each([
  ['clicks + visits * 2', 14],
  ['(clicks + visits) * 2', 22],
  ['clicks - visits - 1', 4],
  ['clicks / visits / 2', 8 / 6],
  ['clicks / (visits / 2)', 16 / 3],
  ['-clicks + 10', 2],
  ['visits - -clicks', 11],
  ['--clicks', 8],
  ['clicks * -0.5', -4],
  ['.25*Clicks', 2],
  ['  ( ( clicks ) )  ', 8],
  ['0.1 * clicks + 0.2 * clicks', 2.4],
])('%s is worked out as it is written', (text, value) => {
  expect(came(text)).toBe(value);
});

test.each([
  ['clicks / views'],
  ['clicks / (visits - 3)'],
  ['0 * (clicks / views)'],
  ['clicks + profit'],
  ['-(profit)'],
])('%s is nothing: a part of it is divided by nothing, or not known', (text) => {
  expect(came(text)).toBeNull();
});

test.each([
  ['', 'At character 1: a metric, a number or a bracket is missing here.'],
  ['clicks +', 'At character 9: a metric, a number or a bracket is missing here.'],
  ['clicks + * visits', 'At character 10: before "*" a metric, a number or a bracket is missing.'],
  ['clicks / ()', 'At character 11: before ")" a metric, a number or a bracket is missing.'],
  ['2 * (clicks - (visits)', 'At character 5: this bracket is not closed.'],
  ['clicks) * 2', 'At character 7: this bracket closes none that was opened.'],
  ['clicks visits', 'At character 8: before "visits" there is no sign: + - * or /.'],
  ['(clicks 2)', 'At character 9: before "2" there is no sign: + - * or /.'],
  ['clik / 2', 'At character 1: "clik" is no metric. Did you mean clicks?.'],
  ['2 * expected', 'At character 5: "expected" is no metric. Did you mean revenue_expected?.'],
  ['revenue / clicks', 'At character 1: "revenue" is no metric. Did you mean revenue_expected?.'],
  ['clicks / unicorns', 'At character 10: "unicorns" is no metric.'],
  ['known_cost * 2', 'At character 1: "known_cost" is no metric. Did you mean cost?.'],
  ['clicks × 2', 'At character 8: "×" is no sign of a formula: names, numbers, + - * / and brackets are.'],
  ['clicks; drop', 'At character 7: ";" is no sign of a formula: names, numbers, + - * / and brackets are.'],
  ['clicks * 0,5', 'At character 10: "0,5" has a comma: decimals stand behind a point, such as 0.5.'],
  ['clicks * 1.2.3', 'At character 10: "1.2.3" is no number: at most 12 digits, and 6 behind a point.'],
  ['clicks * 1234567890123', 'At character 10: "1234567890123" is no number: at most 12 digits, and 6 behind a point.'],
  ['1 + 2', 'At character 1: it names no metric, so it would say the same in every line.'],
  [`clicks${' + 1'.repeat(60)}`, `At character ${MAX_FORMULA + 1}: it is longer than ${MAX_FORMULA} characters.`],
  [`${'('.repeat(40)}clicks${')'.repeat(40)}`, 'At character 32: more than 30 brackets stand inside each other.'],
])('%s is refused with the place and the reason', (text, words) => {
  const { misread } = readFormula(text);
  expect(misread && misreadWords(misread)).toBe(words.replace('?.', '?'));
});

test('a formula names each of its metrics once', () => {
  const { formula } = readFormula('(profit - cost) / (clicks + cost)');
  expect(figuresIn(formula!)).toEqual(['profit', 'cost', 'clicks']);
});

test.each([
  ['profit - 2 * cost', 'money'],
  ['cost / sales', 'money'],
  ['2 * clicks', 'number'],
  ['profit / cost', 'percent'],
  ['roi * 2', 'number'],
  ['epc * clicks', 'money'],
  ['cost * cost', 'number'],
])('%s is told as %s unless something else is chosen', (text, format) => {
  expect(formatOf(readFormula(text).formula!)).toBe(format);
});

const SUMS = {
  known: 5n,
  revenue_expected: 10_000_000n,
  known_expected: 9_000_001n,
  known_cost: 4_000_000n,
  cost: 4_000_000n,
  clicks: 3n,
  views: 7n,
  reads: 6n,
  review_views: 2n,
  lag_ms: 4500n,
  lagged: 2n,
};

test.each([
  ['epc', '3.333333'],
  ['profit', '5.000001'],
  ['rpm', '1428.571429'],
  ['cpa', null],
])('money is exact until it is told: %s', (name, text) => {
  const value = exactOf(SUMS, name as FigureName);
  expect(value && moneyText(value)).toBe(text);
});

test.each([
  ['read_depth', 0.75],
  ['avg_lag_seconds', 2.25],
  ['ctr', 3 / 7],
  ['roi', 1.25000025],
  ['cr', 0],
])('shares and seconds are the sums that they are made of: %s', (name, value) => {
  expect(toNumber(exactOf(SUMS, name as FigureName)!)).toBe(value);
});

test('nothing of cost is known where nobody said what was paid', () => {
  expect(exactOf({ ...SUMS, known: 0n }, 'cost')).toBeNull();
  expect(FIGURE_NAMES.filter((name) => exactOf({ ...SUMS, known: 0n }, name) === null)).toContain('profit');
});

test('a third of an amount, three times, is the amount again; it is rounded once, half away from zero', () => {
  const { formula } = readFormula('epc * clicks');
  expect(moneyText(workOut(formula!, (name) => exactOf(SUMS, name))!)).toBe('10.00');
  expect(moneyText(exact(-15n, 10_000_000n))).toBe('-0.000002');
  expect(moneyText(exact(14n, 10_000_000n))).toBe('0.000001');
});

test('what no number can hold is nothing, and what both sides of a division are too large for is told', () => {
  expect(toNumber(exact(10n ** 400n))).toBeNull();
  expect(toNumber(exact(-(10n ** 400n), 2n * 10n ** 400n))).toBe(-0.5);
  expect(toNumber(exact(1n, 10n ** 400n))).toBe(0);
});
