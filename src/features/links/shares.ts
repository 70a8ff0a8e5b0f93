import { inRotation, stateAt, type Rotation, type RoutedDestination } from './rules.ts';

export const DESTINATION_STATES = [
  'live',
  'paused',
  'target_unpublished',
  'no_weight',
  'capped',
  'network_paused',
  'scheduled',
  'ended',
  'offer_not_begun',
  'offer_over',
] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

export const LINK_STATES = ['active', 'paused', 'scheduled', 'expired', 'archived'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** A destination that may share in the visits of its rule. */
export type SharedDestination = Pick<RoutedDestination, 'id' | 'weight' | 'priority'> & {
  ruleId: number | null;
  /** Nothing holds it back, whoever comes. */
  isLive: boolean;
};

/**
 * The part of new visits each destination gets now among those of its rule: percent, one decimal.
 * Zero for what is not live; the parts may miss 100 by their rounding.
 */
export function sharesNow(all: readonly SharedDestination[], rotation: Rotation = 'weighted'): Map<number, number> {
  const shares = new Map(all.map((one) => [one.id, 0]));
  for (const pool of Map.groupBy(all, (one) => one.ruleId).values()) {
    const live = pool.filter((one) => one.isLive);
    if (live.length === 0) continue;
    const running = inRotation(live, rotation);
    const total = running.reduce((sum, one) => sum + one.weight, 0);
    for (const one of running) shares.set(one.id, Math.round((one.weight / total) * 1000) / 10);
  }
  return shares;
}

/** What a link does now. */
export function linkState(
  link: { status: 'active' | 'paused' | 'archived'; starts_at: string | null; expires_at: string | null },
  now: Date,
): LinkState {
  const { status, starts_at: startsAt, expires_at: expiresAt } = link;
  const startsAtMs = startsAt === null ? undefined : Date.parse(startsAt);
  const expiresAtMs = expiresAt === null ? undefined : Date.parse(expiresAt);
  return stateAt({ status, startsAtMs, expiresAtMs }, now.getTime());
}
