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
  | 'countries_allowed'
  | 'countries_blocked'
  | 'devices_allowed'
  | 'cap_clicks_daily'
  | 'cap_conversions_daily'
  | 'cap_total'
  | 'cap_timezone'
  | 'overflow_offer_id'
  | 'is_link_dead'
> &
  OfferLink & {
    /** What a click's macros are filled into, by `expand` in mode `url`: the whole address with the network's additions. */
    template: string;
    is_network_paused: boolean;
  };

/** Every offer that is not deleted, with what its network adds to the address. Whether it is live is judged at each click. */
export async function routableOffers(db: Db): Promise<RoutableOffer[]> {
  const rows = await store.findAll(db);
  const networks = await networksById(db, networkIds(rows));
  return rows.map((row) => {
    const link = linkOf(row, networks.get(row.network_id ?? 0));
    return { ...row, ...link, template: offerTemplate(link), is_network_paused: isPaused(row, networks) };
  });
}

/** When pages that were made now may name an offer that they do not name yet, or one that has ended: any of them may stand in for another. */
export const nextOfferDate = (db: Db, now: Date): Promise<string | null> => store.findNextDate(db, now);

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
