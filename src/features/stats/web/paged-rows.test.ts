import { expect, test } from 'vitest';
import { pageOfRows } from './paged-rows.ts';

const rows = [
  { id: 1, title: 'Beta', epc: '9.50' },
  { id: 2, title: 'alpha', epc: '10.00' },
  { id: 3, title: 'Gamma', epc: null },
];
const ask = (given: object) =>
  pageOfRows(
    rows,
    { page: 1, itemsPerPage: 10, sortBy: 'epc', order: 'desc', search: '', ...given },
    (row, key) => row[key as 'epc'],
    (row) => row.title,
  ).data.map((row) => row.id);

test('money sorts by size and nothing comes last in both orders', () => {
  expect(ask({})).toEqual([2, 1, 3]);
  expect(ask({ order: 'asc' })).toEqual([1, 2, 3]);
});

test('words sort without regard to case, and the search finds them', () => {
  expect(ask({ sortBy: 'title', order: 'asc' })).toEqual([2, 1, 3]);
  expect(ask({ search: 'AM' })).toEqual([3]);
});

test('pages cut the list, and all is all', () => {
  expect(ask({ itemsPerPage: 2, page: 2 })).toEqual([3]);
  expect(ask({ itemsPerPage: -1 })).toHaveLength(3);
});
