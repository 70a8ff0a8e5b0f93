import { expect, test } from 'vitest';
import { formatCount, formatDuration, formatMoney, formatPercent, formatSum } from './figures.ts';

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

test.each([
  [0, '0 s'],
  [45.4, '45 s'],
  [720, '12 min'],
  [12_240, '3.4 h'],
  [36_000, '10 h'],
  [181_440, '2.1 d'],
  [null, '–'],
])('%s seconds read %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text.replace(' ', '\u00a0')));

test('a sum of which all lacks a rate is not known; one of which a part lacks it is told', () => {
  expect(formatSum('0.00', 'EUR', true)).toBe('–');
  expect(formatSum('0.00', 'EUR', false)).toBe('€0.00');
  expect(formatSum('3.50', 'EUR', true)).toBe('€3.50');
});
