import { expect, test } from 'vitest';
import { fold, type Placed } from './fold.ts';
import type { State, Terms } from './rules.ts';

const POSTBACK: Terms = { payoutSource: 'postback', fixedMicros: null, fixedCurrency: null, networkCurrency: 'USD' };
const T0 = '2026-03-01T10:00:00.000Z';
const at = (minute: number): string => new Date(Date.parse(T0) + minute * 60_000).toISOString();

let ids = 0n;
const say = (status: Placed['status'], payout: number | null = null, given: Partial<Placed> = {}): Placed => ({
  id: (ids += 1n),
  txid: null,
  part: given.txid ?? null,
  event: 'sale',
  status,
  word: status,
  payoutMicros: payout === null ? null : BigInt(payout) * 1_000_000n,
  currency: 'USD',
  at: null,
  receivedAt: T0,
  isManual: false,
  ...given,
});

const money = (state: State) => `${state.status} ${Number(state.payoutMicros) / 1e6} ${state.currency}`;

/** The messages in the order given and in the opposite one, arrival included: no state may depend on it. */
function told(messages: readonly Placed[], terms = POSTBACK) {
  const folded = fold(messages, terms);
  const backwards = messages.toReversed().map((message, i) => ({ ...message, id: BigInt(i) }));
  expect(fold(backwards, terms).state).toEqual(folded.state);
  return folded;
}

test.each<[name: string, messages: Placed[], state: string]>([
  ['a first message', [say('pending', 10)], 'pending 10 USD'],
  ['pending becomes approved with the new amount', [say('pending', 8), say('approved', 10)], 'approved 10 USD'],
  ['an approval without an amount keeps the one before', [say('pending', 8), say('approved')], 'approved 8 USD'],
  ['pending becomes rejected', [say('pending', 8), say('rejected', 0)], 'rejected 8 USD'],
  [
    'without times an approval beside a rejection was taken back',
    [say('approved', 9), say('rejected', 8)],
    'reversed 9 USD',
  ],
  ['whichever came first', [say('rejected', 8), say('approved', 9)], 'reversed 9 USD'],
  [
    'with times a rejection that was mended counts',
    [say('rejected', 8, { at: at(1) }), say('approved', 9, { at: at(2) })],
    'approved 9 USD',
  ],
  [
    'with times a rejection after an approval takes it back',
    [say('approved', 9, { at: at(3) }), say('rejected', 9, { at: at(5) })],
    'reversed 9 USD',
  ],
  [
    'an older time changes nothing newer',
    [say('approved', 9, { at: at(5) }), say('rejected', 9, { at: at(3) })],
    'approved 9 USD',
  ],
  [
    'two equal times count as none',
    [say('rejected', 9, { at: at(3) }), say('approved', 9, { at: at(3) })],
    'reversed 9 USD',
  ],
  ['one without a time lies over what has one', [say('approved', 9, { at: at(3) }), say('rejected')], 'reversed 9 USD'],
  [
    'an approval without a time does not mend a rejection',
    [say('rejected', 9, { at: at(3) }), say('approved', 7)],
    'reversed 7 USD',
  ],
  [
    'nothing returns to pending',
    [say('approved', 9, { at: at(3) }), say('pending', 4, { at: at(5) })],
    'approved 9 USD',
  ],
  ['reversed stays', [say('reversed', 9, { at: at(3) }), say('approved', 9, { at: at(5) })], 'reversed 9 USD'],
  ['a refund with the same amount', [say('approved', 38), say('reversed', 38)], 'reversed 38 USD'],
  ['a refund with a negative amount', [say('approved', 38), say('reversed', -38)], 'reversed 38 USD'],
  ['a refund with zero', [say('approved', 38), say('reversed', 0)], 'reversed 38 USD'],
  ['a refund of a part takes it all back', [say('approved', 38), say('reversed', -10)], 'reversed 38 USD'],
  ['a refund before a sale of another amount', [say('reversed', 0), say('approved', 38)], 'reversed 38 USD'],
  ['the same again', [say('approved', 38), say('approved', 38)], 'approved 38 USD'],
  ['an amount after none', [say('approved'), say('approved', 7)], 'approved 7 USD'],
])('%s', (_name, messages, state) => {
  expect(money(told(messages).state)).toBe(state);
});

test.each<[name: string, messages: Placed[], state: string, conflicts: number[]]>([
  ['the lowest stands', [say('approved', 99), say('approved', 38)], 'approved 38 USD', [0]],
  ['but not nothing', [say('approved', 0), say('approved', 38), say('approved', 40)], 'approved 38 USD', [0, 2]],
  [
    "those in the network's currency come first",
    [say('approved', 1, { currency: 'EUR' }), say('approved', 38)],
    'approved 38 USD',
    [0],
  ],
  ['an approval for nothing keeps what was pending', [say('pending', 38), say('approved', 0)], 'approved 38 USD', [1]],
  ['what was pending may have been another amount', [say('pending', 12), say('approved', 38)], 'approved 38 USD', []],
  ['the first by time', [say('approved', 9, { at: at(2) }), say('approved', 7, { at: at(3) })], 'approved 9 USD', [1]],
  ['with a time before without', [say('approved', 9, { at: at(2) }), say('approved', 7)], 'approved 9 USD', [1]],
  ['a pending one with a time gives way', [say('pending', 9, { at: at(2) }), say('approved', 7)], 'approved 7 USD', []],
])('of several amounts %s', (_name, messages, state, conflicts) => {
  const folded = told(messages);
  expect(money(folded.state)).toBe(state);
  expect([...folded.conflicts]).toEqual(conflicts.map((i) => messages[i]!.id));
});

test('contrary are an approval and a rejection without a refund, until somebody decides', () => {
  const words = [say('approved', 9), say('rejected')];
  const decision = say('approved', null, { isManual: true, event: null });
  expect(told(words).isContrary).toBe(true);
  expect(fold([...words, say('reversed')], POSTBACK).isContrary).toBe(false);
  const accepted = fold([...words, decision], POSTBACK);
  expect([money(accepted.state), accepted.isContrary]).toEqual(['approved 9 USD', false]);
  const later = fold([...words, decision, say('rejected', 1)], POSTBACK);
  expect([money(later.state), later.isContrary]).toEqual(['reversed 9 USD', false]);
});

test('only the administrator brings a reversed conversion back, and a repeat of the refund does not undo it', () => {
  const decided = [
    say('approved', 38),
    say('reversed', 38),
    say('approved', null, { isManual: true, event: null, word: 'manual' }),
  ];
  expect(money(fold([...decided, say('reversed', 38)], POSTBACK).state)).toBe('approved 38 USD');
  expect(money(fold([...decided, say('reversed', 1)], POSTBACK).state)).toBe('reversed 38 USD');
});

test('of two amounts that were decided the last stands, above the terms of the offer too', () => {
  const decide = (payout: number) => say('approved', payout, { isManual: true, event: null });
  const fixed: Terms = { ...POSTBACK, payoutSource: 'fixed', fixedMicros: 40_000_000n, fixedCurrency: 'EUR' };
  for (const terms of [POSTBACK, fixed]) {
    expect(money(fold([say('approved', 10), decide(12), decide(11)], terms).state)).toBe('approved 11 USD');
    expect(money(fold([decide(12), decide(11)], terms).state)).toBe('approved 11 USD');
  }
});

test('payouts of one row add up by transaction, each counted once, and a refund takes its own part out', () => {
  const [a, b] = [say('approved', 10, { txid: 'a' }), say('approved', 5, { txid: 'b' })];
  expect(money(told([a, b, say('approved', 5, { txid: 'b' })]).state)).toBe('approved 15 USD');
  expect(money(told([a, b, say('reversed', 10, { txid: 'a' })]).state)).toBe('approved 5 USD');
  expect(money(told([a, b, say('rejected', 10, { txid: 'a' })]).state)).toBe('approved 5 USD');
  expect(money(told([a, b, say('pending', 7, { txid: 'c' })]).state)).toBe('approved 15 USD');
});

test('a transaction of a row in another currency is not added up, and says so', () => {
  const [a, b] = [say('approved', 10, { txid: 'a', currency: 'EUR' }), say('approved', 5, { txid: 'b' })];
  const folded = told([a, b]);
  expect(money(folded.state)).toBe('approved 5 USD');
  expect([...folded.conflicts]).toEqual([a.id]);
});

test('a decision about several transactions is their sum once, and what is told of another one later adds to it', () => {
  const row = [say('approved', 10, { txid: 'b' }), say('approved', 5, { txid: 'a' })];
  const decision = say('approved', 14, { isManual: true, event: null });
  expect(money(fold([...row, decision], POSTBACK).state)).toBe('approved 14 USD');
  expect(money(fold([...row, decision, say('approved', 2, { txid: 'A' })], POSTBACK).state)).toBe('approved 16 USD');
  const last = say('approved', 13, { isManual: true, event: null });
  expect(money(fold([...row, decision, last], POSTBACK).state)).toBe('approved 13 USD');
});

test.each<[string, Terms['payoutSource'], number | null, string]>([
  ['fixed beats what the postback says', 'fixed', 99, 'approved 40 EUR'],
  ['fixed fills in for a postback without an amount', 'postback_else_fixed', null, 'approved 40 EUR'],
  ['the postback comes first', 'postback_else_fixed', 12, 'approved 12 USD'],
  ['a zero that was said is an amount', 'postback_else_fixed', 0, 'approved 0 USD'],
  ['without a fixed amount nothing is invented', 'postback', null, 'approved 0 USD'],
])('%s', (_name, payoutSource, payout, state) => {
  const terms: Terms = { ...POSTBACK, payoutSource, fixedMicros: 40_000_000n, fixedCurrency: 'EUR' };
  expect(money(told([say('approved', payout)], terms).state)).toBe(state);
});
