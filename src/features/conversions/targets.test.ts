import { expect, test } from 'vitest';
import type { EventType } from '../sources/contract.ts';
import { foldClick, type Word } from './targets.ts';
import type { Terms } from './rules.ts';

const TERMS: Terms = { payoutSource: 'postback', fixedMicros: null, fixedCurrency: null, networkCurrency: 'USD' };
const at = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

type Said = { event?: EventType; txid?: string; at?: number };

let ids = 0n;
/** As a network says it: a word for money without an event is a sale. */
function say(
  status: Word['status'],
  payout: number | null,
  { event, txid, at: minute }: Said = {},
  isSummed = false,
): Word {
  const isGood = status === 'pending' || status === 'approved';
  return {
    id: (ids += 1n),
    txid: txid ?? null,
    event: event ?? (isGood ? 'sale' : null),
    status,
    word: status,
    payoutMicros: payout === null ? null : BigInt(payout) * 1_000_000n,
    currency: 'USD',
    at: minute === undefined ? null : at(minute),
    receivedAt: at(0),
    isManual: false,
    home: { event: event ?? 'sale', txid: isSummed ? null : (txid ?? null) },
  };
}

const sale = (payout: number, txid?: string, minute?: number) =>
  say('approved', payout, { ...(txid && { txid }), ...(minute !== undefined && { at: minute }) });
const lead = (payout: number, txid?: string) => say('approved', payout, { event: 'lead', ...(txid && { txid }) });
const refund = (txid?: string) => say('reversed', null, txid ? { txid } : {});
const rejection = (txid?: string) => say('rejected', null, txid ? { txid } : {});

function told(words: readonly Word[], rules: { isSummed?: boolean; isOneSale?: boolean } = {}): string {
  const { rows, open } = foldClick(words, { isSummed: false, isOneSale: false, termsOf: () => TERMS, ...rules });
  return [...rows]
    .map(([name, { state, isAtRisk, isBeaten }]) =>
      [name, state.status, Number(state.payoutMicros) / 1e6, isAtRisk && 'at risk', isBeaten && 'not counted']
        .filter((part) => part !== false)
        .join(' '),
    )
    .toSorted()
    .concat(open.size > 0 ? [`${open.size} open`] : [])
    .join(', ');
}

test.each<[name: string, words: Word[], rows: string]>([
  [
    'a word about a lead does not touch the sale',
    [sale(50), say('reversed', null, { event: 'lead' }), lead(2)],
    'lead reversed 2, sale approved 50',
  ],
  [
    'nor one about an event without a row',
    [sale(50), say('rejected', null, { event: 'upsell' })],
    'sale approved 50, upsell rejected 0',
  ],
  ['a bare refund is about the sale', [sale(50), lead(2), refund()], 'lead approved 2, sale reversed 50'],
  [
    'about the sale without a transaction before others',
    [sale(50), sale(60, 'A'), refund()],
    'sale A approved 60, sale reversed 50',
  ],
  ['about the only sale', [sale(50, 'A'), refund()], 'sale A reversed 50'],
  ['about the only other row, where there is no sale', [lead(2, 'L'), refund()], 'lead L reversed 2'],
  [
    'about any of several: nobody can tell',
    [sale(50, 'A'), sale(60, 'B'), refund()],
    'sale A approved 50 at risk, sale B approved 60 at risk, 1 open',
  ],
  [
    'about any of several other rows',
    [lead(2), say('approved', 3, { event: 'upsell' }), refund()],
    'lead approved 2 at risk, upsell approved 3 at risk, 1 open',
  ],
  ['a bare rejection goes the same way', [sale(50, 'A'), rejection()], 'sale A reversed 50'],
  [
    'a transaction names its row',
    [sale(50, 'A'), sale(60, 'B'), refund('B')],
    'sale A approved 50, sale B reversed 60',
  ],
  [
    'of several with one transaction the sale',
    [sale(50, 'A'), lead(2, 'A'), rejection('A')],
    'lead A approved 2, sale A reversed 50',
  ],
  [
    'of several with one transaction and no sale nobody can tell',
    [lead(2, 'A'), say('approved', 3, { event: 'upsell', txid: 'A' }), refund('A')],
    'lead A approved 2 at risk, upsell A approved 3 at risk, 1 open',
  ],
  [
    'a refund with a transaction of its own takes the only sale',
    [sale(50, 'A'), lead(2), refund('R')],
    'lead approved 2, sale A reversed 50',
  ],
  [
    'with two sales nobody can tell',
    [sale(50, 'A'), sale(60), refund('R')],
    'sale A approved 50 at risk, sale approved 60 at risk, 1 open',
  ],
  ['with none it stands alone', [lead(2), refund('R')], 'lead approved 2, sale R reversed 0'],
  ['a rejection with an unknown transaction takes a sale without one', [sale(50), rejection('R')], 'sale reversed 50'],
  ['else it stands alone', [sale(50, 'A'), rejection('R')], 'sale A approved 50, sale R rejected 0'],
  [
    'a row without a good word is no candidate',
    [sale(50, 'A'), say('rejected', null, { event: 'sale', txid: 'B' }), refund()],
    'sale A reversed 50, sale B rejected 0',
  ],
  ['without anything it stands alone', [refund()], 'sale reversed 0'],
])('%s', (_name, words, rows) => {
  expect(told(words)).toBe(rows);
  expect(told(words.toReversed())).toBe(rows);
});

test('targets are worked out anew: a refund that took the lead moves to the sale when that comes', () => {
  const words = [lead(2), refund()];
  expect(told(words)).toBe('lead reversed 2');
  expect(told([...words, sale(50)])).toBe('lead approved 2, sale reversed 50');
});

test('where transactions share a row, a word without a known one is about any of them', () => {
  const sum = { isSummed: true };
  const part = (payout: number, txid: string) => say('approved', payout, { txid }, true);
  const taken = (txid?: string) => say('reversed', null, txid ? { txid } : {}, true);
  expect(told([part(10, 'A'), part(5, 'B'), taken('B')], sum)).toBe('sale approved 10');
  expect(told([part(10, 'A'), part(5, 'B'), taken('C')], sum)).toBe('sale approved 15 at risk, 1 open');
  expect(told([part(10, 'A'), taken()], sum)).toBe('sale approved 10 at risk, 1 open');
  expect(told([taken('A')], sum)).toBe('sale reversed 0');
});

test('what was decided about a message holds: its target, or that it has none', () => {
  const words = [sale(50, 'A'), sale(60, 'B'), refund()];
  const pinned = (pin: Word['pin']) => told(words.map((word) => (word.event === null ? { ...word, pin } : word)));
  expect(pinned({ key: { event: 'sale', txid: 'B' }, part: 'B' })).toBe('sale A approved 50, sale B reversed 60');
  expect(pinned(null)).toBe('sale A approved 50, sale B approved 60');
});

test.each<[name: string, words: Word[], rows: string]>([
  ['the earliest counts', [sale(50, 'B', 2), sale(60, 'A', 3)], 'sale A approved 60 not counted, sale B approved 50'],
  ['timed before untimed', [sale(50, 'A'), sale(60, 'B', 3)], 'sale A approved 50 not counted, sale B approved 60'],
  [
    'then the lowest transaction, none first',
    [sale(50, 'A'), sale(60)],
    'sale A approved 50 not counted, sale approved 60',
  ],
  [
    'a rebill competes, an upsell does not',
    [sale(50), say('approved', 9, { event: 'rebill', txid: 'R' }), say('approved', 3, { event: 'upsell' })],
    'rebill R approved 9 not counted, sale approved 50, upsell approved 3',
  ],
  [
    'even if it is taken back later',
    [sale(50, 'A', 1), sale(60, 'B', 2), refund('A')],
    'sale A reversed 50, sale B approved 60 not counted',
  ],
  [
    'what never had a good word does not compete',
    [say('rejected', null, { event: 'sale', txid: 'A', at: 0 }), sale(60, 'B', 2)],
    'sale A rejected 0, sale B approved 60',
  ],
])('of the sales of an offer that counts one: %s', (_name, words, rows) => {
  expect(told(words, { isOneSale: true })).toBe(rows);
  expect(told(words.toReversed(), { isOneSale: true })).toBe(rows);
});
