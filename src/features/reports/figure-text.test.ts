import { expect, test } from 'vitest';
import { formatFigure, formatOwn } from './figure-text.ts';

test.each([
  ['clicks', 1234, '1,234'],
  ['ctr', 0.125, '12.5%'],
  ['profit', '-5.00', '-$5.00'],
  ['revenue_expected', '9007199254740993.01', '$9,007,199,254,740,993.01'],
  ['avg_lag_seconds', 720, '12\u00a0min'],
  ['epc', null, '–'],
  ['cost', undefined, '–'],
] as const)('%s of %s reads %s', (name, value, text) => expect(formatFigure(name, value, 'USD')).toBe(text));

test('money of which all lacks a rate is not known', () => {
  expect(formatFigure('cost', '0.00', 'USD', true)).toBe('–');
  expect(formatFigure('clicks', 0, 'USD', true)).toBe('0');
  expect(formatOwn({ format: 'money' }, '0', 'USD', true)).toBe('–');
});

test.each([
  ['number', '0.012345', '0.0123'],
  ['number', '1234.567', '1,234.57'],
  ['percent', '0.5', '50.0%'],
  ['money', '3.5', '$3.50'],
] as const)('an own column as %s of %s reads %s', (format, value, text) =>
  expect(formatOwn({ format }, value, 'USD')).toBe(text),
);
