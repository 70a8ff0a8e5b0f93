import { expect, test } from 'vitest';
import { heldBack, takerOf, type Obstacles, type JudgedOffer } from './held-back.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const one = { isActive: true, weight: 1, starts_at: null, ends_at: null };
const open: Obstacles<unknown> = { target: () => undefined, isFull: () => false };
const full: Obstacles<unknown> = { target: () => undefined, isFull: () => true };
const fullOffer: Obstacles<unknown> = { target: () => 'capped', isFull: () => false };
const hidden: Obstacles<unknown> = { target: () => 'target_unpublished', isFull: () => true };

test.each([
  [undefined, one, open],
  ['paused', { ...one, isActive: false, weight: 0, ends_at: '2026-01-01T00:00:00Z' }, hidden],
  ['scheduled', { ...one, weight: 0, starts_at: '2026-03-01T12:00:00.001Z' }, hidden],
  ['ended', { ...one, weight: 0, ends_at: '2026-03-01T12:00:00Z' }, hidden],
  ['target_unpublished', { ...one, weight: 0 }, hidden],
  ['no_weight', { ...one, weight: 0 }, full],
  ['no_weight', { ...one, weight: 0 }, fullOffer],
  ['capped', one, full],
  ['capped', one, fullOffer],
] as const)('the first reason counts: %s', (reason, destination, behind) => {
  expect(heldBack(destination, NOW, behind)).toBe(reason);
});

type Offer = JudgedOffer & { id: number };
const offer = (id: number, given: Partial<Offer> = {}): Offer => ({
  id,
  status: 'active',
  is_network_paused: false,
  starts_at: null,
  ends_at: null,
  countries_allowed: null,
  countries_blocked: null,
  devices_allowed: null,
  overflow_offer_id: null,
  ...given,
});
const taker = (offers: Offer[], fullOnes: number[], who?: { country: string }) => {
  const found = takerOf(
    { offer: (id) => offers.find((all) => all.id === id), isOfferFull: ({ id }) => fullOnes.includes(id) },
    1,
    NOW,
    who,
  );
  return typeof found === 'string' ? found : found.id;
};

test.each([
  ['itself while it has room', [offer(1)], [], 1],
  ['the next of those that take over', [offer(1, { overflow_offer_id: 2 }), offer(2)], [1], 2],
  ['nobody where all are full', [offer(1, { overflow_offer_id: 2 }), offer(2)], [1, 2], 'capped'],
  [
    'nobody where the next is paused',
    [offer(1, { overflow_offer_id: 2 }), offer(2, { status: 'paused' })],
    [1],
    'capped',
  ],
  ['nobody in a circle', [offer(1, { overflow_offer_id: 2 }), offer(2, { overflow_offer_id: 1 })], [1, 2], 'capped'],
  ['nobody of an offer that is gone', [], [], 'target_unpublished'],
  ['nobody before its dates', [offer(1, { starts_at: '2026-03-02T00:00:00Z' })], [], 'offer_not_begun'],
  ['nobody after its dates', [offer(1, { ends_at: '2026-03-01T12:00:00Z' })], [], 'offer_over'],
  [
    'the paused network before the dead address',
    [offer(1, { is_network_paused: true, is_link_dead: true })],
    [],
    'network_paused',
  ],
  [
    'the paused network before what is over',
    [offer(1, { is_network_paused: true, ends_at: '2026-03-01T12:00:00Z' })],
    [],
    'network_paused',
  ],
  [
    'the dead address before what is over',
    [offer(1, { is_link_dead: true, ends_at: '2026-03-01T12:00:00Z' })],
    [],
    'target_unpublished',
  ],
] as const)('who takes a click: %s', (_name, offers, fullOnes, expected) => {
  expect(taker([...offers], [...fullOnes])).toBe(expected);
});

test('an audience is asked only about somebody', () => {
  const offers = [offer(1, { countries_allowed: ['DE'] })];
  expect(taker(offers, [])).toBe(1);
  expect(taker(offers, [], { country: 'FR' })).toBe('country_not_allowed');
  expect(taker(offers, [], { country: 'DE' })).toBe(1);
});
