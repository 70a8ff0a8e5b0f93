import { isEligible, type RoutedDestination } from './rules.ts';

export const DESTINATION_STATES = ['live', 'paused', 'target_unpublished', 'no_weight'] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

export const LINK_STATES = ['active', 'paused', 'scheduled', 'expired', 'archived'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** What holds a destination back: the first reason that is true. */
export function destinationState(destination: Omit<RoutedDestination, 'id'>): DestinationState {
  if (!destination.isActive) return 'paused';
  if (!destination.isOpen) return 'target_unpublished';
  return destination.weight > 0 ? 'live' : 'no_weight';
}

/**
 * The part of new visits each destination gets now: percent of the eligible weight, one decimal.
 * Zero for what is not live; the parts may miss 100 by their rounding.
 */
export function sharesNow(destinations: readonly RoutedDestination[]): Map<number, number> {
  const total = destinations.filter(isEligible).reduce((sum, { weight }) => sum + weight, 0);
  return new Map(
    destinations.map((one) => [one.id, isEligible(one) ? Math.round((one.weight / total) * 1000) / 10 : 0]),
  );
}

/** What a link does now; the schedule counts only while the status is active. `expiresAt` is exclusive. */
export function linkState(
  link: { status: 'active' | 'paused' | 'archived'; starts_at: string | null; expires_at: string | null },
  now: Date,
): LinkState {
  if (link.status !== 'active') return link.status;
  if (link.starts_at !== null && now.getTime() < Date.parse(link.starts_at)) return 'scheduled';
  if (link.expires_at !== null && now.getTime() >= Date.parse(link.expires_at)) return 'expired';
  return 'active';
}
