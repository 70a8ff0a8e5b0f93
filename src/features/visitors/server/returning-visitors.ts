import { LRUCache } from 'lru-cache';

const MAX_KNOWN = 200_000;
/** Further ones are not told while nobody takes them away: whoever missed something asks for all. */
const MAX_FRESH = 20_000;

/**
 * Which visitors came by which link today. In memory only: the hashes change every night, and once nobody runs any more all visitors are
 * new again.
 */
export type ReturningVisitors = {
  /** Undefined: the visitor may not be told apart. */
  has(linkId: number, visitor: string | undefined): boolean | undefined;
  note(linkId: number, visitor: string | undefined): void;
  /** What was noted here since the last time, to be told to other instances. */
  takeFresh(): string[];
  /** All that is known, those of longest ago first. */
  all(): string[];
  /** What other instances noted. */
  hear(visits: readonly string[]): void;
};

export function createReturningVisitors(): ReturningVisitors {
  // its room is taken at once: a site without such a rule has none
  let known: LRUCache<string, true> | undefined;
  let fresh = new Set<string>();
  const visits = () => (known ??= new LRUCache({ max: MAX_KNOWN }));
  const nameOf = (linkId: number, visitor: string): string => `${linkId}:${visitor}`;
  return {
    has: (linkId, visitor) => (visitor === undefined ? undefined : visits().has(nameOf(linkId, visitor))),
    note(linkId, visitor) {
      if (visitor === undefined) return;
      const name = nameOf(linkId, visitor);
      if (!visits().has(name) && fresh.size < MAX_FRESH) fresh.add(name);
      visits().set(name, true);
    },
    takeFresh() {
      if (fresh.size === 0) return [];
      const taken = [...fresh];
      fresh = new Set();
      return taken;
    },
    all: () => [...(known?.rkeys() ?? [])],
    hear(names) {
      for (const name of names) visits().set(name, true);
    },
  };
}
