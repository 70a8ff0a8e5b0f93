import { expect, test } from 'vitest';
import { epcOf, expectedOf, judgeNone, subtract, type Tally } from './risks.ts';

const tally = (clicks: number, conversions = 0, money = 0): Tally => ({
  clicks,
  conversions,
  micros: BigInt(money) * 1_000_000n,
});

test('clicks without a conversion are told once their chance is below 1 in 20 at the rate of the others', () => {
  const peers = { network: tally(1000, 20), site: tally(9000, 900) };
  // at one in fifty, 148 clicks bring nothing in 5.03 of 100 cases, 149 in 4.93
  expect(judgeNone(148, peers)).toBe('undecided');
  expect(judgeNone(149, peers)).toMatchObject({ usualOf: 'network', usualCr: 0.02 });
});

test('others that hardly convert themselves are no measure; then all others are asked', () => {
  expect(judgeNone(500, { network: tally(100, 4), site: tally(1000, 50) })).toMatchObject({ usualOf: 'site' });
  expect(judgeNone(500, { network: undefined, site: tally(1000, 50) })).toMatchObject({ usualOf: 'site' });
  expect(judgeNone(5000, { network: tally(100, 4), site: tally(1000, 4) })).toBe('undecided');
  expect(judgeNone(5000, { network: undefined, site: tally(0) })).toBe('undecided');
});

test('what a click earns is its own where it has enough of them, else that of the others, else not known', () => {
  const peers = { network: tally(100, 2, 50), site: tally(1000, 10, 100) };
  expect(epcOf(tally(30, 1, 15), peers)?.of).toBe('offer');
  expect(epcOf(tally(29, 1, 15), peers)?.of).toBe('network');
  expect(epcOf(undefined, { ...peers, network: tally(100) })?.of).toBe('site');
  // it earned, in a currency without a worth here
  expect(epcOf(tally(90, 3, 0), peers)).toBeUndefined();
  expect(epcOf(tally(0), { network: undefined, site: tally(0) })).toBeUndefined();
  expect(expectedOf(40, tally(100, 5, 50))).toBe('20.00');
});

test('the others are all without the one: in clicks, conversions and money', () => {
  expect(subtract(tally(100, 5, 50), tally(40, 2, 30))).toEqual(tally(60, 3, 20));
});
