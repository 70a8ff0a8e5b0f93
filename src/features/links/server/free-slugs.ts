import { AppError } from '../../../platform/errors.ts';
import { randomText } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/server/postgres.ts';
import { AUTO_SLUG_LENGTH, SLUG_REST_MS, slugCandidates } from '../slugs.ts';
import * as store from './store.ts';

const takenSlugs = (db: Db, slugs: string[], now: Date): Promise<Set<string>> =>
  store.takenSlugs(db, slugs, new Date(now.getTime() - SLUG_REST_MS));

/** @throws AppError slug_taken also while a deleted link keeps the slug */
export async function refuseTakenSlug(db: Db, slug: string, now: Date): Promise<void> {
  if ((await takenSlugs(db, [slug], now)).has(slug)) throw await slugTaken(db, slug, now);
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
