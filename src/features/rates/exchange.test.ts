import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMicros } from '../../platform/money.ts';
import { convert, parseRates, type RateBook } from './exchange.ts';

const FILE = `Date,USD,JPY,KWD,
2026-03-06,1.0800,160.25,0.3321,
2026-03-05,1.0900,N/A,0.3320,
2026-02-10,1.0700,158.00,,
`;
const book = parseRates(FILE) as RateBook;

test.each([
  [
    'a euro amount in dollars',
    '10',
    'EUR',
    'USD',
    '2026-03-06',
    { micros: 10_800_000n, rate: '1.08', day: '2026-03-06' },
  ],
  [
    'yen into dollars by way of the euro',
    '160.25',
    'JPY',
    'USD',
    '2026-03-06',
    { micros: 1_080_000n, day: '2026-03-06' },
  ],
  ['three decimals', '1.234', 'KWD', 'EUR', '2026-03-06', { micros: 3_715_748n, day: '2026-03-06' }],
  ['a loss keeps its sign', '-10', 'EUR', 'USD', '2026-03-06', { micros: -10_800_000n }],
  ['a Sunday takes the Friday before', '1', 'EUR', 'USD', '2026-03-08', { micros: 1_080_000n, day: '2026-03-06' }],
])('%s', (_name, amount, from, to, day, expected) => {
  expect(convert(book, parseMicros(amount)!, { from, to }, day)).toMatchObject({ ...expected, currency: to });
});

test.each([
  ['a day before the first', 'USD', '2026-02-09'],
  ['a rate older than seven days', 'USD', '2026-02-18'],
  ['a currency that the file does not have', 'XAU', '2026-03-06'],
])('%s is no guess', (_name, currency, day) => {
  expect(convert(book, 1_000_000n, { from: 'EUR', to: currency }, day)).toBeUndefined();
});

test('a day without the rate takes the one before that has it, within seven days', () => {
  const rates = parseRates('Date,USD,JPY\n2026-03-05,1.09,N/A\n2026-03-02,1.08,159') as RateBook;
  expect(convert(rates, 1_000_000n, { from: 'EUR', to: 'JPY' }, '2026-03-05')).toMatchObject({
    day: '2026-03-02',
    rate: '159.0',
  });
});

test('what is shown as rate gives the very amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      (micros, from) => {
        const { rate, micros: base } = convert(book, micros, { from: from, to: 'EUR' }, '2026-03-06')!;
        const scaled = BigInt(rate.split('.')[0]! + rate.split('.')[1]!.padEnd(10, '0'));
        const exact = micros * scaled;
        const error = exact - base * 10n ** 10n;
        expect(error < 0n ? -error : error).toBeLessThanOrEqual(5n * 10n ** 9n);
      },
    ),
  );
});

test.each([
  ['no head', '2026-03-06,1.08', 'Line 1'],
  ['a name that is no code', 'Date,Dollar\n2026-03-06,1.08', 'DOLLAR'],
  ['a rate with a comma', 'Date,USD\n2026-03-06,"1,08"', 'Line 2'],
  ['a rate of zero', 'Date,USD\n2026-03-06,0', 'Line 2'],
  ['a day twice', 'Date,USD\n2026-03-06,1\n2026-03-06,2', 'Line 3'],
  ['a day that is none', 'Date,USD\n06/03/2026,1', 'Line 2'],
  ['nothing', 'Date,USD\n', 'no day'],
  ['bytes that are no text', 'Date,USD\n2026-03-06,1,\0', 'no text'],
])('a file with %s is refused by its line', (_name, text, said) => {
  expect((parseRates(text) as { problem: string }).problem).toContain(said);
});
