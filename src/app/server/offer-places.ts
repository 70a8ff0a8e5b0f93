import { closingItems, offerPlaces, placeStandIn } from '../../features/guides/server/offer-places.ts';
import { offersById } from '../../features/offers/server/offer-facts.ts';
import { type ClosingPort } from '../../features/offers/server/closing-port.ts';
import { type FindOfferPlaces, type OfferPlace } from '../../features/offers/server/link-health.ts';
import { publicReviewsOf } from '../../features/reviews/server/service.ts';
import type { Db } from '../../platform/server/postgres/postgres.ts';
import { usersOf } from '../../platform/server/records/usages.ts';
import type { ClosingPlace } from '../../features/offers/closing-contract.ts';

/** Where an offer is used, in words for the people who look after those places. */
export const findOfferPlaces: FindOfferPlaces = async (db, offerId, now) => {
  const isOpen = (await offersById(db, [offerId], now)).get(offerId)?.isOpen ?? false;
  const users = (await usersOf(db, 'offer', [offerId])).get(offerId) ?? [];
  const links = users.filter((user) => user.kind === 'link');
  return [
    ...(await offerPlaces(db, offerId, now)),
    ...(await reviewPlaces(db, offerId, isOpen)),
    ...links.map(({ name }) => ({
      label: `Link "${name}"`,
      text: isOpen ? 'Visitors are sent there.' : 'Other destinations or the fallback take its visitors.',
      isLost: false,
    })),
  ];
};

async function reviewPlaces(db: Db, offerId: number, isOpen: boolean): Promise<OfferPlace[]> {
  return (await publicReviewsOf(db, [offerId])).map(({ title }) => ({
    label: `Review "${title}"`,
    text: isOpen ? 'Its button leads there.' : 'Its button is gone.',
    isLost: !isOpen,
  }));
}

/** What is left in guides, reviews and links while offers take nobody, and how another one gets their place. */
export const closingPort: ClosingPort = {
  placesOf: async (db, offerIds, now) => [
    ...(await closingItems(db, offerIds, now)),
    ...(await closingReviews(db, offerIds, now)),
    ...(await closingLinks(db, offerIds, now)),
  ],
  placeStandIn,
};

async function closingReviews(db: Db, offerIds: readonly number[], now: Date): Promise<ClosingPlace[]> {
  const offers = await offersById(db, [...offerIds], now);
  const open = [...offers.values()].filter((offer) => offer.isOpen).map((offer) => offer.id);
  return (await publicReviewsOf(db, open)).map(({ id, title, offer_id: offerId }) => ({
    ...place('review', id, title, offers.get(offerId)!.name),
    is_lost: true,
  }));
}

async function closingLinks(db: Db, offerIds: readonly number[], now: Date): Promise<ClosingPlace[]> {
  const offers = await offersById(db, [...offerIds], now);
  return [...(await usersOf(db, 'offer', [...offerIds]))]
    .filter(([offerId]) => offers.get(offerId)?.isOpen)
    .flatMap(([offerId, users]) =>
      users
        .filter((user) => user.kind === 'link')
        .map(({ id, name }) => place('link', id, name, offers.get(offerId)!.name)),
    );
}

const place = (kind: 'review' | 'link', id: number, title: string, offer: string): ClosingPlace => ({
  kind,
  id,
  title,
  product: null,
  product_id: null,
  offer,
  is_lost: false,
  instead: null,
});
