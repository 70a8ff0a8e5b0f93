import { invalid } from '../../../platform/errors.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db, Trx } from '../../../platform/server/postgres/postgres.ts';
import { closeOtherAlerts, raiseAlert } from '../../alerts/server/service.ts';
import { offersById, type OfferFacts } from '../../offers/server/offer-facts.ts';
import { type OfferPlace } from '../../offers/server/link-health.ts';
import { buttonLeadsTo } from '../rules.ts';
import { updateItem } from './items.ts';
import { listPlaced, listRanks, type RankedPlace } from './finding/store-places.ts';
import type { ClosingPlace } from '../../offers/closing-contract.ts';

const ALERT = 'offer_not_live';

/** A product that readers see, with where its button leads now. */
type Placed = {
  guideId: number;
  guideTitle: string;
  itemId: number;
  product: string;
  offerId: number;
  offer: OfferFacts | undefined;
  fallback: OfferFacts | undefined;
  leadsTo: 'offer' | 'fallback' | 'none';
};

/** Where readers see an offer, or would see it in another's stead, in words for editors. */
export async function offerPlaces(db: Db, offerId: number, now: Date): Promise<OfferPlace[]> {
  return (await placed(db, now, [offerId])).map((one) => (one.offerId === offerId ? ownPlace(one) : standIn(one)));
}

/** What of the products that readers see changes while none of these offers takes anybody, by guide and rank. */
export async function closingItems(db: Db, offerIds: readonly number[], now: Date): Promise<ClosingPlace[]> {
  const closed = new Set(offerIds);
  const still = (offer: OfferFacts | undefined) =>
    offer && closed.has(offer.id) ? { ...offer, isOpen: false } : offer;
  return (await placed(db, now, offerIds)).flatMap((one) => {
    const left = buttonLeadsTo(still(one.offer), still(one.fallback));
    if (left === one.leadsTo) return [];
    return [
      {
        kind: 'guide' as const,
        id: one.guideId,
        title: one.guideTitle,
        product: one.product,
        product_id: one.itemId,
        offer: (one.leadsTo === 'offer' ? one.offer : one.fallback)!.name,
        is_lost: left === 'none',
        instead: left === 'fallback' ? one.fallback!.name : null,
      },
    ];
  });
}

/**
 * Makes an offer the fallback of the products that readers see and that would be left without a button while none of `offerIds` takes
 * anybody. @returns how many
 * @throws AppError validation_failed for one that takes nobody itself | publish_blocked
 */
export async function placeStandIn(
  scope: { db: Trx; clock: Deps['clock'] },
  actor: Actor,
  offerIds: readonly number[],
  standInId: number,
): Promise<number> {
  const now = scope.clock();
  const standIn = (await offersById(scope.db, [standInId], now)).get(standInId);
  if (!standIn?.isOpen || offerIds.includes(standInId))
    throw invalid('stand_in_offer_id', 'takes no readers itself; choose an offer that is live');
  const lost = (await closingItems(scope.db, offerIds, now)).filter((one) => one.is_lost);
  for (const { id: guideId, product_id: id } of lost)
    await updateItem(scope, actor, { guideId, id: id! }, { fallback_offer_id: standInId });
  return lost.length;
}

/** The places of each of these offers in guides that readers see, the best rank first. Offers without one are left out. */
export const offerRanks = async (db: Db, offerIds: readonly number[]): Promise<Map<number, RankedPlace[]>> =>
  Map.groupBy(await listRanks(db, offerIds), (place) => place.offer_id);

/**
 * Raises an alert for each offer that is paused, archived, expired, not yet begun or a draft while guides that readers see hold it,
 * and closes those whose trouble is over. Dead addresses and reached caps have alerts of their own.
 */
export async function tellLostOffers(scope: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const all = await placed(scope.db, scope.clock());
  const lost = all.filter(({ offer }) => offer && !offer.isLive && !offer.is_link_dead);
  const byOffer = Map.groupBy(lost, (one) => one.offerId);
  for (const [id, products] of byOffer) {
    const places = products.map(ownPlace);
    const isGone = places.some((place) => place.isLost);
    const { name } = products[0]!.offer!;
    await raiseAlert(scope, {
      kind: ALERT,
      severity: isGone ? 'critical' : 'warning',
      subject: { kind: 'offer', id, name },
      message: isGone
        ? 'It is not live, and a guide that readers see has lost its button.'
        : 'It is not live: its fallback stands in for it.',
      details: places.map(({ label, text }) => ({ label, text })),
      countsRepeats: false,
    });
  }
  await closeOtherAlerts(scope, ALERT, [...byOffer.keys()]);
}

async function placed(db: Db, now: Date, offerIds?: readonly number[]): Promise<Placed[]> {
  const rows = await listPlaced(db, offerIds);
  const ids = rows.flatMap((row) => [row.offer_id, row.fallback_offer_id]).filter((id) => id !== null);
  const offers = await offersById(db, ids, now);
  return rows.map((row) => {
    const offer = offers.get(row.offer_id);
    const fallback = offers.get(row.fallback_offer_id ?? 0);
    return {
      guideId: row.guide_id,
      guideTitle: row.guide_title,
      itemId: row.item_id,
      product: row.item_title ?? offer?.name ?? '',
      offerId: row.offer_id,
      offer,
      fallback,
      leadsTo: buttonLeadsTo(offer, fallback),
    };
  });
}

function ownPlace({ guideTitle, product, leadsTo, fallback }: Placed): OfferPlace {
  const label = `Guide "${guideTitle}"`;
  const button = `The button of "${product}"`;
  if (leadsTo === 'offer') return { label, text: `${button} leads there.`, isLost: false };
  if (leadsTo === 'fallback') {
    return { label, text: `${button} now leads to "${fallback!.name}" instead.`, isLost: false };
  }
  const why = fallback ? `its fallback "${fallback.name}" takes nobody either` : 'it has no fallback';
  return { label, text: `${button} is gone: ${why}.`, isLost: true };
}

/** The same for an offer that is the fallback of another one. */
function standIn({ guideTitle, product, leadsTo, offer }: Placed): OfferPlace {
  const other = `"${offer?.name ?? ''}"`;
  const text = {
    offer: `It would stand in for ${other} at "${product}".`,
    fallback: `The button of "${product}" leads there, as ${other} takes nobody.`,
    none: `"${product}" has no button: neither ${other} nor this fallback takes anybody.`,
  };
  return { label: `Guide "${guideTitle}"`, text: text[leadsTo], isLost: leadsTo === 'none' };
}
