/** Failures that close the door for a while, counted over 15 minutes. */
export const LOGIN_WINDOW_MS = 15 * 60_000;
const LIMITS = { pair: 5, account: 20, prefix: 100 } as const;

/** A session ends after a day without use, and after 30 days whatever happens. */
export const SESSION_IDLE_MS = 24 * 3_600_000;
export const SESSION_MAX_MS = 30 * 24 * 3_600_000;

/** Who typed the password longer ago is asked for it again before people, secrets and the like are changed. */
export const RECENT_PASSWORD_MS = 15 * 60_000;

/** How long one-time links work: those that an administrator hands over, and those that were asked for by mail. */
export const LINK_MS = { handed: 48 * 3_600_000, mailed: 30 * 60_000 } as const;

export type BucketKind = keyof typeof LIMITS;

/** Is one of the buckets full? The pair of account and prefix fills first, so a guesser elsewhere does not lock the owner out. */
export const isThrottled = (failures: Record<BucketKind, number>): boolean =>
  (Object.keys(LIMITS) as BucketKind[]).some((kind) => failures[kind] >= LIMITS[kind]);

/** The network an address belongs to: /24 for IPv4 (also when mapped into IPv6), /64 for IPv6. Full addresses are never kept. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(address)?.[1];
  if (v4) return `${v4}.0/24`;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...middle, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
