import { expect, test } from 'vitest';
import { changeWords, moveWords } from './batch-words.ts';

const side = (amount: string, status: 'approved' | 'reversed') => ({ amount, currency: 'USD', status });

test('money that moves carries its sign', () => {
  expect(changeWords([])).toBe('nothing');
  expect(
    changeWords([
      { currency: 'EUR', amount: '-5.00' },
      { currency: 'USD', amount: '40.00' },
    ]),
  ).toBe('-€5.00 and +$40.00');
});

test.each([
  ['a new conversion', null, side('5.00', 'approved'), 'New: $5.00, approved'],
  ['one that moves', side('5.00', 'approved'), side('5.00', 'reversed'), '$5.00, approved → $5.00, reversed'],
  ['one that stays', side('5.00', 'approved'), side('5.00', 'approved'), 'Stays $5.00, approved'],
  ['a row that was refused', null, null, ''],
])('%s', (_name, before, after, words) => {
  expect(moveWords({ before, after })).toBe(words);
});
