import { expect, test } from 'vitest';
import { bodyPairs } from './pairs.ts';

test('of a JSON body numbers are read as they were written, and only plain values', () => {
  expect(
    bodyPairs(
      '{"cid":"c1","payout":1.50,"big":12345678901234567890,"test":true,"none":null,"deep":{"a":"b"},"list":["x"]}',
    ),
  ).toEqual([
    ['cid', 'c1'],
    ['payout', '1.50'],
    ['big', '12345678901234567890'],
    ['test', 'true'],
  ]);
});

test('a body that is neither JSON nor a form says nothing', () => {
  expect(bodyPairs('cid=c1&payout=2')).toEqual([
    ['cid', 'c1'],
    ['payout', '2'],
  ]);
  expect(bodyPairs('{"cid":')).toEqual([]);
  expect(bodyPairs('hello')).toEqual([]);
});
