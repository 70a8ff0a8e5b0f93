import { formatMicros } from '../../../platform/money.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { usersOf } from '../../../platform/server/records/usages.ts';
import { pick, contractFields } from '../../../platform/server/records/records.ts';
import { getSettings } from '../../settings/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { closedBy } from '../closed.ts';
import { MAX_USES_TOLD } from '../../../platform/list-bounds.ts';
import { Offer, type OfferNumbers } from '../contract.ts';
import { formatPercent } from '../percent.ts';
import { stateOf, type OfferLink } from '../rules.ts';
import { amountsOf } from './payouts.ts';
import { reachedCaps, type Cap } from './caps.ts';
import * as categories from './catalogue/store-categories.ts';
import type * as store from './store.ts';

/** Rows as the wire has them, with the names they point at and the numbers of later features. */
export async function presentRows(
  db: Db,
  rows: store.OfferRow[],
  now: Date,
  numbers: ReadonlyMap<number, OfferNumbers>,
): Promise<Offer[]> {
  const networks = await networksById(db, networkIds(rows));
  const users = await usersOf(
    db,
    'offer',
    rows.map((row) => row.id),
    MAX_USES_TOLD,
  );
  const atCap = await idsAtCap(db, rows, now);
  const names = await categories.listNames(db);
  return rows.map((row) => {
    const { payout_micros, payout_percent_bp, price_micros, list_price_micros, payouts_by_country } = row;
    return {
      ...contractFields(Offer, row),
      network_name: networks.get(row.network_id ?? 0)?.name ?? null,
      category_name: names.get(row.category_id)!,
      state: atCap.has(row.id) && stateOf(row, now) === 'active' ? 'capped' : stateOf(row, now),
      closed_by: closedBy({ ...row, is_network_paused: isPaused(row, networks) }, now) ?? null,
      payout_amount: formatMicros(payout_micros),
      payout_percent: formatPercent(payout_percent_bp),
      payouts_by_country: amountsOf(payouts_by_country),
      price: decimalOf(price_micros),
      list_price: decimalOf(list_price_micros),
      ...(numbers.get(row.id) ?? { clicks_7d: 0, conv_7d: 0, epc_7d: null }),
      used_in: users.get(row.id) ?? [],
    };
  });
}

/** The offers whose clicks of the day, or in all, are given out, or whose conversions of the day have come. */
export async function idsAtCap(db: Db, rows: readonly store.OfferRow[], now: Date): Promise<Set<number>> {
  const limited = rows.filter((row) => row.cap_clicks_daily > 0 || row.cap_total > 0 || row.cap_conversions_daily > 0);
  if (limited.length === 0) return new Set();
  const { time_zone: zone } = await getSettings(db);
  const all = limited.flatMap((row) => offerCaps(row, zone));
  return new Set((await reachedCaps(db, all, now)).map(({ id }) => id));
}

/** The caps of an offer, on clicks and on conversions. @param zone of the site */
export const offerCaps = (
  {
    id,
    cap_clicks_daily: daily,
    cap_total: total,
    cap_conversions_daily: conversions,
    cap_timezone: own,
  }: Pick<store.OfferRow, 'id' | 'cap_clicks_daily' | 'cap_total' | 'cap_conversions_daily' | 'cap_timezone'>,
  zone: string,
): Cap[] => [
  ...(daily > 0 ? [{ kind: 'offer_day' as const, id, limit: daily, zone: own ?? zone }] : []),
  ...(total > 0 ? [{ kind: 'offer_total' as const, id, limit: total, zone: undefined }] : []),
  ...(conversions > 0 ? [{ kind: 'offer_conversions_day' as const, id, limit: conversions, zone: own ?? zone }] : []),
];

const AUDITED = [
  'name',
  'network_id',
  'category_id',
  'tags',
  'url',
  'preview_url',
  'status',
  'payout_type',
  'payout_micros',
  'payout_percent_bp',
  'payout_currency',
  'payout_source',
  'payouts_by_country',
  'countries_allowed',
  'countries_blocked',
  'devices_allowed',
  'cap_clicks_daily',
  'cap_conversions_daily',
  'cap_total',
  'cap_timezone',
  'overflow_offer_id',
  'allow_rebill',
  'count_late',
  'attribution_window_days',
  'starts_at',
  'ends_at',
  'brand',
  'image_url',
  'price_micros',
  'list_price_micros',
  'price_currency',
  'price_checked_at',
  'coupon_code',
  'coupon_text',
  'coupon_ends_at',
  'money_back_days',
  'shipping_note',
  'attributes',
  'notes',
  'forbidden_words',
  'allowed_claims',
  'required_disclaimer',
  'brand_bidding_allowed',
  'is_sample',
  'created_at',
  'deleted_at',
] as const satisfies readonly (keyof store.OfferRow)[];

/** What of a row may stand in the audit, as JSON can hold it; what every save changes and what we found out ourselves is not told. */
export const auditable = (row: store.OfferRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(pick(row, AUDITED)).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]),
  );

/** What makes the address of an offer; without a network nothing is added. */
export const linkOf = (row: Pick<store.OfferRow, 'url'>, network: Omit<OfferLink, 'url'> | undefined): OfferLink => ({
  url: row.url,
  click_param: network?.click_param ?? null,
  append_click_id: network?.append_click_id ?? false,
  extra_params: network?.extra_params ?? [],
});

/** The networks that rows name. */
export const networkIds = (rows: readonly Pick<store.OfferRow, 'network_id'>[]): number[] =>
  rows.flatMap((row) => (row.network_id === null ? [] : [row.network_id]));

/** A paused network pauses all its offers. @param networks by their ids */
export const isPaused = (
  { network_id: id }: Pick<store.OfferRow, 'network_id'>,
  networks: ReadonlyMap<number, { status: string }>,
): boolean => id !== null && networks.get(id)?.status === 'paused';

/** The wire's decimal of an amount that may be unknown. */
export const decimalOf = (micros: bigint | null): string | null => (micros === null ? null : formatMicros(micros));
