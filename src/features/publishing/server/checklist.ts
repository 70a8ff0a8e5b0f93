import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { findClaims, type Claim } from '../claims.ts';
import type { Check, CheckList, Content } from '../contract.ts';
import { blockersOf, judgeContent, type FindClaims, type GateFacts } from '../gate.ts';

/** Letters of texts, their context included, of which it is remembered what was found in them. */
const MOST_LETTERS = 4_000_000;

const known = new LRUCache<string, Claim[]>({ maxSize: MOST_LETTERS, sizeCalculation: (_, key) => key.length });

/** Whoever writes has the record judged again and again, as it is and as it would be: nearly all of its texts are the same each time. */
const findClaimsOnce: FindClaims = (text, context) => {
  const key = JSON.stringify([text, context]);
  let claims = known.get(key);
  if (!claims) known.set(key, (claims = findClaims(text, context)));
  return claims;
};

/** The publish checklist of a record with the claims check in it. */
export const judge = (facts: GateFacts, now: Date): Check[] => judgeContent(facts, now, findClaimsOnce);

/**
 * Refuses to leave a record public that the checklist blocks.
 * @param before what was blocked already while it was public: it does not stop an edit of something else
 * @throws AppError publish_blocked with the reasons by field, and the whole list in details.checks
 */
export function refuseBlocked(checks: readonly Check[], { before = [] }: { before?: readonly Check[] } = {}): void {
  const found = newBlocks(checks, before);
  if (found.length === 0) return;
  const errors: Record<string, string[]> = {};
  for (const check of found) (errors[check.field] ??= []).push(check.message);
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  throw new AppError('publish_blocked', `This cannot be public: ${found[0]!.message}${more}`, {
    errors,
    details: { checks },
  });
}

/** What blocks now and did not before. */
export function newBlocks(checks: readonly Check[], before: readonly Check[]): Check[] {
  const known = new Set(blockersOf(before).map(nameOf));
  return blockersOf(checks).filter((check) => !known.has(nameOf(check)));
}

const nameOf = ({ code, field, message }: Check): string => JSON.stringify([code, field, message]);

export const checkListOf = (checks: Check[]): CheckList => ({
  data: checks,
  can_publish: blockersOf(checks).length === 0,
});

/**
 * The edits that a save would take, each in the form that the save gives it; whatever it would refuse is left out.
 * @param shape the fields of the record's PUT
 */
export function fittingEdits<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  content: Content,
): { [Key in keyof Shape]?: z.output<Shape[Key]> } {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, field]) => {
      if (!Object.hasOwn(content, key) || content[key] === undefined) return [];
      const parsed = field.safeParse(content[key]);
      return parsed.success ? [[key, parsed.data]] : [];
    }),
  ) as { [Key in keyof Shape]?: z.output<Shape[Key]> };
}
