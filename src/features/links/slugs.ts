/** The shape of a slug; it is stored in lower case. */
export const SLUG = /^[a-z0-9][a-z0-9_-]{1,63}$/;
export const SLUG_MAX = 64;

/** Characters of a slug that nobody typed. */
export const AUTO_SLUG_LENGTH = 7;

/** How long a deleted link keeps its slug, so that an old ad never reaches somebody else's target. */
export const SLUG_REST_MS = 90 * 24 * 3_600_000;

// Words that are addresses of ours, or that a reader would take for one.
const RESERVED = new Set(
  (
    'admin api login go out media assets search listicles offer-reviews about contact terms privacy ' +
    'postback pixel healthz readyz metrics robots sitemap feed settings'
  ).split(' '),
);

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/**
 * Slugs to offer when the wanted one is taken, best first; which of them are free, the store knows.
 * @param random text for the last one, so that at least one is surely free
 */
export function slugCandidates(taken: string, random: string): string[] {
  const base = taken.replace(/-\d{1,4}$/, '');
  const withEnd = (end: string): string => `${base.slice(0, SLUG_MAX - end.length - 1)}-${end}`;
  const numbered = Array.from({ length: 8 }, (_, index) => withEnd(String(index + 2)));
  const half = Math.floor(random.length / 2);
  return [...numbered, withEnd(random.slice(0, half)), withEnd(random.slice(half)), withEnd(random)].filter(
    (slug) => slug !== taken && !isReservedSlug(slug),
  );
}
