import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../../platform/server/log.ts';
import type { BehaviourEvent } from '../../events/contract.ts';
import { createTokens } from '../../visitors/server/tokens.ts';
import type { Arrival } from '../arrival.ts';
import { createRedirects } from './redirect.ts';
import type { ClickCaps } from './click-caps.ts';
import type { Routing, StoredLink } from './redirecting/routing-tables.ts';
import type { Shut } from './shut.ts';
import { addressOf, uncapped } from '../../router/server/testing.ts';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const EVENT_ID = /^[0-9a-hjkmnp-tv-z]{24}$/;

const offer = (given: object = {}) =>
  ({
    id: 9,
    name: 'Calm Tea',
    status: 'active',
    starts_at: null,
    ends_at: null,
    network_id: 2,
    template: 'https://shop.example/p?a=1&subid={click_id}&term={utm_term}&src={external_id}',
    ...given,
  }) as never;
const item = (given: object = {}) =>
  ({
    id: 7,
    guide_id: 5,
    offer_id: 9,
    fallback_offer_id: null,
    rank: 2,
    is_visible: true,
    badge: null,
    ...given,
  }) as never;
const link = (given: object = {}) =>
  ({
    id: 3,
    name: 'Ad',
    slug: 'ad',
    status: 'active',
    kept_source: null,
    traffic_source_id: 4,
    redirect_type: 302,
    forward_params: 'all',
    forward_list: [],
    param_conflict: 'incoming_wins',
    utm: { utm_campaign: 'spring' },
    sticky: 'none',
    rotation: 'weighted',
    click_limit: null,
    rules: [],
    fallback_url: '/',
    starts_at: null,
    expires_at: null,
    expired_url: null,
    cost_model: 'source',
    cost_micros: null,
    destinations: [
      {
        id: 11,
        type: 'listicle',
        guide_id: 5,
        review_id: null,
        offer_id: null,
        url: null,
        weight: 1,
        status: 'active',
        priority: 0,
        rule_id: null,
        cap_daily_clicks: 0,
        cap_daily_conversions: 0,
        starts_at: null,
        ends_at: null,
      },
    ],
    ...given,
  }) as StoredLink;
const destination = (given: object) => ({
  id: 12,
  type: 'url',
  guide_id: null,
  review_id: null,
  offer_id: null,
  url: null,
  weight: 1,
  status: 'active',
  priority: 0,
  rule_id: null,
  ...given,
});

function setUp(
  given: { link?: object; offers?: unknown[]; items?: unknown[]; failing?: boolean; caps?: ClickCaps } = {},
) {
  const events: BehaviourEvent[] = [];
  const tokens = createTokens(randomBytes(32), () => NOW);
  const one = link(given.link);
  const review = { id: 6, slug: 'calm-tea', offer_id: 9, isPublic: true };
  const items = (given.items ?? [item()]) as { id: number; guide_id: number; offer_id: number | null }[];
  const routing = {
    linkBySlug: new Map([[one.slug, one]]),
    linkById: new Map([[one.id, one]]),
    publicGuides: new Set([5]),
    guides: new Map([[5, { id: 5, title: 'Calm teas', slug: 'calm-teas', isPublic: true }]]),
    items: new Map(items.map((row) => [row.id, row])),
    itemsByGuide: Map.groupBy(items, (row) => row.guide_id),
    itemsByOffer: Map.groupBy(items, (row) => row.offer_id),
    reviewBySlug: new Map([[review.slug, review]]),
    reviewById: new Map([[review.id, review]]),
    offers: new Map((given.offers ?? [offer()]).map((row) => [(row as { id: number }).id, row])),
    sources: new Map([
      [
        4,
        {
          id: 4,
          name: 'Taboola',
          status: 'active',
          click_id_param: 'click_id',
          parameters: [{ alias: 'site', param: 'site' }],
          utm_defaults: { utm_source: 'taboola' },
        },
      ],
    ]),
  } as unknown as Routing;
  const redirects = createRedirects({
    routing: () => routing,
    record: (batch) =>
      given.failing ? Promise.reject(new Error('disk full')) : Promise.resolve(void events.push(...batch)),
    seal: tokens.seal,
    open: tokens.open,
    clock: () => NOW,
    caps: given.caps ?? uncapped,
    roll: () => 0,
    origin: 'https://guides.example',
    log: createLog('silent'),
  });
  return { redirects, events, tokens };
}
const arrival = (query = '', given: Partial<Arrival['facts']> = {}, hasPrivacySignal = false): Arrival => ({
  query: new URLSearchParams(query),
  facts: { is_bot: false, is_internal: false, country: 'DE', device: 'mobile', visitor: 'a1', ...given },
  osVersion: () => undefined,
  hasPrivacySignal,
});

test('an ad click goes to the guide with its parameters and a sealed visit', async () => {
  const { redirects, events, tokens } = setUp();
  const answer = await redirects.go('AD', arrival('click_id=GiD%2BX&site=s1&utm_term=tea&v=forged'));
  const url = new URL(answer!.location, 'https://guides.example');
  expect(answer!.status).toBe(302);
  expect(answer!.location).toMatch(/^\/listicles\/5\?/);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    click_id: 'GiD+X',
    utm_term: 'tea',
    utm_source: 'taboola',
    utm_campaign: 'spring',
  });
  const context = tokens.open(url.searchParams.get('v')!, 1000)!;
  expect(context).toMatchObject({
    link_id: 3,
    destination_id: 11,
    source_id: 4,
    external_id: 'GiD+X',
    utm: { utm_source: 'taboola', utm_term: 'tea' },
  });
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    type: 'visit',
    visit_id: context.visit_id,
    guide_id: 5,
    params: { site: 's1' },
    route_reason: 'weighted',
    country: 'DE',
  });
});

test('a way out carries the click id and everything the view knew', async () => {
  const { redirects, events, tokens } = setUp();
  const v = tokens.seal({
    view_id: 'w1',
    visit_id: 'i1',
    link_id: 3,
    source_id: 4,
    external_id: 'Ext',
    utm: { utm_term: 'green tea' },
    ts: NOW.toISOString(),
  });
  const url = new URL(addressOf(await redirects.outItem(7, arrival(`v=${encodeURIComponent(v)}`))));
  expect(url.origin).toBe('https://shop.example');
  expect(url.searchParams.get('subid')).toMatch(EVENT_ID);
  expect(url.searchParams.get('term')).toBe('green tea');
  expect(events).toEqual([
    expect.objectContaining({
      type: 'click',
      click_id: url.searchParams.get('subid'),
      visit_id: 'i1',
      view_id: 'w1',
      guide_id: 5,
      item_id: 7,
      position: 2,
      offer_id: 9,
      network_id: 2,
      external_id: 'Ext',
    }),
  ]);
});

test('a link straight to an offer writes visit and click in one append', async () => {
  const { redirects, events } = setUp({ link: { destinations: [destination({ type: 'offer', offer_id: 9 })] } });
  const { location } = (await redirects.go('ad', arrival('click_id=E1')))!;
  expect(events.map((event) => event.type)).toEqual(['visit', 'click']);
  expect(events[1]).toMatchObject({ visit_id: events[0]!.visit_id, external_id: 'E1' });
  expect(new URL(location).searchParams.get('src')).toBe('E1');
});

test.each([
  ['nothing live', { destinations: [] }, '/', 'no_destination'],
  [
    'a paused link',
    { status: 'paused', fallback_url: 'https://else.example/x?y=1' },
    'https://else.example/x?y=1',
    'link_paused',
  ],
  ['an expired link', { expires_at: '2026-02-01T00:00:00Z', expired_url: '/about' }, '/about', 'expired'],
])('%s falls back and says why', async (_name, given, start, reason) => {
  const { redirects, events } = setUp({ link: given });
  expect((await redirects.go('ad', arrival()))!.location.startsWith(start)).toBe(true);
  expect(events[0]).toMatchObject({ type: 'visit', route_reason: reason });
});

test('a rule sends its visitors to its own destination and is written on the visit', async () => {
  const rule = { id: 21, name: 'Germany', is_enabled: true, starts_at: null, ends_at: null };
  const given = {
    rules: [{ ...rule, conditions: [{ type: 'country', op: 'is', values: ['DE'], include_unknown: false }] }],
    destinations: [
      destination({ id: 12, url: 'https://rest.example/' }),
      destination({ id: 13, url: 'https://german.example/', rule_id: 21 }),
    ],
  };
  const { redirects, events } = setUp({ link: given });
  expect((await redirects.go('ad', arrival()))!.location).toMatch(/^https:\/\/german\.example/);
  expect((await redirects.go('ad', arrival('', { country: 'FR' })))!.location).toMatch(/^https:\/\/rest\.example/);
  expect(events).toMatchObject([
    { destination_id: 13, rule_id: 21, route_reason: 'weighted' },
    { destination_id: 12, rule_id: undefined, route_reason: 'weighted' },
  ]);
});

test('a visitor is new once and returning afterwards, for a rule that asks', async () => {
  const rule = { id: 21, name: 'Back again', is_enabled: true, starts_at: null, ends_at: null };
  const conditions = [{ type: 'visitor', op: 'is', values: ['returning'], include_unknown: false }];
  const { redirects, events } = setUp({ link: { rules: [{ ...rule, conditions }] } });
  for (const visitor of ['a1', 'a1', 'b2', undefined, undefined]) await redirects.go('ad', arrival('', { visitor }));
  expect(events.map((event) => (event as { rule_id?: number }).rule_id)).toEqual([
    undefined,
    21,
    undefined,
    undefined,
    undefined,
  ]);
});

test('an offer takes only visitors of its countries and devices; others get the fallback', async () => {
  const only = offer({ countries_allowed: ['DE'], countries_blocked: [], devices_allowed: ['mobile'] });
  const { redirects, events } = setUp({
    offers: [only],
    link: { destinations: [destination({ type: 'offer', offer_id: 9 })] },
  });
  for (const given of [{}, { country: 'US' }, { device: 'desktop' }, { country: undefined }])
    await redirects.go('ad', arrival('', given));
  expect(events.filter((event) => event.type === 'click')).toHaveLength(1);
  expect(events.map((event) => (event as { route_reason?: string }).route_reason).filter(Boolean)).toEqual([
    'weighted',
    'outside_audience',
    'outside_audience',
    'outside_audience',
  ]);
});

test('a dead product leads to its fallback offer, else back to its guide, never to a dead page', async () => {
  const paused = offer({ status: 'paused' });
  const spare = offer({ id: 10, template: 'https://spare.example/?s={click_id}' });
  const rescued = setUp({ offers: [paused, spare], items: [item({ fallback_offer_id: 10 })] });
  expect(addressOf(await rescued.redirects.outItem(7, arrival()))).toMatch(/^https:\/\/spare\.example\//);
  const lost = setUp({ offers: [paused] });
  expect(await lost.redirects.outItem(7, arrival())).toEqual({ status: 302, location: '/listicles/5' });
  expect(lost.events).toEqual([]);
  expect(await lost.redirects.outItem(999, arrival())).toBeUndefined();
});

const SHUT = [
  ['the country', { countries_allowed: ['US'] }, {}, 'country_not_allowed', { country: 'DE' }],
  ['a blocked country', { countries_blocked: ['DE'] }, {}, 'country_not_allowed', { country: 'DE' }],
  [
    'an unknown country',
    { countries_allowed: ['DE'] },
    { country: undefined },
    'country_not_allowed',
    { country: null },
  ],
  [
    'the device',
    { devices_allowed: ['desktop', 'tablet'] },
    {},
    'device_not_allowed',
    { devices: ['desktop', 'tablet'] },
  ],
  ['a beginning', { starts_at: '2026-03-01T10:00:00.001Z' }, {}, 'offer_not_begun', {}],
  ['an end', { ends_at: '2026-03-01T10:00:00.000Z' }, {}, 'offer_over', {}],
] as const;

/** Seen red: /out went to the shop whoever came; an offer out of its dates led back to the guide without a word. */
test.each(SHUT)('%s of an offer shuts its buttons, and nothing is counted', async (_name, given, who, reason, more) => {
  const { redirects, events } = setUp({ offers: [offer(given)] });
  const [byItem, byReview] = [
    await redirects.outItem(7, arrival('', who)),
    await redirects.outReview('calm-tea', arrival('', who)),
  ];
  expect(byItem).toMatchObject({ shut: { reason, name: 'Calm Tea', from: { kind: 'guide' }, ...more } });
  expect(byReview).toMatchObject({ shut: { reason, from: { kind: 'review', slug: 'calm-tea' }, ...more } });
  expect(events).toEqual([]);
});

test('unknown country and device are let in where only some are kept out', async () => {
  const { redirects, events } = setUp({ offers: [offer({ countries_blocked: ['DE'], devices_allowed: ['desktop'] })] });
  const unknown = { country: undefined, device: undefined };
  for (const way of [
    await redirects.outItem(7, arrival('', unknown)),
    await redirects.outReview('calm-tea', arrival('', unknown)),
  ])
    expect(addressOf(way)).toMatch(/^https:\/\/shop\.example\//);
  expect(events).toHaveLength(2);
});

test('a fallback offer and the one that takes over from a full one are judged by their own audience', async () => {
  const abroad = offer({ countries_allowed: ['US'] });
  const spare = (given: object) => offer({ id: 10, template: 'https://spare.example/?s={click_id}', ...given });
  const items = [item({ fallback_offer_id: 10 })];
  const taken = setUp({ offers: [abroad, spare({ countries_allowed: ['DE'] })], items });
  expect(addressOf(await taken.redirects.outItem(7, arrival()))).toMatch(/^https:\/\/spare\.example\//);
  const neither = setUp({ offers: [abroad, spare({ devices_allowed: ['desktop'] })], items });
  expect(await neither.redirects.outItem(7, arrival())).toMatchObject({ shut: { reason: 'country_not_allowed' } });
  // a dead one says nothing of the reader: the other one does
  const mixed = setUp({ offers: [offer({ status: 'paused' }), spare({ countries_blocked: ['DE'] })], items });
  expect(await mixed.redirects.outItem(7, arrival())).toMatchObject({ shut: { reason: 'country_not_allowed' } });
  const full = { cap_clicks_daily: 1, overflow_offer_id: 10 };
  const reached = { ...uncapped, isReached: ({ id }: { id: number }) => id === 9 };
  const over = setUp({ offers: [offer(full), spare({ countries_allowed: ['US'] })], caps: reached });
  expect(await over.redirects.outItem(7, arrival())).toMatchObject({ shut: { reason: 'capped' } });
  expect(over.events).toEqual([]);
});

test('in place of a shut button stand the other products of the guide, those that are open to the reader first', async () => {
  const open = offer({ id: 10, name: 'Green Tea' });
  const items = [
    item(),
    item({ id: 8, rank: 1, title: 'Also abroad' }),
    item({ id: 6, rank: 3, title: null, offer_id: 10, cta_text: 'To the shop' }),
    item({ id: 5, rank: 4, title: 'By another way', fallback_offer_id: 10 }),
    item({ id: 4, rank: 5, title: 'Hidden', offer_id: 10, is_visible: false }),
    item({ id: 3, guide_id: 99, rank: 1, title: 'Elsewhere', offer_id: 10 }),
  ];
  const { redirects, tokens } = setUp({ offers: [offer({ countries_allowed: ['US'] }), open], items });
  const v = tokens.seal({ view_id: 'w1', visit_id: 'i1', guide_id: 5, ts: NOW.toISOString() });
  const way = await redirects.outItem(7, arrival(`v=${v}`));
  expect(way).toMatchObject({ token: v, hasVisit: true });
  expect(
    (way as Shut).shut.others.map(({ name, isOpen, standIn, ctaText }) => [name, isOpen, standIn, ctaText]),
  ).toEqual([
    ['Green Tea', true, null, 'To the shop'],
    ['By another way', true, 'Green Tea', 'See it'],
    ['Also abroad', false, null, 'See it'],
  ]);
  // of a review: its product's neighbours
  const review = (await redirects.outReview('calm-tea', arrival('v=<script>'))) as Shut;
  expect(review.shut.others.map(({ name }) => name)).toEqual(['Green Tea']);
  expect(review).toMatchObject({ token: '', hasVisit: false });
});

test('under Global Privacy Control the click id still goes out and the ids of the ad do not', async () => {
  const { redirects, events } = setUp({ link: { destinations: [destination({ type: 'offer', offer_id: 9 })] } });
  const url = new URL(
    (await redirects.go('ad', arrival('click_id=E1&gclid=G1', { visitor: undefined }, true)))!.location,
  );
  expect(url.searchParams.get('subid')).toMatch(EVENT_ID);
  expect(url.searchParams.has('src')).toBe(false);
  expect(JSON.stringify(events)).not.toContain('E1');
});

test('a full disk does not stop the reader', async () => {
  const { redirects } = setUp({ failing: true });
  expect(addressOf(await redirects.outItem(7, arrival()))).toMatch(/^https:\/\/shop\.example\//);
});

const HOSTILE = [
  '\r\nSet-Cookie: a=b',
  'https://evil.example',
  '//evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '漢字',
  '{click_id}',
  '{{utm_term}}',
  '%0d%0aX: y',
  '@evil.example',
  '#x',
  '?x',
  '\u0000',
  '\ud800',
  '../../..',
];

test.each(HOSTILE)('%j typed by a visitor changes no host and breaks no header', async (text) => {
  const targets = [
    {},
    { destinations: [destination({ type: 'offer', offer_id: 9 })] },
    { destinations: [destination({ url: 'https://else.example/{utm_term}/x?t={utm_term}&p={sub1}#{utm_term}' })] },
    { destinations: [], fallback_url: 'https://else.example/?t={utm_term}' },
  ];
  for (const given of targets) {
    const { redirects } = setUp({ link: given });
    const query = new URLSearchParams({ utm_term: text, click_id: text, sub1: text, [text]: text });
    const { location } = (await redirects.go('ad', { ...arrival(), query }))!;
    expect(location).toMatch(/^[\x21-\x7e]+$/);
    const { host, protocol } = new URL(location, 'https://guides.example');
    expect(['guides.example', 'shop.example', 'else.example']).toContain(host);
    expect(protocol).toBe('https:');
    expect(location).not.toMatch(/[{}]/);
  }
});
