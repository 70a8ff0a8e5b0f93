import { formatMicros } from '../../../../platform/money.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';
import { offerRanks } from '../../../guides/server/offer-places.ts';
import { offerCaps } from '../../../offers/server/present.ts';
import { capUse } from '../../../offers/server/caps.ts';
import { type CapKind } from '../../../offers/server/store-caps.ts';
import { type OfferFacts } from '../../../offers/server/offer-facts.ts';
import { getSettings } from '../../../settings/server/service.ts';
import { guideCells } from '../../contract.ts';
import type { OfferPlace, OfferStat } from '../../offer-stats-contract.ts';
import { ratioOf } from '../../../reports/rules.ts';

/** What an offer is now, beside what its events come to. */
export type OfferNow = Pick<
  OfferStat,
  | 'closed_by'
  | 'link_status'
  | 'payout_amount'
  | 'payout_percent'
  | 'payout_currency'
  | 'payout_type'
  | 'cap_kind'
  | 'cap_used'
  | 'cap_limit'
  | 'cap_use'
  | 'rank_in_guides'
  | 'places'
>;

/** Of a line that is no single offer. */
export const NOT_AN_OFFER: OfferNow = {
  closed_by: null,
  link_status: null,
  payout_amount: null,
  payout_percent: null,
  payout_currency: null,
  payout_type: null,
  cap_kind: null,
  cap_used: null,
  cap_limit: null,
  cap_use: null,
  rank_in_guides: null,
  places: [],
};

const KINDS: Partial<Record<CapKind, NonNullable<OfferStat['cap_kind']>>> = {
  offer_day: 'clicks_day',
  offer_total: 'clicks_total',
  offer_conversions_day: 'conversions_day',
};

/** The places of offers in guides that readers see, the best rank first. */
export async function placesOf(db: Db, ids: readonly number[]): Promise<Map<number, OfferPlace[]>> {
  const ranks = await offerRanks(db, ids);
  return new Map(
    [...ranks].map(([id, places]) => [
      id,
      places.map(({ guide_id, guide_title, item_id, rank }) => ({
        ...guideCells(guide_id, guide_title),
        item_id,
        rank,
      })),
    ]),
  );
}

/** What these offers pay, take and are now, and where readers find them. */
export async function offersNow(
  db: Db,
  offers: ReadonlyMap<number, OfferFacts>,
  now: Date,
): Promise<Map<number, OfferNow>> {
  const { time_zone: zone } = await getSettings(db);
  const caps = [...offers.values()].flatMap((offer) => offerCaps(offer, zone));
  const [used, places] = await Promise.all([capUse(db, caps, now), placesOf(db, [...offers.keys()])]);
  const counted = caps.map((cap, i) => ({ ...cap, used: used[i]! }));
  return new Map(
    [...offers].map(([id, offer]) => {
      const own = counted.filter((cap) => cap.id === id);
      const fullest = own.toSorted((a, b) => b.used / b.limit - a.used / a.limit)[0];
      return [
        id,
        {
          closed_by: offer.closedBy ?? null,
          link_status: offer.link_status,
          payout_amount: formatMicros(offer.payout_micros),
          payout_percent: (offer.payout_percent_bp / 100).toFixed(2),
          payout_currency: offer.payout_currency,
          payout_type: offer.payout_type,
          cap_kind: (fullest && KINDS[fullest.kind]) ?? null,
          cap_used: fullest ? fullest.used : null,
          cap_limit: fullest ? fullest.limit : null,
          cap_use: fullest ? ratioOf(fullest.used, fullest.limit) : null,
          rank_in_guides: places.get(id)?.[0]?.rank ?? null,
          places: places.get(id) ?? [],
        },
      ];
    }),
  );
}
