import type { z } from 'zod';
import { AppError } from '../../errors.ts';

/**
 * The named fields of a record and no others. What leaves the house is listed by name: a column that is added later stays inside until
 * somebody names it.
 */
export const pick = <Row extends object, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Pick<Row, Field> =>
  Object.fromEntries(fields.filter((field) => field in row).map((field) => [field, row[field]])) as Pick<Row, Field>;

type Contract<Shape extends z.ZodRawShape> = Pick<z.ZodObject<Shape>, 'shape'>;

/** The fields of a record that a contract names too. */
export const contractFields = <Shape extends z.ZodRawShape, Row extends object>(contract: Contract<Shape>, row: Row) =>
  pick(row, Object.keys(contract.shape) as (keyof Row & keyof Shape)[]);

/**
 * Refuses an edit of a version that somebody else has changed since. Without a version the last write wins.
 * @param contract what of both may be seen
 * @throws AppError version_conflict with details.current (theirs) and details.yours
 */
export function refuseStale<Shape extends z.ZodRawShape>(
  contract: Contract<Shape>,
  [asked, stored]: readonly [asked: number | undefined, stored: number],
  current: object,
  yours: object,
): void {
  if (asked === undefined || asked === stored) return;
  throw new AppError('version_conflict', 'Somebody else has changed this since you opened it.', {
    details: { current: contractFields(contract, current), yours: contractFields(contract, yours) },
  });
}

/** The fields that differ, as `before` and `after`, for the audit. Secrets are never passed in. */
export function auditDiff<T extends Record<string, unknown>>(
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
