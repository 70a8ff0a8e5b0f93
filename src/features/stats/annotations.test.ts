import { expect, test } from 'vitest';
import { annotationsOf, deedsOf, type Change } from './annotations.ts';

let made = 0;
const change = (given: Partial<Change>): Change => {
  made += 1;
  return {
    id: made,
    action: 'update',
    entity: 'offer',
    entity_id: '4',
    entity_name: 'Bottle',
    actor_name: 'ada',
    before: null,
    after: null,
    created_at: '2026-03-10T12:00:00.000Z',
    ...given,
  };
};
const texts = (changes: Change[], zone = 'UTC') => annotationsOf(changes, zone).map(({ kind, text }) => [kind, text]);

test.each<[name: string, given: Partial<Change>, kind: string, text: string]>([
  [
    'a payout',
    { before: { payout_micros: '31000000' }, after: { payout_micros: '33500000' } },
    'payout',
    'Payout: 31.00 → 33.50',
  ],
  [
    'a first price',
    {
      before: { price_micros: null, price_checked_at: null },
      after: { price_micros: '29000000', price_checked_at: 'x' },
    },
    'price',
    'Price: none → 29.00',
  ],
  ['a coupon', { before: { coupon_code: null }, after: { coupon_code: 'SPRING' } }, 'price', 'Coupon changed'],
  [
    'another order',
    { entity: 'guide', action: 'reorder', before: { items: [1, 2, 3] }, after: { items: [1, 3, 2] } },
    'rank',
    'New order: positions 2, 3',
  ],
  ['a weight', { entity: 'destination', before: { weight: 60 }, after: { weight: 37 } }, 'weight', 'Weight: 60 → 37'],
  [
    'a pause',
    { entity: 'destination', before: { status: 'active' }, after: { status: 'paused' } },
    'weight',
    'Status: active → paused',
  ],
  [
    'a text',
    { entity: 'guide', before: { excerpt: 'a', reviewer_id: 1 }, after: { excerpt: 'b', reviewer_id: 2 } },
    'content',
    'Edited: excerpt, reviewer',
  ],
  ['a product that came', { entity: 'guide_item', action: 'create', after: { id: 3 } }, 'content', 'Added'],
  [
    'another time zone of the site',
    { entity: 'settings', before: { time_zone: 'UTC' }, after: { time_zone: 'Asia/Tokyo' } },
    'content',
    'Days are in Asia/Tokyo since this day; older days were counted anew',
  ],
  [
    'another currency of the site',
    { entity: 'settings', before: { currency: 'USD' }, after: { currency: 'EUR' } },
    'content',
    'Sums are told in EUR since this day',
  ],
])('%s is told in words', (_name, given, kind, text) => {
  expect(texts([change(given)])).toEqual([[kind, text]]);
});

test('one save that moves price and payout is two marks, and notes are none', () => {
  const both = change({ before: {}, after: { price_micros: '1000000', payout_micros: '2000000', notes: 'x' } });
  expect(deedsOf(both).map((deed) => deed.kind)).toEqual(['payout', 'price']);
  expect(deedsOf(change({ before: { notes: 'a' }, after: { notes: 'b' } }))).toEqual([]);
});

test('a setting that moves no numbers is no mark', () => {
  const given = {
    entity: 'settings',
    before: { site_name: 'a', currency: 'USD' },
    after: { site_name: 'b', currency: 'USD' },
  };
  expect(deedsOf(change(given))).toEqual([]);
});

test('many moves of a day are one mark from the first value to the last, and one that came back is none', () => {
  const weight = (from: number, to: number, hour: string) =>
    change({
      entity: 'destination',
      before: { weight: from },
      after: { weight: to },
      created_at: `2026-03-10T${hour}:00:00.000Z`,
    });
  expect(texts([weight(70, 80, '11'), weight(60, 70, '10')])).toEqual([['weight', 'Weight: 60 → 80 (2 changes)']]);
  expect(texts([weight(60, 70, '10'), weight(70, 60, '11')])).toEqual([]);
});

test('edits of a day name all their fields, and hide neither a beginning nor an end', () => {
  const guide = (given: Partial<Change>) => change({ entity: 'guide', ...given });
  const day = [
    guide({ action: 'create', after: { title: 'a' }, created_at: '2026-03-10T08:00:00.000Z' }),
    guide({ before: { title: 'a' }, after: { title: 'b' }, created_at: '2026-03-10T09:00:00.000Z' }),
    guide({ before: { intro: 'a' }, after: { intro: 'b' }, created_at: '2026-03-10T10:00:00.000Z' }),
  ];
  expect(texts(day)).toEqual([
    ['content', 'Edited: title, intro (2 changes)'],
    ['content', 'Added'],
  ]);
});

test('a change belongs to the day of the zone', () => {
  const late = change({ entity: 'guide', action: 'create', created_at: '2026-03-10T23:30:00.000Z' });
  expect(annotationsOf([late], 'Europe/Berlin')[0]!.day).toBe('2026-03-11');
});
