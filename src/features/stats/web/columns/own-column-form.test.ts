import { expect, test } from 'vitest';
import { putIn, toColumnValues, toColumnWire } from './own-column-form.ts';

test.each([
  ['', 0, 'clicks', 6],
  ['profit /', 8, 'profit / clicks', 15],
  ['profit / ', 9, 'profit / clicks', 15],
  ['( / 2)', 1, '(clicks / 2)', 7],
  ['2*3', 2, '2* clicks 3', 10],
])('into "%s" at %i a name is put with room around it', (text, at, put, caret) => {
  expect(putIn(text, 'clicks', at)).toEqual({ text: put, caret });
});

test('without a choice the formula says how a column is told', () => {
  const wire = (formula: string, format = '') =>
    toColumnWire({ ...toColumnValues(), name: 'N', formula, format }).format;
  expect([wire('profit / clicks'), wire('profit / cost'), wire('profit / cost', 'number'), wire('oops')]).toEqual([
    'money',
    'percent',
    'number',
    'number',
  ]);
});
