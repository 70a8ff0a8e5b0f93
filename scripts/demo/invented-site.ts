import { diceOf } from './random.ts';
import type { Site } from './traffic.ts';

/** A site of the size that reports meet in practice, without records: for stores that are filled and measured alone. */
export function inventedSite(guides = 12, itemsEach = 6): Site {
  const dice = diceOf(7);
  const made = Array.from({ length: guides }, (_, g) => ({
    id: g + 1,
    share: 1 / (g + 1),
    items: Array.from({ length: itemsEach }, (_item, i) => {
      const offer = ((g * itemsEach + i) % 40) + 1;
      return {
        id: g * itemsEach + i + 1,
        offer_id: offer,
        network_id: (offer % 5) + 1,
        appeal: 0.6 + dice.next(),
        payout: dice.whole(12, 60) * 1_000_000,
        currency: offer % 5 === 4 ? 'EUR' : 'USD',
      };
    }),
  }));
  const sources = ['google', 'taboola', 'facebook', 'newsletter', 'outbrain', 'bing', 'tiktok', 'pinterest'];
  return {
    guides: made,
    reviews: made.slice(0, 8).map((guide, r) => ({ id: r + 1, item: guide.items[0]! })),
    links: sources.map((utm_source, s) => ({
      id: s + 1,
      source_id: s + 1,
      utm: { utm_source, utm_medium: s === 3 ? 'email' : 'cpc' },
      campaigns: ['spring', 'summer', 'brand', 'broad'],
      terms: Array.from({ length: 30 }, (_, t) => `${utm_source} term ${t + 1}`),
      destinations: [0, 1, 2].map((d) => ({ id: s * 3 + d + 1, guide_id: ((s + d) % guides) + 1, weight: 3 - d })),
      rules: [2 * s + 1, 2 * s + 2],
      share: 1 / (s + 1),
      quality: [1.2, 0.6, 0.9, 1.7, 0.65, 1.1, 0.5, 0.8][s]!,
      mobile: [0.5, 0.8, 0.85, 0.4, 0.75, 0.35, 0.95, 0.8][s]!,
    })),
    brokenNetwork: 2,
  };
}
