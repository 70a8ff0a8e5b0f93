import { AppError } from '../../../platform/errors.ts';
import { randomText } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/server/postgres/postgres.ts';
import { AUTO_SLUG_LENGTH, SLUG_REST_MS, slugCandidates } from '../slugs.ts';
import { listTakenFormer } from './store-slugs.ts';
import * as store from './store-links.ts';

/** Slugs of links, of links in the trash for 90 days, and of other links before they were renamed. In this order: a slug that is renamed meanwhile is found by the second look. */
async function takenSlugs(db: Db, slugs: string[], now: Date, linkId?: number): Promise<Set<string>> {
  const held = await store.listTakenSlugs(db, slugs, new Date(now.getTime() - SLUG_REST_MS));
  return new Set([...held, ...(await listTakenFormer(db, slugs, now, linkId))]);
}

/**
 * @param linkId a link that may have back what it had
 * @throws AppError slug_taken also while a deleted or renamed link keeps the slug
 */
export async function refuseTakenSlug(db: Db, slug: string, now: Date, linkId?: number): Promise<void> {
  if ((await takenSlugs(db, [slug], now, linkId)).has(slug)) throw await slugTaken(db, slug, now);
}

/** A made-up slug that no link holds. */
export async function freeSlug(db: Db, now: Date): Promise<string> {
  const some = Array.from({ length: 5 }, () => randomText(AUTO_SLUG_LENGTH));
  const taken = await takenSlugs(db, some, now);
  return some.find((slug) => !taken.has(slug)) ?? randomText(AUTO_SLUG_LENGTH * 2);
}

/** The refusal of a slug, with 3 free ones that are like it. */
export async function slugTaken(db: Db, slug: string, now: Date): Promise<AppError> {
  const candidates = slugCandidates(slug, randomText(6));
  const taken = await takenSlugs(db, candidates, now);
  const suggestions = candidates.filter((one) => !taken.has(one)).slice(0, 3);
  return new AppError('slug_taken', `The slug "${slug}" is already in use. Free are: ${suggestions.join(', ')}.`, {
    errors: { slug: [`is already in use; free are ${suggestions.join(', ')}`] },
    details: { suggestions },
  });
}
