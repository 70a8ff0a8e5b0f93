import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAMPLE_MACROS } from './outgoing-macros.ts';
import { formatPercent, parsePercent } from './percent.ts';
import { closesBy, judgeOffer, normaliseUrl, offerUrl, stateOf, type OfferLink } from './rules.ts';

const buildLink = (link: Partial<OfferLink> = {}): OfferLink => ({
  url: 'https://shop.example/tea',
  click_param: 'subid',
  append_click_id: true,
  extra_params: [],
  ...link,
});
const VALUES = { click_id: '01hzx', 'guide.id': '5', sub1: 'a b' };

test.each<[string, Partial<OfferLink>, string]>([
  ['the click id under the key of the network', {}, 'https://shop.example/tea?subid=01hzx'],
  ['it behind a query', { url: 'https://shop.example/?a=1#x' }, 'https://shop.example/?a=1&subid=01hzx#x'],
  ['it behind a stray question mark', { url: 'https://shop.example/?' }, 'https://shop.example/?subid=01hzx'],
  ['it once, when the URL has it', { url: 'https://shop.example/?s2={cid}' }, 'https://shop.example/?s2=01hzx'],
  [
    'it in the place of a test value',
    { url: 'https://shop.example/?subid=TEST&a=1' },
    'https://shop.example/?subid=01hzx&a=1',
  ],
  [
    'it also when the URL has it as a fallback only',
    { url: 'https://shop.example/?a={sub1|{click_id}}' },
    'https://shop.example/?a=a%20b&subid=01hzx',
  ],
  ['none when the network wants none', { append_click_id: false }, 'https://shop.example/tea'],
  ['none when the network has no key', { click_param: null }, 'https://shop.example/tea'],
  [
    'extra parameters, and drops what is not known',
    {
      extra_params: [
        { key: 'g', value: 'guide-{guide.id}' },
        { key: 'x', value: '{gclid}' },
      ],
    },
    'https://shop.example/tea?g=guide-5&subid=01hzx',
  ],
  [
    'the URL over an extra parameter of the same key',
    { url: 'https://shop.example/?g=mine', extra_params: [{ key: 'g', value: 'theirs' }] },
    'https://shop.example/?g=mine&subid=01hzx',
  ],
  [
    'the click id that an extra parameter carries, once',
    { extra_params: [{ key: 'c', value: '{click_id}' }] },
    'https://shop.example/tea?c=01hzx',
  ],
])('an offer gets %s', (_name, link, url) => {
  expect(offerUrl(buildLink(link), VALUES)).toBe(url);
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '//evil.example',
    '\\evil.example',
    '@evil.example/',
    ':8080',
    '\r\nLocation: https://evil.example',
    '..',
    '{click_id}',
    '中文',
    '?#&',
    '.evil.example',
    '%0d%0a',
  ),
);

test('nothing a visitor sends moves the address, and the click id arrives once', () => {
  const urls = fc.constantFrom(
    'https://shop.example',
    'https://shop.example:8443/{sub1}/x?b={sub2:raw}',
    'http://shop.example/?subid=&c={sub1:raw}#{sub2}',
    'https://shop.example?{sub1}={sub2}',
  );
  fc.assert(
    fc.property(urls, hostile, hostile, (url, sub1, sub2) => {
      const final = offerUrl(buildLink({ url, extra_params: [{ key: 'e', value: '{sub2|x}' }] }), {
        sub1,
        sub2,
        click_id: '01hzx',
      });
      expect(final).toMatch(/^[\x21-\x7e]+$/);
      expect(new URL(final).origin).toBe(new URL(url.replace(/\{.*$/, '')).origin);
      expect(final.match(/[?&]subid=01hzx(?=&|#|$)/g)).toHaveLength(1);
    }),
    { numRuns: 1000 },
  );
});

test('every macro has a sample', () => {
  const url = `https://shop.example/?${Object.keys(SAMPLE_MACROS)
    .map((name, i) => `k${i}={${name}}`)
    .join('&')}`;
  const query = new URL(offerUrl(buildLink({ url }), SAMPLE_MACROS)).searchParams;
  expect([...query.keys()]).toHaveLength(Object.keys(SAMPLE_MACROS).length);
});

const NOW = new Date('2026-03-01T12:00:00.000Z');
const [BEFORE, AFTER] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:00.001Z'];

test.each([
  ['active', 'active', null, null],
  ['active', 'active', NOW.toISOString(), AFTER],
  ['scheduled', 'active', AFTER, null],
  ['expired', 'active', null, NOW.toISOString()],
  ['expired', 'active', BEFORE, BEFORE],
  ['paused', 'paused', AFTER, null],
  ['draft', 'draft', null, BEFORE],
  ['archived', 'archived', null, null],
] as const)('%s is what %s from %s to %s is now', (state, status, starts_at, ends_at) => {
  expect(stateOf({ status, starts_at, ends_at }, NOW)).toBe(state);
});

test.each([
  ['12.5', 1250, '12.50'],
  ['12,5', 1250, '12.50'],
  ['0', 0, '0.00'],
  ['100', 10_000, '100.00'],
  ['0.01', 1, '0.01'],
])('%s percent are %s hundredths', (text, basisPoints, wire) => {
  expect(parsePercent(text)).toBe(basisPoints);
  expect(formatPercent(basisPoints)).toBe(wire);
});

test.each(['100.01', '12.345', '-1', '1e1', 'half', ''])('%s is no percentage', (text) => {
  expect(parsePercent(text)).toBeUndefined();
});

test.each([
  ['http://Shop.example/tea/', 'https://shop.example/tea'],
  ['https://shop.example/?b={sub1}&a=1#x', 'https://shop.example?a=1&b={sub1}&'],
])('%s leads where %s leads', (one, other) => {
  expect(normaliseUrl(one)).toBe(normaliseUrl(other));
});

test.each<[string[], Partial<OfferLink>, string | undefined]>([
  [[], {}, undefined],
  [['duplicate_url'], {}, 'Calm Tea'],
  [['no_click_macro'], { click_param: null }, undefined],
  [['no_click_macro', 'not_https'], { url: 'http://shop.example', append_click_id: false }, undefined],
  [['unknown_macro'], { url: 'https://shop.example/?a={ip}' }, undefined],
])('a save warns of %j', (codes, link, twin) => {
  expect(judgeOffer({ ...buildLink(link), network_id: 1 }, twin).map((warning) => warning.code)).toEqual(codes);
});

const LIVE = { status: 'active', starts_at: null, ends_at: null, network_id: 1, is_link_dead: false } as const;
const NOON = new Date('2026-03-01T12:00:00Z');

test.each([
  ['paused', {}, { status: 'paused' }, 'at once'],
  ['made a draft', {}, { status: 'draft' }, 'at once'],
  ['ended before now', {}, { ends_at: '2026-03-01T12:00:00Z' }, 'at once'],
  ['begun later than now', {}, { starts_at: '2026-03-01T12:00:01Z' }, 'at once'],
  ['moved to a paused network', {}, { network_id: 2 }, 'at once'],
  ['given an end', {}, { ends_at: '2026-03-02T00:00:00Z' }, new Date('2026-03-02T00:00:00Z')],
  [
    'given an earlier end',
    { ends_at: '2026-03-03T00:00:00Z' },
    { ends_at: '2026-03-02T00:00:00Z' },
    new Date('2026-03-02T00:00:00Z'),
  ],
  ['given a later end', { ends_at: '2026-03-03T00:00:00Z' }, { ends_at: '2026-03-04T00:00:00Z' }, undefined],
  ['renamed', {}, {}, undefined],
  ['paused when it was a draft', { status: 'draft' }, { status: 'paused' }, undefined],
  ['paused in a paused network', { network_id: 2 }, { status: 'paused' }, undefined],
  ['paused when its address was dead', { is_link_dead: true }, { status: 'paused' }, undefined],
  ['taken out of its network', {}, { network_id: null }, undefined],
] as const)('an offer that is %s closes by it: %s', (_name, old, change, from) => {
  expect(closesBy({ ...LIVE, ...old }, change, new Set([2]), NOON)).toEqual(from);
});
