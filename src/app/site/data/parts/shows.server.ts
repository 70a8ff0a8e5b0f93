import { offerDates } from '../../../../features/offers/server/offer-facts.ts';
import { offersNamedIn } from '../../../../features/guides/server/reading.ts';
import type { Db } from '../../../../platform/server/postgres/postgres.ts';

/** A page's data, and the tags of all that it was made of: see migration 0090. What it shows by way of settings is understood. */
export type Shown<T> = { props: T; shows: readonly string[] };

export const guideTags = (guides: readonly { id: number }[]): string[] => guides.map(({ id }) => `guide:${id}`);

/** Cards of a public list of guides, with their categories, and what decides which they are. */
export const listTags = (guides: readonly { id: number; main_image_url: string | null }[]): string[] => [
  'guides',
  'categories',
  ...guideTags(guides),
  ...pictureTags(guides.map((guide) => guide.main_image_url)),
];

/** The same of reviews; each shows its offer. */
export const reviewListTags = (
  reviews: readonly { id: number; offer_id: number; main_image_url: string | null }[],
): string[] => [
  'reviews',
  ...reviews.flatMap(({ id, offer_id: offerId }) => [`review:${id}`, `offer:${offerId}`]),
  ...pictureTags(reviews.map((review) => review.main_image_url)),
];

export const pictureTags = (urls: readonly (string | null)[]): string[] =>
  urls.flatMap((url) => (url === null ? [] : `picture:${url}`));

/**
 * Everything that decides what the products of some guides show: offers too that are not named because they are not live, and the next
 * date on which one of them begins or ends.
 */
export async function offersBehind(
  db: Db,
  guideIds: readonly number[],
  now: Date,
): Promise<{ ids: number[]; nextDate: string | null; shows: string[] }> {
  const ids = await offersNamedIn(db, guideIds);
  return { ids, ...(await offerTags(db, ids, now)) };
}

/** The same of some offers. */
export async function offerTags(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<{ nextDate: string | null; shows: string[] }> {
  const { nextDate, networkIds } = await offerDates(db, ids, now);
  return { nextDate, shows: [...ids.map((id) => `offer:${id}`), ...networkIds.map((id) => `network:${id}`)] };
}
