import { expect, test } from 'vitest';
import { formatCount, formatMoney, formatPercent } from './figures.ts';

test('figures are written for the eye', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatPercent(0.1254)).toBe('12.5%');
  expect(formatPercent(null)).toBe('–');
  expect(formatMoney(null, 'USD')).toBe('–');
});

test('money beyond what a float holds keeps every digit', () => {
  expect(formatMoney('9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01');
  expect(formatMoney('-3.5', 'EUR')).toBe('-€3.50');
});
