import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../../../platform/server/log.ts';
import { createTokens } from '../../../visitors/server/tokens.ts';
import { createRedirects } from '../redirect.ts';
import type { Routing } from './routing-tables.ts';
import { addressOf, uncapped } from '../../../router/server/testing.ts';
import { OUTGOING_MACROS } from '../../../offers/outgoing-macros.ts';

const NOW = new Date('2026-03-01T10:00:00.123Z');
const NAMES = OUTGOING_MACROS.map(({ name }) => name);
const TEMPLATE = `https://shop.example/p?${NAMES.map((name) => `${name}={${name}}`).join('&')}`;

function setUp(template = TEMPLATE) {
  const tokens = createTokens(randomBytes(32), () => NOW);
  const offer = { id: 9, name: 'Calm Tea', status: 'active', starts_at: null, ends_at: null, network_id: 2, template };
  const item = {
    id: 7,
    guide_id: 5,
    offer_id: 9,
    fallback_offer_id: null,
    rank: 2,
    badge: 'best_value',
    is_visible: true,
  };
  const link = { id: 3, slug: 'spring-tea' };
  const review = { id: 6, slug: 'calm-tea-review', offer_id: 9, isPublic: true };
  const routing = {
    linkBySlug: new Map(),
    linkById: new Map([[3, link]]),
    publicGuides: new Set([5]),
    guides: new Map([[5, { id: 5, title: 'Calm teas', slug: 'calm-teas', isPublic: true }]]),
    items: new Map([[7, item]]),
    reviewBySlug: new Map([[review.slug, review]]),
    reviewById: new Map([[6, review]]),
    offers: new Map([[9, offer]]),
    sources: new Map([[4, { id: 4, name: 'Taboola' }]]),
  } as unknown as Routing;
  const redirects = createRedirects({
    routing: () => routing,
    record: () => Promise.resolve(),
    seal: tokens.seal,
    open: tokens.open,
    clock: () => NOW,
    caps: uncapped,
    roll: () => 0,
    origin: 'https://guides.example',
    log: createLog('silent'),
  });
  const v = tokens.seal({
    visit_id: '01visit',
    ts: NOW.toISOString(),
    paid: '0.25 EUR',
    link_id: 3,
    destination_id: 31,
    source_id: 4,
    external_id: 'Ext/1',
    ad_ids: { gclid: 'g1', gbraid: 'g2', wbraid: 'g3', fbclid: 'f', ttclid: 't', msclkid: 'm' },
    utm: { utm_source: 'us', utm_medium: 'um', utm_campaign: 'uc', utm_term: 'ut', utm_content: 'uo' },
    subs: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`sub${i + 1}`, `s${i + 1}`])),
  });
  const facts = {
    is_bot: false,
    is_internal: false,
    country: 'DE',
    region: 'BE',
    device: 'mobile',
    os: 'Android',
    browser: 'Chrome',
    language: 'de',
    referrer_host: 'search.example',
  };
  return { redirects, arrival: { query: new URLSearchParams({ v }), facts, hasPrivacySignal: false } };
}

test('every macro that an offer may hold is filled, and with the right thing', async () => {
  const { redirects, arrival } = setUp();
  const fromProduct = new URL(addressOf(await redirects.outItem(7, arrival))).searchParams;
  const fromReview = new URL(addressOf(await redirects.outReview('calm-tea-review', arrival))).searchParams;
  const filled = NAMES.filter((name) => fromProduct.has(name) || fromReview.has(name));
  expect(NAMES.filter((name) => !filled.includes(name))).toEqual([]);
  expect(Object.fromEntries(fromProduct)).toMatchObject({
    click_id: expect.stringMatching(/^[0-9a-z]{24}$/) as unknown,
    visit_id: '01visit',
    external_id: 'Ext/1',
    gbraid: 'g2',
    wbraid: 'g3',
    msclkid: 'm',
    sub1: 's1',
    sub10: 's10',
    utm_content: 'uo',
    'source.id': '4',
    'source.name': 'Taboola',
    'link.id': '3',
    'link.slug': 'spring-tea',
    'dest.id': '31',
    'guide.id': '5',
    'guide.slug': 'calm-teas',
    'item.id': '7',
    rank: '2',
    badge: 'best_value',
    'offer.id': '9',
    'offer.name': 'Calm Tea',
    'network.id': '2',
    cost: '0.25',
    currency: 'EUR',
    country: 'DE',
    region: 'BE',
    device: 'mobile',
    os: 'Android',
    browser: 'Chrome',
    lang: 'de',
    referrer_host: 'search.example',
    ts: '1772359200',
    ts_ms: '1772359200123',
    date: '2026-03-01',
    page_url: 'https://guides.example/listicles/5-calm-teas',
  });
  expect(Object.fromEntries(fromReview)).toMatchObject({
    'review.slug': 'calm-tea-review',
    page_url: 'https://guides.example/offer-reviews/calm-tea-review',
  });
});

test.each([
  ['{clickid}', /^[0-9a-z]{24}$/],
  ['{subid}', /^[0-9a-z]{24}$/],
  ['{cid}', /^[0-9a-z]{24}$/],
  ['{externalid}', /^Ext\/1$/],
  ['{sub_id_3}', /^s3$/],
  ['{external_id:lower}', /^ext\/1$/],
  ['{external_id:hash}', /^[0-9a-f]{16}$/],
  ['{utm_source:us=theirs}', /^theirs$/],
  ['{nothing|{sub2}}', /^s2$/],
  ['{date:yyyy}', /^2026$/],
])('%s is an alias, a modifier or a default that holds', async (macro, value) => {
  const { redirects, arrival } = setUp(`https://shop.example/p?x=${macro}&y={nothing}`);
  const url = new URL(addressOf(await redirects.outItem(7, arrival)));
  expect(url.searchParams.get('x')).toMatch(value);
  expect(url.searchParams.has('y')).toBe(false);
});
