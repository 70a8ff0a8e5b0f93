import { formatMicros } from '../../../platform/money.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { stateOf } from '../rules.ts';
import * as store from './store.ts';

/** The commercial truth of an offer as pages, the router and conversions need it. */
export type OfferFacts = store.OfferRow & {
  /** Active and within its dates; false for deleted ones. */
  isLive: boolean;
  /** Decimals of `price_currency`. */
  price: string | null;
  list_price: string | null;
};

/** By id, deleted ones included. @param now decides `isLive` */
export async function offersById(db: Db, ids: number[], now = new Date()): Promise<Map<number, OfferFacts>> {
  const rows = await store.findMany(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, factsOf(row, now)]));
}

/** What the routing snapshot keeps of an offer. */
export type RoutableOffer = Pick<
  store.OfferRow,
  | 'id'
  | 'name'
  | 'url'
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'network_id'
  | 'payout_type'
  | 'payout_micros'
  | 'payout_percent_bp'
  | 'payout_currency'
  | 'payout_source'
> & { click_param: string | null; append_click_id: boolean; extra_params: { key: string; value: string }[] };

/** Every offer that is not deleted, with what its network adds to the address. Whether it is live is for `stateOf`, at each click. */
export async function routableOffers(db: Db): Promise<RoutableOffer[]> {
  const rows = await store.findAll(db);
  const networks = await networksById(db, networkIds(rows));
  return rows.map((row) => ({ ...row, ...linkOf(row, networks.get(row.network_id ?? 0)) }));
}

type LinkParts = {
  click_param: string | null;
  append_click_id: boolean;
  extra_params: { key: string; value: string }[];
};

export const linkOf = (row: store.OfferRow, network: LinkParts | undefined) => ({
  url: row.url,
  click_param: network?.click_param ?? null,
  append_click_id: network?.append_click_id ?? false,
  extra_params: network?.extra_params ?? [],
});

export const networkIds = (rows: readonly store.OfferRow[]): number[] =>
  rows.flatMap((row) => (row.network_id === null ? [] : [row.network_id]));

const factsOf = (row: store.OfferRow, now: Date): OfferFacts => ({
  ...row,
  isLive: row.deleted_at === null && stateOf(row, now) === 'active',
  price: decimalOf(row.price_micros),
  list_price: decimalOf(row.list_price_micros),
});

/** The wire's decimal of an amount that may be unknown. */
export const decimalOf = (micros: bigint | null): string | null => (micros === null ? null : formatMicros(micros));
