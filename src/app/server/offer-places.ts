import { offerPlaces } from '../../features/guides/server/service.ts';
import { offersById, type FindOfferPlaces, type OfferPlace } from '../../features/offers/server/service.ts';
import { reviewNames, routableReviews } from '../../features/reviews/server/service.ts';
import type { Db } from '../../platform/server/postgres.ts';
import { usersOf } from '../../platform/server/usages.ts';

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
  const ids = (await routableReviews(db)).filter((one) => one.offer_id === offerId && one.isPublic).map(({ id }) => id);
  if (ids.length === 0) return [];
  const titles = new Map((await reviewNames(db)).map(({ id, title }) => [id, title]));
  return ids.map((id) => ({
    label: `Review "${titles.get(id) ?? id}"`,
    text: isOpen ? 'Its button leads there.' : 'Its button is gone.',
    isLost: !isOpen,
  }));
}
