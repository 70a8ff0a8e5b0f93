import { LRUCache } from 'lru-cache';

const MAX_KNOWN = 200_000;

/**
 * Which visitors came by which link today. In memory of this process only: the hashes change every night, and after a restart all
 * visitors are new again.
 */
export function createReturningVisitors() {
  // its room is taken at once: a site without such a rule has none
  let known: LRUCache<string, true> | undefined;
  const visits = () => (known ??= new LRUCache({ max: MAX_KNOWN }));
  const keyOf = (linkId: number, visitor: string): string => `${linkId}:${visitor}`;
  return {
    /** Undefined: the visitor may not be told apart. */
    has: (linkId: number, visitor: string | undefined): boolean | undefined =>
      visitor === undefined ? undefined : visits().has(keyOf(linkId, visitor)),
    note(linkId: number, visitor: string | undefined): void {
      if (visitor !== undefined) visits().set(keyOf(linkId, visitor), true);
    },
  };
}
