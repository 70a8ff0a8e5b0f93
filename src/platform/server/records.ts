import { AppError } from '../errors.ts';

/**
 * Refuses an edit of a version that somebody else has changed since. Without a version the last write wins.
 * @throws AppError version_conflict with details.current (theirs) and details.yours
 */
export function refuseStale(asked: number | undefined, stored: number, current: unknown, yours: unknown): void {
  if (asked === undefined || asked === stored) return;
  throw new AppError('version_conflict', 'Somebody else has changed this since you opened it.', {
    details: { current, yours },
  });
}

/** The fields that differ, as `before` and `after`, for the audit. Secrets are never passed in. */
export function changes<T extends Record<string, unknown>>(
  old: T,
  fresh: T,
): { before: Partial<T>; after: Partial<T> } {
  const before: Partial<T> = {};
  const after: Partial<T> = {};
  for (const key of Object.keys(fresh) as (keyof T)[]) {
    if (JSON.stringify(old[key]) === JSON.stringify(fresh[key])) continue;
    before[key] = old[key];
    after[key] = fresh[key];
  }
  return { before, after };
}
