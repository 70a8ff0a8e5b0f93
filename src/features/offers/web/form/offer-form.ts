import { blankToNull, linesOf, toNumber, toText } from '../../../../platform/web/form.ts';
import { fromLocal, toLocal } from '../../../../platform/web/local-time.ts';
import type { Pair } from '../../../../platform/web/ui/inputs/KeyValueEditor.tsx';
import { DEVICES, type Device, type Offer } from '../../contract.ts';

/** What the editor holds: everything typed is text, lists are rows; field names are those of the wire. */
export type OfferValues = ReturnType<typeof toValues>;

/** An offer as the editor shows it; without one, an empty form with the defaults. @param zone of the dates */
export function toValues(offer: Offer | undefined, zone: string, defaultCategoryId?: number) {
  return {
    name: toText(offer?.name),
    network_id: toText(offer?.network_id),
    category_id: toText(offer?.category_id ?? defaultCategoryId),
    tags: (offer?.tags ?? []).join(', '),
    url: toText(offer?.url),
    preview_url: toText(offer?.preview_url),
    status: offer?.status ?? 'active',
    payout_type: offer?.payout_type ?? 'cpa',
    payout_amount: offer?.payout_amount ?? '0.00',
    payout_percent: offer?.payout_percent ?? '0.00',
    payout_currency: toText(offer?.payout_currency),
    payout_source: offer?.payout_source ?? 'postback_else_fixed',
    payouts_by_country: Object.entries(offer?.payouts_by_country ?? {}).map(([key, value]): Pair => ({ key, value })),
    countries_allowed: (offer?.countries_allowed ?? []).join(', '),
    countries_blocked: (offer?.countries_blocked ?? []).join(', '),
    devices_allowed: Object.fromEntries(
      DEVICES.map((device) => [device, offer?.devices_allowed.includes(device) ?? false]),
    ) as Record<Device, boolean>,
    cap_clicks_daily: toText(offer?.cap_clicks_daily ?? 0),
    cap_conversions_daily: toText(offer?.cap_conversions_daily ?? 0),
    cap_total: toText(offer?.cap_total ?? 0),
    cap_timezone: toText(offer?.cap_timezone),
    overflow_offer_id: toText(offer?.overflow_offer_id),
    allow_rebill: offer?.allow_rebill ?? true,
    count_late: offer?.count_late ?? true,
    attribution_window_days: toText(offer?.attribution_window_days),
    starts_at: toLocal(offer?.starts_at, zone),
    ends_at: toLocal(offer?.ends_at, zone),
    brand: toText(offer?.brand),
    image_url: offer?.image_url ?? null,
    price: toText(offer?.price),
    list_price: toText(offer?.list_price),
    price_currency: toText(offer?.price_currency),
    price_checked_at: toLocal(offer?.price_checked_at, zone),
    coupon_code: toText(offer?.coupon_code),
    coupon_text: toText(offer?.coupon_text),
    coupon_ends_at: toLocal(offer?.coupon_ends_at, zone),
    money_back_days: toText(offer?.money_back_days),
    shipping_note: toText(offer?.shipping_note),
    attributes: Object.entries(offer?.attributes ?? {}).map(([key, value]): Pair => ({ key, value })),
    notes: toText(offer?.notes),
    forbidden_words: (offer?.forbidden_words ?? []).join('\n'),
    allowed_claims: toText(offer?.allowed_claims),
    required_disclaimer: toText(offer?.required_disclaimer),
    brand_bidding_allowed: offer?.brand_bidding_allowed == null ? '' : offer.brand_bidding_allowed ? 'yes' : 'no',
    version: offer?.version,
  };
}

/**
 * The form as the contract wants it; a blank payout currency is left out.
 * @param stored dates that the form shows to the minute go back exactly as they came
 */
export function toWire({ version, ...values }: OfferValues, zone: string, stored?: Offer) {
  const instant = (name: 'starts_at' | 'ends_at' | 'price_checked_at' | 'coupon_ends_at') =>
    stored && toLocal(stored[name], zone) === values[name] ? stored[name] : fromLocal(values[name], zone);
  return {
    ...values,
    ...(version !== undefined && { version }),
    network_id: toNumber(values.network_id),
    category_id: toNumber(values.category_id),
    tags: values.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    payout_amount: blankToNull(values.payout_amount) ?? '0',
    payout_percent: blankToNull(values.payout_percent) ?? '0',
    payout_currency: blankToNull(values.payout_currency) ?? undefined,
    payouts_by_country: Object.fromEntries(
      values.payouts_by_country
        .filter((row) => row.key.trim() || row.value.trim())
        .map((row) => [row.key.trim().toUpperCase(), row.value]),
    ),
    countries_allowed: codesOf(values.countries_allowed),
    countries_blocked: codesOf(values.countries_blocked),
    devices_allowed: DEVICES.filter((device) => values.devices_allowed[device]),
    cap_clicks_daily: toNumber(values.cap_clicks_daily) ?? 0,
    cap_conversions_daily: toNumber(values.cap_conversions_daily) ?? 0,
    cap_total: toNumber(values.cap_total) ?? 0,
    overflow_offer_id: toNumber(values.overflow_offer_id),
    attribution_window_days: toNumber(values.attribution_window_days),
    starts_at: instant('starts_at'),
    ends_at: instant('ends_at'),
    price: values.price.trim(),
    list_price: values.list_price.trim(),
    price_checked_at: instant('price_checked_at'),
    coupon_ends_at: instant('coupon_ends_at'),
    money_back_days: toNumber(values.money_back_days),
    forbidden_words: linesOf(values.forbidden_words),
    brand_bidding_allowed: values.brand_bidding_allowed === '' ? null : values.brand_bidding_allowed === 'yes',
    attributes: Object.fromEntries(
      values.attributes.filter((row) => row.key.trim() || row.value.trim()).map((row) => [row.key.trim(), row.value]),
    ),
  };
}

const codesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The words of the form, for the list of differences in a conflict. */
export const OFFER_LABELS: Partial<Record<keyof OfferValues, string>> = {
  name: 'Name',
  network_id: 'Network',
  category_id: 'Category',
  tags: 'Tags',
  url: 'Offer URL',
  preview_url: 'Product page',
  status: 'Status',
  payout_type: 'Payout model',
  payout_amount: 'Payout',
  payout_percent: 'Share',
  payout_currency: 'Payout currency',
  payout_source: 'What a conversion is worth',
  payouts_by_country: 'Payout by country',
  countries_allowed: 'Only these countries',
  countries_blocked: 'Not these countries',
  devices_allowed: 'Devices',
  cap_clicks_daily: 'Clicks a day',
  cap_conversions_daily: 'Conversions a day',
  cap_total: 'Clicks in all',
  cap_timezone: 'Zone of the day',
  overflow_offer_id: 'Overflow offer',
  allow_rebill: 'Count rebills',
  count_late: 'Count late conversions',
  attribution_window_days: 'Attribution window',
  starts_at: 'Starts',
  ends_at: 'Ends',
  brand: 'Brand',
  image_url: 'Image',
  price: 'Price',
  list_price: 'List price',
  price_currency: 'Price currency',
  price_checked_at: 'Price checked',
  coupon_code: 'Coupon code',
  coupon_text: 'Coupon text',
  coupon_ends_at: 'Coupon ends',
  money_back_days: 'Money back',
  shipping_note: 'Shipping',
  attributes: 'Facts',
  notes: 'Notes',
  forbidden_words: 'Forbidden words',
  allowed_claims: 'Allowed claims',
  required_disclaimer: 'Required disclaimer',
  brand_bidding_allowed: 'Ads on the brand name',
};
