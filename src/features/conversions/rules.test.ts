import { assert, constantFrom, array, integer, option, property, record, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { printFigures, sampleSize } from '../../../tests/support/figures.ts';
import {
  applyMessage,
  isRetryable,
  MAX_ATTEMPTS,
  nextDelay,
  type Delta,
  type Message,
  type State,
  type Terms,
} from './rules.ts';

const POSTBACK: Terms = { payoutSource: 'postback', fixedMicros: null, fixedCurrency: null };
const T0 = '2026-03-01T10:00:00.000Z';
const at = (minute: number): string => new Date(Date.parse(T0) + minute * 60_000).toISOString();

let ids = 0n;
const say = (status: Message['status'], payout: number | null = null, given: Partial<Message> = {}): Message => ({
  id: (ids += 1n),
  txid: null,
  status,
  word: status,
  payoutMicros: payout === null ? null : BigInt(payout) * 1_000_000n,
  currency: 'USD',
  at: null,
  receivedAt: T0,
  isManual: false,
  ...given,
});

/** Sends messages in order, as the service does. */
function send(messages: readonly Message[], terms = POSTBACK) {
  const history: Message[] = [];
  const outcomes = messages.map((message) => {
    const outcome = applyMessage(history, message, terms);
    if (outcome.isKept) history.push(message);
    return outcome;
  });
  const sums = new Map<string, { count: number; micros: bigint }>();
  for (const delta of outcomes.flatMap((outcome) => outcome.deltas)) add(sums, delta);
  return { outcomes, last: outcomes.at(-1)!, state: outcomes.at(-1)!.next, sums };
}

function add(sums: Map<string, { count: number; micros: bigint }>, delta: Delta): void {
  const key = `${delta.status} ${delta.currency} ${delta.occurredAt}`;
  const sum = sums.get(key) ?? { count: 0, micros: 0n };
  const next = { count: sum.count + delta.count, micros: sum.micros + delta.micros };
  if (next.count === 0 && next.micros === 0n) sums.delete(key);
  else sums.set(key, next);
}

const money = (state: State) => `${state.status} ${Number(state.payoutMicros) / 1e6} ${state.currency}`;

test.each<[name: string, messages: Message[], state: string, reason: string]>([
  ['the first message is recorded', [say('pending', 10)], 'pending 10 USD', 'recorded'],
  [
    'pending becomes approved with the new amount',
    [say('pending', 8), say('approved', 10)],
    'approved 10 USD',
    'updated',
  ],
  [
    'an approval without an amount keeps the one before',
    [say('pending', 8), say('approved')],
    'approved 8 USD',
    'updated',
  ],
  ['pending becomes rejected', [say('pending', 8), say('rejected', 0)], 'rejected 8 USD', 'updated'],
  ['rejected becomes approved', [say('rejected', 8), say('approved', 9)], 'approved 9 USD', 'updated'],
  ['a refund with the same amount', [say('approved', 38), say('reversed', 38)], 'reversed 38 USD', 'updated'],
  ['a refund with a negative amount', [say('approved', 38), say('reversed', -38)], 'reversed 38 USD', 'updated'],
  ['a refund with zero', [say('approved', 38), say('reversed', 0)], 'reversed 38 USD', 'updated'],
  ['a refund of a part takes it all back', [say('approved', 38), say('reversed', -10)], 'reversed 38 USD', 'updated'],
  ['a refund before its sale', [say('reversed', -38), say('approved', 38)], 'reversed 38 USD', 'duplicate_ignored'],
  ['a refund before a sale of another amount', [say('reversed', 0), say('approved', 38)], 'reversed 38 USD', 'updated'],
  ['the same again', [say('approved', 38), say('approved', 38)], 'approved 38 USD', 'duplicate_ignored'],
  [
    'the same status with another amount',
    [say('approved', 38), say('approved', 99)],
    'approved 38 USD',
    'amount_conflict',
  ],
  [
    'the same amount in another currency',
    [say('approved', 38), say('approved', 38, { currency: 'EUR' })],
    'approved 38 USD',
    'amount_conflict',
  ],
  [
    'an approval that would take the amount to nothing',
    [say('pending', 38), say('approved', 0)],
    'approved 38 USD',
    'amount_conflict',
  ],
  ['a message that is behind', [say('approved', 38), say('pending', 12)], 'approved 38 USD', 'duplicate_ignored'],
  ['an approval after a refund', [say('reversed', 38), say('approved', 38)], 'reversed 38 USD', 'duplicate_ignored'],
  [
    'an older time changes nothing newer',
    [say('approved', 9, { at: at(5) }), say('rejected', 9, { at: at(3) })],
    'approved 9 USD',
    'duplicate_ignored',
  ],
  [
    'a rejection after an approval takes it back',
    [say('approved', 9, { at: at(3) }), say('rejected', 9, { at: at(5) })],
    'reversed 9 USD',
    'updated',
  ],
  ['an amount after none', [say('approved'), say('approved', 7)], 'approved 7 USD', 'updated'],
])('%s', (_name, messages, state, reason) => {
  const sent = send(messages);
  expect(money(sent.state)).toBe(state);
  expect(sent.last.reason).toBe(reason);
});

test('only the administrator brings a reversed conversion back, and a repeat of the refund does not undo it', () => {
  const sent = send([
    say('approved', 38),
    say('reversed', 38),
    say('approved', null, { isManual: true, word: 'manual' }),
    say('reversed', 38),
  ]);
  expect(money(sent.state)).toBe('approved 38 USD');
  expect(sent.outcomes.map((outcome) => outcome.result)).toEqual(['recorded', 'updated', 'updated', 'duplicate']);
  expect(
    money(
      send([say('approved', 38), say('reversed', 38), say('approved', null, { isManual: true }), say('reversed', 1)])
        .state,
    ),
  ).toBe('reversed 38 USD');
});

test('payouts of one row add up by transaction, each counted once, and a refund takes its own part out', () => {
  const [a, b] = [say('approved', 10, { txid: 'a' }), say('approved', 5, { txid: 'b' })];
  expect(money(send([a, b, say('approved', 5, { txid: 'b' })]).state)).toBe('approved 15 USD');
  expect(money(send([a, b, say('reversed', 10, { txid: 'a' })]).state)).toBe('approved 5 USD');
});

test.each<[string, Terms['payoutSource'], number | null, string]>([
  ['fixed beats what the postback says', 'fixed', 99, 'approved 40 EUR'],
  ['fixed fills in for a postback without an amount', 'postback_else_fixed', null, 'approved 40 EUR'],
  ['the postback comes first', 'postback_else_fixed', 12, 'approved 12 USD'],
  ['a zero that was said is an amount', 'postback_else_fixed', 0, 'approved 0 USD'],
  ['without a fixed amount nothing is invented', 'postback', null, 'approved 0 USD'],
])('%s', (_name, payoutSource, payout, state) => {
  const terms: Terms = { payoutSource, fixedMicros: 40_000_000n, fixedCurrency: 'EUR' };
  expect(money(send([say('approved', payout)], terms).state)).toBe(state);
});

test('a move takes from one status what it gives to the other', () => {
  const { outcomes } = send([say('pending', 8), say('approved', 10), say('reversed', -10)]);
  const told = outcomes.map(({ deltas }) => deltas.map((d) => `${d.status} ${d.count} ${Number(d.micros) / 1e6}`));
  expect(told).toEqual([['pending 1 8'], ['pending -1 -8', 'approved 1 10'], ['approved -1 -10', 'reversed 1 10']]);
});

const status = constantFrom('pending', 'approved', 'rejected', 'reversed');
const permutations = 24;
const SETS = sampleSize('PROVE_ORDER_SETS', 1000);

test(
  `${SETS} sets of messages in ${permutations} orders each end in one state and one total`,
  () => {
    let sets = 0;
    const timed = array(
      record({ status, payout: option(integer({ min: 1, max: 9 })), minute: integer({ min: 0, max: 1000 }) }),
      { minLength: 1, maxLength: 7 },
    );
    assert(
      property(timed, integer(), (raw, seed) => {
        // one message a minute: two at the same moment have no order of their own
        const unique = [...new Map(raw.map((one) => [one.minute, one])).values()];
        checkOrders(
          unique.map((one) => say(one.status, one.payout, { at: at(one.minute) })),
          seed,
        );
        sets += 1;
      }),
      { numRuns: SETS / 2 },
    );
    assert(
      property(
        shuffledSubarray(['pending', 'approved', 'rejected', 'reversed'] as const, { minLength: 1 }),
        integer({ min: 1 }),
        (set, seed) => {
          const amounts = { pending: 8, rejected: 0, approved: 10, reversed: -10 };
          checkOrders(
            [...set, ...set].map((one) => say(one, amounts[one])),
            seed,
          );
          sets += 1;
        },
      ),
      { numRuns: SETS / 2 },
    );
    printFigures('P5', { sets, orders: permutations });
  },
  30_000 + SETS * 20,
);

function checkOrders(messages: readonly Message[], seed: number): void {
  let dice = seed >>> 0 || 1;
  const roll = (n: number): number => (dice = (dice * 1_664_525 + 1_013_904_223) >>> 0) % n;
  let expected: unknown;
  for (let i = 0; i < permutations; i += 1) {
    const order = [...messages];
    for (let j = order.length - 1; j > 0; j -= 1) {
      const k = roll(j + 1);
      [order[j], order[k]] = [order[k]!, order[j]!];
    }
    let id = 0n;
    const { state, sums } = send(order.map((message) => ({ ...message, id: (id += 1n) })));
    expect([...sums].map(([key, sum]) => [key, sum])).toEqual([
      [`${state.status} ${state.currency} ${state.occurredAt}`, { count: 1, micros: state.payoutMicros }],
    ]);
    expected ??= state;
    expect(state).toEqual(expected);
  }
}

test('eight attempts over about 28 hours, then no more', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, i) => nextDelay(i + 1));
  expect(MAX_ATTEMPTS).toBe(8);
  expect(delays.at(-1)).toBeUndefined();
  const hours = delays.reduce<number>((sum, ms) => sum + (ms ?? 0), 0) / 3_600_000;
  expect(hours).toBeGreaterThan(27);
  expect(hours).toBeLessThan(29);
});

test.each([
  [undefined, true],
  [408, true],
  [429, true],
  [500, true],
  [503, true],
  [301, false],
  [400, false],
  [404, false],
  [410, false],
])('an answer %s is tried again: %s', (code, expected) => {
  expect(isRetryable(code)).toBe(expected);
});
