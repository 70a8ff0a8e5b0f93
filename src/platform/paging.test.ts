import { expect, test } from 'vitest';
import { IdParams } from './paging.ts';

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
