import { expect, test } from 'vitest';
import { couponAt, nextChangeMs, priceAt } from './price-age.ts';

const CHECKED = '2026-01-01T00:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(CHECKED) + ms);
const DAY = 86_400_000;
const facts = { price: '39.00', list_price: null, price_currency: 'USD', price_checked_at: CHECKED };

test.each([
  ['new', 0, 'plain'],
  ['7 days old', 7 * DAY, 'plain'],
  ['a moment older than 7 days', 7 * DAY + 1, 'may vary'],
  ['30 days old', 30 * DAY, 'may vary'],
  ['a moment older than 30 days', 30 * DAY + 1, 'hidden'],
  ['checked in the future by a wrong clock', -DAY, 'plain'],
])('a price that is %s', (_name, ageMs, shown) => {
  const price = priceAt(facts, at(ageMs));
  expect(price === null ? 'hidden' : price.mayVary ? 'may vary' : 'plain').toBe(shown);
});

test('a price without a date, a currency or an amount is not shown', () => {
  for (const key of ['price', 'price_currency', 'price_checked_at'] as const) {
    expect(priceAt({ ...facts, [key]: null }, at(0))).toBeNull();
  }
});

test.each([
  ['39.00', 'USD', '$39.00'],
  ['0.1', 'EUR', '€0.10'],
  ['123456789012.35', 'USD', '$123,456,789,012.35'],
  ['1200', 'JPY', '¥1,200'],
])('%s %s reads %s', (price, currency, label) => {
  expect(priceAt({ ...facts, price, price_currency: currency }, at(0))?.label).toBe(label);
});

test('a list price is struck through only when it is higher', () => {
  const was = (list_price: string) => priceAt({ ...facts, list_price }, at(0))?.was;
  expect([was('49.00'), was('39.00'), was('9.00')]).toEqual(['$49.00', null, null]);
});

test('a coupon ends at its instant', () => {
  const coupon = { coupon_code: 'TEN', coupon_text: null, coupon_ends_at: at(DAY).toISOString() };
  expect(couponAt(coupon, at(DAY - 1))?.code).toBe('TEN');
  expect(couponAt(coupon, at(DAY))).toBeNull();
  expect(couponAt({ coupon_code: null, coupon_text: null, coupon_ends_at: null }, at(0))).toBeNull();
});

test('a page ends at the first instant at which one of its prices or dates reads differently', () => {
  const end = (now: Date, moments: (string | null)[] = []) => nextChangeMs(now, [CHECKED, null], moments);
  expect(end(at(0))).toBe(at(7 * DAY + 1).getTime());
  expect(end(at(8 * DAY))).toBe(at(30 * DAY + 1).getTime());
  expect(end(at(31 * DAY))).toBe(Number.POSITIVE_INFINITY);
  expect(end(at(0), [at(3 * DAY).toISOString(), at(-DAY).toISOString(), null])).toBe(at(3 * DAY).getTime());
});
