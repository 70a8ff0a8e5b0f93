import { expect, test } from 'vitest';
import { readMessage, readTime, type Dialect, type Pairs } from './message.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const DIALECT: Dialect = { param_aliases: {}, status_map: {}, default_status: 'approved', payout_currency: 'USD' };
const pairs = (query: string): Pairs => [...new URLSearchParams(query)];
const read = (query: string, dialect: Partial<Dialect> = {}, body = '') =>
  readMessage(pairs(query), pairs(body), { ...DIALECT, ...dialect }, NOW);
const said = (query: string, dialect: Partial<Dialect> = {}) => {
  const reading = read(query, dialect);
  if (!('said' in reading)) throw new Error(reading.objection);
  return reading.said;
};

test('a bare click id is an approved sale in the currency of the network', () => {
  expect(read('cid=abc')).toEqual({
    said: {
      clickKey: 'abc',
      txid: null,
      eventType: 'sale',
      isEventSaid: false,
      status: 'approved',
      word: null,
      payoutMicros: null,
      currency: 'USD',
      at: null,
      isTest: false,
    },
  });
});

test.each([
  [
    'every name of the table',
    'subid=c1&commission=1.50&oid=t1&conv_status=PENDING&goal=Lead&cur=eur&ts=1772358000&test=1',
  ],
  [
    'names in any case',
    'SubID=c1&Commission=1.50&OID=t1&Conv_Status=pending&GOAL=lead&CUR=EUR&TS=1772358000000&Test=true',
  ],
])('%s', (_name, query) => {
  expect(said(query)).toEqual({
    clickKey: 'c1',
    txid: 't1',
    eventType: 'lead',
    isEventSaid: true,
    status: 'pending',
    word: expect.stringMatching(/^pending$/i),
    payoutMicros: 1_500_000n,
    currency: 'EUR',
    at: '2026-03-01T09:40:00.000Z',
    isTest: true,
  });
});

test('the first name with a value wins, and names of the network replace ours', () => {
  expect(said('click_id=&cid=two&subid=three').clickKey).toBe('two');
  expect(said('click_id=a&ref=b&cid=c', { param_aliases: { click_id: ['ref'] } }).clickKey).toBe('b');
  expect(said('click_id=a&tid=t1').txid).toBe('t1');
});

test('an id of ours is found again in whatever case it comes back', () => {
  expect(said('cid=01JQ8ZK3V7ABCDEFGHJKMNPQ').clickKey).toBe('01jq8zk3v7abcdefghjkmnpq');
  expect(said('cid=Other-ID').clickKey).toBe('Other-ID');
});

test.each([
  ['paid', 'approved'],
  ['SALE', 'approved'],
  ['Declined', 'rejected'],
  ['on_hold', 'pending'],
  ['Refund', 'reversed'],
  ['CHARGEBACK', 'reversed'],
])('the status word %s means %s', (word, status) => {
  expect(said(`cid=a&status=${word}`).status).toBe(status);
});

test('the map of the network comes first, then ours; a word of neither is kept apart', () => {
  expect(said('cid=a&status=paid', { status_map: { paid: 'pending' } }).status).toBe('pending');
  expect(read('cid=a&status=order_impression', { status_map: { order_impression: 'ignore' } })).toEqual({
    objection: 'ignored_status',
    clickKey: 'a',
  });
  expect(read('cid=a&status=7')).toEqual({ objection: 'unmapped_status', clickKey: 'a', word: '7' });
  expect(read('cid=a&status=constructor')).toEqual({
    objection: 'unmapped_status',
    clickKey: 'a',
    word: 'constructor',
  });
});

test.each([
  ['a refund event', 'event=refund&status=approved', { eventType: 'sale', status: 'reversed' }],
  ['a refund event without a status', 'event=chargeback', { eventType: 'sale', status: 'reversed' }],
  ['a refund word as status', 'status=refund&event=lead', { eventType: 'lead', status: 'reversed' }],
  ['event_type that names an event', 'event_type=upsell', { eventType: 'upsell', status: 'approved' }],
  ['event_type beside a status', 'event_type=refund&status=approved', { eventType: 'sale', status: 'reversed' }],
  ['event_type that is a status', 'event_type=approved', { eventType: 'sale', status: 'approved' }],
  ['an unknown goal', 'goal=Level 2', { eventType: 'custom', status: 'approved', txid: 'event:level 2' }],
])('%s', (_name, query, expected) => {
  expect(said(`cid=a&${query}`)).toMatchObject(expected);
});

test('a refund that was turned down changes nothing', () => {
  expect(read('cid=a&event=refund&status=rejected')).toMatchObject({ objection: 'ignored_status' });
});

test.each([
  ['{click_id}', 'literal_macro'],
  ['#s2#', 'literal_macro'],
  ['[[subid]]', 'literal_macro'],
  ['[[[subid]]]', 'literal_macro'],
  ['${SUBID}', 'literal_macro'],
  ['__CLICKID__', 'literal_macro'],
  ['[CLICK_ID]', 'literal_macro'],
  ['%7Bclick_id%7D', 'literal_macro'],
  ['%257Bclick_id%257D', 'literal_macro'],
  ['%7b%7bclick.id%7d%7d', 'literal_macro'],
  ['%2523s2%2523', 'literal_macro'],
  ['sale-%7Bclick_id%7D', 'literal_macro'],
])('a click id that is still the macro %s is told from a click id', (value, objection) => {
  expect(read(`cid=${encodeURIComponent(value)}`)).toMatchObject({ objection });
});

test.each([
  ['no click id', 'payout=1', 'missing_click_id'],
  ['an empty click id', 'cid=&payout=1', 'missing_click_id'],
  ['a key twice', 'cid=a&amount=1&amount=999', 'parameter_pollution'],
  ['a key twice in another case', 'cid=a&amount=1&Amount=1', 'parameter_pollution'],
  ['a key twice that means nothing', 'cid=a&x=1&x=1', 'parameter_pollution'],
  ['a macro as amount', 'cid=a&payout={payout}', 'literal_macro'],
  ['words as amount', 'cid=a&payout=ten', 'bad_amount'],
  ['a comma that says two things', 'cid=a&payout=1,234', 'bad_amount'],
  ['thousands marks', 'cid=a&payout=1.234,56', 'bad_amount'],
  ['an exponent', 'cid=a&payout=1e3', 'bad_amount'],
  ['a currency sign', 'cid=a&payout=$12', 'bad_amount'],
  ['too many decimals', 'cid=a&payout=0.0000001', 'bad_amount'],
  ['a negative sale', 'cid=a&payout=-5', 'bad_amount'],
  ['a currency that is none', 'cid=a&currency=dollars', 'bad_currency'],
  ['three letters that are no currency', 'cid=a&currency=ABC', 'bad_currency'],
  ['gold', 'cid=a&currency=XAU', 'bad_currency'],
  ['no currency', 'cid=a&currency=xxx', 'bad_currency'],
  ['an amount that is still an encoded macro', 'cid=a&payout=%257Bpayout%257D', 'literal_macro'],
])('%s is refused with its reason', (_name, query, objection) => {
  expect(read(query)).toMatchObject({ objection });
});

test('the body adds what the query lacks; another value for the same key is pollution', () => {
  expect(read('cid=a', {}, 'payout=2')).toMatchObject({ said: { payoutMicros: 2_000_000n } });
  expect(read('cid=a', {}, 'cid=a&payout=2')).toMatchObject({ said: { clickKey: 'a' } });
  expect(read('cid=a', {}, 'cid=b')).toMatchObject({ objection: 'parameter_pollution' });
  expect(read('cid=a', {}, 'payout=1&payout=2')).toMatchObject({ objection: 'parameter_pollution' });
});

test('keys too long for an index stay distinct', () => {
  const long = 'x'.repeat(3000);
  const [a, b] = [said(`cid=${long}a`).clickKey, said(`cid=${long}b`).clickKey];
  expect(a).toHaveLength(200);
  expect(a).not.toBe(b);
});

test('a comma alone stands before the decimals', () => {
  expect(said('cid=a&payout=12,50')).toMatchObject({ payoutMicros: 12_500_000n });
});

test.each([
  ['1772358000', '2026-03-01T09:40:00.000Z'],
  ['1772358000123', '2026-03-01T09:40:00.123Z'],
  ['2026-03-01T10:40:00+01:00', '2026-03-01T09:40:00.000Z'],
  ['2026-03-01 09:40:00', '2026-03-01T09:40:00.000Z'],
  ['2026-03-01 09:40:00 +0000', '2026-03-01T09:40:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-02T10:00:00Z', null],
  ['2026-13-45', null],
  ['yesterday', null],
  ['0', null],
])('the time %s is read as %s', (text, iso) => {
  expect(readTime(text, NOW)).toBe(iso);
});

test.each([
  ['cid=abc&status=rejected', false],
  ['cid=abc&event=refund', false],
  ['cid=abc&event_type=chargeback', false],
  ['cid=abc&status=refund&event=', false],
  ['cid=abc&status=refund&event=lead', true],
  ['cid=abc&status=rejected&goal=7', true],
])('%s names an event: %s', (query, isEventSaid) => {
  expect(said(query)).toMatchObject({ isEventSaid });
});
