import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { networksById } from '../../networks/server/service.ts';
import { closedBy } from '../closed.ts';
import type { ClosedBy } from '../contract.ts';
import { PublicOffer } from '../public-offer.ts';
import { offerTemplate, type OfferLink } from '../rules.ts';
import { decimalOf, isPaused, linkOf, networkIds } from './present.ts';
import * as store from './store.ts';

/** The commercial truth of an offer as pages, the router and conversions need it. */
export type OfferFacts = store.OfferRow & {
  /** Active, within its dates, its network not paused, and its address not known to be dead; false for deleted ones. */
  isLive: boolean;
  /** What keeps readers from it; nothing while a button may lead there. A full one is live: others know what to do with its visitors. */
  closedBy: ClosedBy | undefined;
  isOpen: boolean;
  is_network_paused: boolean;
  /** Decimals of `price_currency`. */
  price: string | null;
  list_price: string | null;
};

/** By id, deleted ones included. @param now decides `isLive` */
export async function offersById(db: Db, ids: number[], now = new Date()): Promise<Map<number, OfferFacts>> {
  const rows = await store.findMany(db, [...new Set(ids)]);
  const networks = await networksById(db, networkIds(rows));
  return new Map(rows.map((row) => [row.id, factsOf(row, now, isPaused(row, networks))]));
}

/** What the routing snapshot keeps of an offer. */
export type RoutableOffer = store.RoutableRow &
  OfferLink & {
    /** What a click's macros are filled into, by `expand` in mode `url`: the whole address with the network's additions. */
    template: string;
    is_network_paused: boolean;
  };

/**
 * Offers that are not deleted, with what their network adds to the address. Whether one is live is judged at each click.
 * @param only some of them
 */
export async function routableOffers(db: Db, only?: readonly number[]): Promise<RoutableOffer[]> {
  const rows = await store.listRoutable(db, only);
  const networks = await networksById(db, networkIds(rows));
  return rows.map((row) => {
    const link = linkOf(row, networks.get(row.network_id ?? 0));
    return { ...row, ...link, template: offerTemplate(link), is_network_paused: isPaused(row, networks) };
  });
}

/** When the first of some offers begins or ends by itself, and the networks that may close them. */
export async function offerDates(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<{ nextDate: string | null; networkIds: number[] }> {
  const rows = await store.findMany(db, [...ids]);
  const dates = rows
    .flatMap((row) => [row.starts_at, row.ends_at])
    .filter((at) => at !== null && Date.parse(at) > now.getTime());
  return {
    nextDate: dates.toSorted((a, b) => Date.parse(a!) - Date.parse(b!))[0] ?? null,
    networkIds: networkIds(rows),
  };
}

function factsOf(row: store.OfferRow, now: Date, isNetworkPaused: boolean): OfferFacts {
  const judged = { ...row, is_network_paused: isNetworkPaused };
  const closed = closedBy(judged, now);
  return {
    ...judged,
    isLive: closed === undefined || closed === 'caps',
    closedBy: closed,
    isOpen: closed === undefined,
    price: decimalOf(row.price_micros),
    list_price: decimalOf(row.list_price_micros),
  };
}

const PUBLIC_KEYS = PublicOffer.keyof().options;

/** What readers may know of an offer, on pages and through the API. */
export const publicFactsOf = (offer: OfferFacts): PublicOffer =>
  Object.fromEntries(PUBLIC_KEYS.map((key) => [key, offer[key]])) as PublicOffer;
