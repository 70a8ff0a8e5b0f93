import { describe, expect, test } from 'vitest';
import { MAX_PARAMETERS } from '../sources/contract.ts';
import { toAttributionRow, toEventRow } from './rules.ts';
import type { StoredEvent } from './written-events.ts';

const click = {
  type: 'click',
  ts: '2026-11-21T03:31:01.123Z',
  click_id: 'c1',
  visit_id: 'v1',
  view_id: 'w1',
  link_id: 3,
  item_id: 7,
  position: 1,
  external_id: 'ext-1',
  ad_ids: { gclid: 'g1' },
  utm: { utm_source: 'news', utm_other: 'no column' },
  subs: { sub1: 'a' },
  country: 'DE',
  visitor: 'fffffffffffff000',
  is_bot: false,
  is_internal: true,
} satisfies StoredEvent;

/** What somebody had in sight on a page. */
const seenOn = ({ visit_id, view_id, ts, visitor }: typeof click) => {
  const page = { visit_id, view_id, ts, visitor, is_bot: false, is_internal: false };
  return [
    { ...page, type: 'impression', item_id: 7 },
    { ...page, type: 'read', depth: 75 },
    { ...page, type: 'cta_impression', place: 'sticky' },
    { ...page, type: 'cta_view' },
  ] satisfies StoredEvent[];
};

describe('a row for reports', () => {
  test('has a column for each fact, and none for what PostgreSQL keeps', () => {
    expect(toEventRow(click)).toEqual({
      type: 'click',
      ts: '2026-11-21T03:31:01.123Z',
      click_id: 'c1',
      visit_id: 'v1',
      view_id: 'w1',
      link_id: 3,
      item_id: 7,
      position: 1,
      utm_source: 'news',
      subs: '{"sub1":"a"}',
      country: 'DE',
      is_bot: false,
      is_internal: true,
    });
  });

  test('says who it was where people are counted, and nowhere else', () => {
    const { click_id: _click, ...arrival } = click;
    expect(toEventRow({ ...arrival, type: 'visit' })['visitor']).toBe(2 ** 52 - 1);
    expect(toEventRow({ ...arrival, type: 'view' })['visitor']).toBe(2 ** 52 - 1);
    for (const event of [click, ...seenOn(click)]) expect(toEventRow(event)).not.toHaveProperty('visitor');
  });

  test('of what was in sight leaves the visit to its view', () => {
    for (const event of seenOn(click)) {
      const row = toEventRow(event);
      expect(row['visit_id']).toBeUndefined();
      expect(row['view_id']).toBe('w1');
    }
  });

  test('tells which quarter was read, and which button was seen or clicked', () => {
    const [, read, button] = seenOn(click).map((event) => toEventRow(event));
    expect([read!['depth'], button!['place']]).toEqual([75, 'sticky']);
    expect(toEventRow({ ...click, place: 'end' })['place']).toBe('end');
  });

  test('of a conversion keeps the external id and exact money', () => {
    const row = toEventRow({
      type: 'conversion',
      ts: click.ts,
      event_id: 'e1',
      conversion_id: '12',
      network_id: 1,
      external_id: 'ext-1',
      event_kind: 'sale',
      status: 'approved',
      delta_count: 1,
      delta_micros: '9007199254740993',
      currency: 'USD',
      attribution: 'matched',
    });
    expect(row).toMatchObject({
      external_id: 'ext-1',
      delta_micros: '9007199254740993',
      is_bot: false,
      is_internal: false,
    });
  });
});

describe('a row for attribution', () => {
  test('holds the click with its ids, without the facts that are missing', () => {
    const row = toAttributionRow(click);
    expect(row).toMatchObject({
      click_id: 'c1',
      external_id: 'ext-1',
      ad_ids: { gclid: 'g1' },
      utm: { utm_source: 'news', utm_other: 'no column' },
      is_internal: true,
    });
    expect(row).not.toHaveProperty('offer_id');
  });

  test.each<[string, StoredEvent]>([
    ['a view', { type: 'view', ts: click.ts, view_id: 'w1', is_bot: false, is_internal: false }],
    ['a visit that minted no id', { type: 'visit', ts: click.ts, is_bot: false, is_internal: false }],
  ])('is not made of %s', (_, event) => {
    expect(toAttributionRow(event)).toBeUndefined();
  });
});

describe('what a visitor sent', () => {
  test.each([
    ['long text', 'x'.repeat(500), 'x'.repeat(128)],
    ['zero characters, which PostgreSQL refuses', 'a\0b', 'ab'],
    ['half a surrogate', 'a\ud83d', 'a\ufffd'],
    ['a pair cut in two', `${'x'.repeat(127)}\u{1f600}`, `${'x'.repeat(127)}\ufffd`],
  ])('%s is made storable', (_, sent, kept) => {
    const event = { ...click, referrer_host: sent, utm: { utm_term: sent }, subs: { sub2: sent } };
    expect(toEventRow(event)).toMatchObject({
      referrer_host: kept,
      utm_term: kept,
      subs: JSON.stringify({ sub2: kept }),
    });
    expect(toAttributionRow(event)).toMatchObject({ referrer_host: kept, utm: { utm_term: kept } });
  });

  test('all that a source may say is kept, and no more', () => {
    const params = Object.fromEntries(Array.from({ length: MAX_PARAMETERS + 1 }, (_, i) => [`p${i}`, 'a']));
    const kept = JSON.parse(toEventRow({ ...click, type: 'visit', params })!['params'] as string) as object;
    expect(Object.keys(kept)).toEqual(Object.keys(params).slice(0, MAX_PARAMETERS));
  });

  test('an external id may be longer, for it must go back whole', () => {
    const sent = 'e'.repeat(600);
    expect(toAttributionRow({ ...click, external_id: sent })!['external_id']).toBe('e'.repeat(512));
  });
});
