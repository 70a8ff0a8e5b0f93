/** A destination as the router sees it; `isOpen` = its target may be shown (published, live, a plain address). */
export type RoutedDestination = { id: number; weight: number; isActive: boolean; isOpen: boolean };

export type RoutedLink<D extends RoutedDestination = RoutedDestination> = {
  status: 'active' | 'paused' | 'archived';
  /** Milliseconds since 1970; undefined = no bound. */
  startsAtMs: number | undefined;
  expiresAtMs: number | undefined;
  sticky: 'none' | 'day';
  destinations: readonly D[];
};

/** Why a visit went where it went: written on the visit, shown by the simulator. */
export type RouteReason =
  | 'weighted'
  | 'sticky'
  | 'no_destination'
  | 'link_paused'
  | 'link_archived'
  | 'not_started'
  | 'expired';

export type Decision<D> =
  | { destination: D; reason: 'weighted' | 'sticky' }
  | { destination: undefined; reason: RouteReason };

/**
 * Where a visit goes: the state of the link, then a weighted draw over the destinations that are active, open and have weight.
 * @param roll in [0, 1): drawn by the caller; a link that sticks for the day passes `stickyRoll` of the visitor instead
 * @returns without a destination the caller takes the link's fallback
 */
export function decideRoute<D extends RoutedDestination>(
  link: RoutedLink<D>,
  nowMs: number,
  roll: number,
): Decision<D> {
  const closed = closedReason(link, nowMs);
  if (closed) return { destination: undefined, reason: closed };
  const destination = pickDestination(link.destinations, roll);
  if (!destination) return { destination: undefined, reason: 'no_destination' };
  return { destination, reason: link.sticky === 'day' ? 'sticky' : 'weighted' };
}

function closedReason(link: RoutedLink, nowMs: number): RouteReason | undefined {
  if (link.status === 'paused') return 'link_paused';
  if (link.status === 'archived') return 'link_archived';
  if (link.startsAtMs !== undefined && nowMs < link.startsAtMs) return 'not_started';
  if (link.expiresAtMs !== undefined && nowMs >= link.expiresAtMs) return 'expired';
  return undefined;
}

/** May new visitors be sent there? Weight 0 and paused both say no. */
export const isEligible = (destination: RoutedDestination): boolean =>
  destination.isActive && destination.isOpen && destination.weight > 0;

/**
 * A weighted draw over the eligible destinations.
 * @param roll in [0, 1), drawn by the caller so that tests can fix it
 * @returns undefined when none is eligible
 */
export function pickDestination<D extends RoutedDestination>(all: readonly D[], roll: number): D | undefined {
  const live = all.filter(isEligible);
  let left = roll * live.reduce((total, destination) => total + destination.weight, 0);
  return live.find((destination) => (left -= destination.weight) < 0) ?? live.at(-1);
}

const LAST_INDEX = 0x1_0000_0000;

/** A roll in [0, 1) that stays the same for one visitor on one link: FNV-1a over both, mixed. @param visitor the day's keyed hash */
export function stickyRoll(visitor: string, linkId: number): number {
  let hash = 0x811c9dc5;
  for (const char of `${linkId}:${visitor}`) {
    hash ^= char.codePointAt(0)!;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / LAST_INDEX;
}

export type Forwarding = {
  forward: 'all' | 'listed' | 'none';
  listed: readonly string[];
  /** The link's own utm, joined with its source's defaults. */
  defaults: Readonly<Record<string, string>>;
  conflict: 'incoming_wins' | 'link_wins';
};

// Ours: an incoming one must never pose as a context of ours.
const OWN_PARAM = 'v';
const MAX_FORWARDED = 50;
const MAX_VALUE = 512;

/** The query that goes on to the target: what came in, as configured, and the link's utm. Never our own `v`; at most 50 pairs of 512 characters. */
export function forwardedParams(incoming: URLSearchParams, rules: Forwarding): URLSearchParams {
  const out = new URLSearchParams();
  if (rules.forward !== 'none') {
    for (const [key, value] of incoming) {
      if (out.size >= MAX_FORWARDED) break;
      if (key === OWN_PARAM || key.length > 64 || (rules.forward === 'listed' && !rules.listed.includes(key))) continue;
      out.append(key, value.slice(0, MAX_VALUE));
    }
  }
  for (const [key, value] of Object.entries(rules.defaults)) {
    if (rules.conflict === 'link_wins' || !out.has(key)) out.set(key, value);
  }
  return out;
}
