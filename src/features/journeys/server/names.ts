import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { guideNames, itemNames } from '../../guides/server/service.ts';
import { linkNames } from '../../links/server/service.ts';
import { networksById } from '../../networks/server/service.ts';
import { offersById } from '../../offers/server/offer-facts.ts';
import { reviewNames } from '../../reviews/server/service.ts';
import { sourceNames } from '../../sources/server/service.ts';
import type { Names } from '../story.ts';

type Ids = readonly (number | null | undefined)[];
/** What a story speaks of. */
export type Mentions = { links: Ids; offers: Ids; items: Ids; networks: Ids };

const known = (ids: Ids): number[] => ids.filter((id) => id != null);

/** Names for a story; what was removed keeps its number. */
export async function namesOf(db: Db, { links, offers, items, networks }: Mentions): Promise<Names> {
  const link = await linkNames(db, known(links));
  const offer = await offersById(db, known(offers));
  const item = await itemNames(db, known(items));
  const network = await networksById(db, known(networks));
  const source = await sourceNames(db);
  const guides = new Map((await guideNames(db)).map((one) => [one.id, one.title]));
  const reviews = new Map((await reviewNames(db)).map((one) => [one.id, one.title]));
  return {
    link: (id) => link.get(id) ?? `Link ${id}`,
    source: (id) => source.get(id) ?? `source ${id}`,
    page: (guideId, reviewId) =>
      guideId !== null
        ? `the guide "${guides.get(guideId) ?? guideId}"`
        : reviewId !== null
          ? `the review "${reviews.get(reviewId) ?? reviewId}"`
          : 'a page',
    item: (id) => item.get(id)?.title ?? `Product ${id}`,
    offer: (id) => offer.get(id)?.name ?? `Offer ${id}`,
    network: (id) => network.get(id)?.name ?? `Network ${id}`,
  };
}
