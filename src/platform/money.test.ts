import { expect, test } from 'vitest';
import { formatMicros, parseMicros } from './money.ts';

test.each([
  ['38.42', 38_420_000n],
  ['0,25', 250_000n],
  ['-0,5', -500_000n],
  [',5', 500_000n],
  ['.5', 500_000n],
  ['+12', 12_000_000n],
  ['1,2345', 1_234_500n],
  ['12.50000000', 12_500_000n],
  ['12,50000000', 12_500_000n],
  ['1.234', 1_234_000n],
  ['0', 0n],
  ['999999999999.999999', 999_999_999_999_999_999n],
])('the amount %s is read', (text, micros) => {
  expect(parseMicros(text)).toBe(micros);
});

test.each([
  ['a comma before exactly three digits', '1,234'],
  ['the same with less before it', '0,250'],
  ['thousands marks of one kind', '1,234.00'],
  ['thousands marks of the other', '1.234,56'],
  ['two commas', '1,2,3'],
  ['two points', '1.2.3'],
  ['a comma that nothing follows', '12,'],
  ['a point that nothing follows', '12.'],
  ['nothing', ''],
  ['a mark alone', ','],
  ['a sign alone', '-'],
  ['an exponent', '1e3'],
  ['another base', '0x10'],
  ['a sign of currency', '$12'],
  ['seven decimals', '0.0000001'],
  ['thirteen digits', '1234567890123'],
  ['a text without end', `0.5${'0'.repeat(100_000)}`],
])('%s is no amount', (_name, text) => {
  expect(parseMicros(text)).toBeUndefined();
});

test('what is written is read back', () => {
  for (const micros of [0n, 1n, -1n, 250_000n, -12_500_000n, 999_999_999_999_999_999n])
    expect(parseMicros(formatMicros(micros))).toBe(micros);
});
