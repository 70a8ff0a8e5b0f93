import { placedProducts, type PlacedProduct } from '../../features/guides/server/service.ts';
import type { FindOfferPlaces, OfferPlace } from '../../features/offers/server/service.ts';
import { offersById } from '../../features/offers/server/service.ts';
import { reviewNames, routableReviews } from '../../features/reviews/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import { usersOf } from '../../platform/server/usages.ts';

/** Where an offer is used, in words for the people who look after those places. */
export const findOfferPlaces: FindOfferPlaces = async (db, offerId, now) => {
  const isLive = (await offersById(db, [offerId], now)).get(offerId)?.isLive ?? false;
  const products = await placedProducts(db, now, offerId);
  const users = (await usersOf(db, 'offer', [offerId])).get(offerId) ?? [];
  const links = users.filter((user) => user.kind === 'link');
  return [
    ...products.map((one) => placeOf(one, offerId)),
    ...(await reviewPlaces(db, offerId, isLive)),
    ...links.map(({ name }) => ({
      label: `Link "${name}"`,
      text: isLive ? 'Visitors are sent there.' : 'Other destinations or the fallback take its visitors.',
      isLost: false,
    })),
  ];
};

/** @param offerId the offer that is looked at: the product's own, or the one that stands in for it */
export function placeOf(one: PlacedProduct, offerId: number): OfferPlace {
  const label = `Guide "${one.guide.title}"`;
  const button = `The button of "${one.product}"`;
  if (one.offer.id !== offerId) {
    const stays = `falls back to this offer when "${one.offer.name}" is not live`;
    const text =
      one.leadsTo === 'none'
        ? `"${one.product}" has no button: neither its offer nor this fallback is live.`
        : one.leadsTo === 'fallback'
          ? `${button} leads to this offer, as "${one.offer.name}" is not live.`
          : `"${one.product}" ${stays}.`;
    return { label, text, isLost: one.leadsTo === 'none' };
  }
  if (one.leadsTo === 'offer') return { label, text: `${button} leads there.`, isLost: false };
  if (one.leadsTo === 'fallback') {
    return { label, text: `${button} now leads to "${one.fallbackName}" instead.`, isLost: false };
  }
  const why =
    one.fallbackName === null ? 'it has no fallback' : `its fallback "${one.fallbackName}" is not live either`;
  return { label, text: `${button} is gone: ${why}.`, isLost: true };
}

async function reviewPlaces(db: Db, offerId: number, isLive: boolean): Promise<OfferPlace[]> {
  const ids = (await routableReviews(db)).filter((one) => one.offer_id === offerId && one.isPublic).map(({ id }) => id);
  if (ids.length === 0) return [];
  const titles = new Map((await reviewNames(db)).map(({ id, title }) => [id, title]));
  return ids.map((id) => ({
    label: `Review "${titles.get(id) ?? id}"`,
    text: isLive ? 'Its button leads there.' : 'Its button is gone.',
    isLost: !isLive,
  }));
}
