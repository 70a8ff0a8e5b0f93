import { parseMicros } from '../../../platform/money.ts';
import { localDayOf } from '../../../platform/time.ts';
import { money } from '../labels.ts';
import type { Coupon, Price } from '../props.ts';

const DAY_MS = 86_400_000;
/** Up to this age a price is shown as it is. */
export const FRESH_PRICE_MS = 7 * DAY_MS;
/** Beyond this age a price is not shown at all. */
export const OLD_PRICE_MS = 30 * DAY_MS;

/** The commercial facts that a price label is made of. */
export type PriceFacts = {
  price: string | null;
  list_price: string | null;
  price_currency: string | null;
  price_checked_at: string | null;
};

/** The price as it may be shown at `now`: plain, with a warning, or (undated, or too old) not at all. */
export function priceAt(facts: PriceFacts, now: Date): Price | null {
  if (facts.price === null || facts.price_currency === null || facts.price_checked_at === null) return null;
  const ageMs = now.getTime() - Date.parse(facts.price_checked_at);
  if (ageMs > OLD_PRICE_MS) return null;
  const isReduced = (parseMicros(facts.list_price ?? '') ?? 0n) > (parseMicros(facts.price) ?? 0n);
  return {
    label: money(facts.price, facts.price_currency),
    was: isReduced ? money(facts.list_price!, facts.price_currency) : null,
    checkedAt: facts.price_checked_at,
    mayVary: ageMs > FRESH_PRICE_MS,
  };
}

/** A coupon that still holds at `now`; one without a code and words is none. */
export function couponAt(
  facts: { coupon_code: string | null; coupon_text: string | null; coupon_ends_at: string | null },
  now: Date,
): Coupon | null {
  if (!facts.coupon_code && !facts.coupon_text) return null;
  if (facts.coupon_ends_at && Date.parse(facts.coupon_ends_at) <= now.getTime()) return null;
  return { code: facts.coupon_code, text: facts.coupon_text, endsAt: facts.coupon_ends_at };
}

/**
 * When a page made at `now` must be made anew although nothing was written: a price grows old, a coupon or an offer begins or ends.
 * @param moments ISO times; past ones and null are passed over
 * @returns infinity when nothing is ahead
 */
export function nextChangeMs(
  now: Date,
  checkedAt: readonly (string | null)[],
  moments: readonly (string | null)[],
): number {
  const nowMs = now.getTime();
  let endMs = Number.POSITIVE_INFINITY;
  const consider = (ms: number): void => {
    if (ms > nowMs && ms < endMs) endMs = ms;
  };
  for (const at of checkedAt) {
    if (at === null) continue;
    // ages are shown while they are not above the limit, so the first wrong instant is one later
    consider(Date.parse(at) + FRESH_PRICE_MS + 1);
    consider(Date.parse(at) + OLD_PRICE_MS + 1);
  }
  for (const at of moments) if (at !== null) consider(Date.parse(at));
  return endMs;
}

/**
 * The instant to say for all prices of a block: any of them, when all were checked on the same day of a zone.
 * @returns undefined when their days differ, or there is no price
 */
export function sharedDay(prices: readonly ({ checkedAt: string } | null)[], timeZone: string): string | undefined {
  const checked = prices.flatMap((price) => (price ? [price.checkedAt] : []));
  const days = new Set(checked.map((at) => localDayOf(new Date(at), timeZone)));
  return days.size === 1 ? checked[0] : undefined;
}
