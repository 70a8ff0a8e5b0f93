import { expect, test } from 'vitest';
import { z } from 'zod';
import { IdParams, pagingKeys } from './paging.ts';

test.each(['0x1', '1e3', '0b1', '01', '+1', '-1', ' 1', '1 ', '1.0', '0', '', '2147483648', '99999999999'])(
  'an address with the id %j names no record',
  (id) => {
    expect(IdParams.safeParse({ id }).error?.issues[0]?.message).toBe('must be a whole number from 1');
  },
);

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
])('the id %j is the number %i', (text, id) => {
  expect(IdParams.parse({ id: text })).toEqual({ id });
});

test.each(['0x1', '1e2', ' 1', '1.0', '01', '+1', '', '-0x1', '٣', '0', '1000001', '99999999999'])(
  'page %j is no page',
  (page) => {
    expect(z.object(pagingKeys).safeParse({ page }).success).toBe(false);
  },
);

test.each([
  [
    { page: '1000000', limit: '-1' },
    { page: 1_000_000, limit: -1 },
  ],
  [{ itemsPerPage: 'all' }, { page: 1, itemsPerPage: 'all' }],
  [{ limit: '1000' }, { page: 1, limit: 1000 }],
])('%j is read as %j', (query, read) => {
  expect(z.object(pagingKeys).parse(query)).toEqual(read);
});
