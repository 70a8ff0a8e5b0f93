import { moneyPer } from '../../reports/rules.ts';

/** Clicks of an offer and what became of them. */
export type Tally = { clicks: number; conversions: number; micros: bigint };

/** Chance below which clicks without a conversion are no accident. */
const UNLIKELY = 0.05;
/** A rate that fewer conversions than these tell is no rate to judge by. */
const MIN_CONVERSIONS = 5;
/** Fewer clicks than these say too little of what a click earns. */
const MIN_CLICKS = 30;

export const NO_TALLY: Readonly<Tally> = { clicks: 0, conversions: 0, micros: 0n };

/** All of these but one. */
export const subtract = (all: Tally, one: Tally): Tally => ({
  clicks: all.clicks - one.clicks,
  conversions: all.conversions - one.conversions,
  micros: all.micros - one.micros,
});

export const sumOf = (tallies: Iterable<Tally>): Tally => {
  const all = { ...NO_TALLY };
  for (const one of tallies) {
    all.clicks += one.clicks;
    all.conversions += one.conversions;
    all.micros += one.micros;
  }
  return all;
};

type Peers = { network: Tally | undefined; site: Tally };
export type Silence = { usualCr: number; usualOf: 'network' | 'site'; chance: number };

/**
 * Judges clicks that brought no conversion by the rate of the other offers: those of the network, else all. Each click converts or does
 * not, so that none of n does has the chance (1 - rate) ^ n.
 * @returns `undecided` when that may be an accident, or the others converted too seldom to have a rate
 */
export function judgeNone(clicks: number, { network, site }: Peers): Silence | 'undecided' {
  const usualOf = network && hasRate(network) ? 'network' : 'site';
  const peers = usualOf === 'network' ? network! : site;
  if (!hasRate(peers)) return 'undecided';
  const usualCr = Math.min(1, peers.conversions / peers.clicks);
  const chance = (1 - usualCr) ** clicks;
  return chance < UNLIKELY ? { usualCr, usualOf, chance } : 'undecided';
}

const hasRate = ({ clicks, conversions }: Tally): boolean => conversions >= MIN_CONVERSIONS && clicks > 0;

/**
 * What a click earned, and of whom that is known: of the offer itself, else of the others of its network, else of all others.
 * @param own left out where it is known to have earned nothing, and that is the trouble
 * @returns undefined where nothing tells it, as when all that the offer earned has no worth in the currency of the site
 */
export function epcOf(
  own: Tally | undefined,
  { network, site }: Peers,
): { of: 'offer' | 'network' | 'site'; tally: Tally } | undefined {
  if (own && own.conversions > 0 && own.micros === 0n) return undefined;
  if (own && own.clicks >= MIN_CLICKS) return { of: 'offer', tally: own };
  const isKnown = ({ clicks, micros }: Tally): boolean => clicks >= MIN_CLICKS && micros > 0n;
  if (network && isKnown(network)) return { of: 'network', tally: network };
  return isKnown(site) ? { of: 'site', tally: site } : undefined;
}

/** What some clicks should bring at what the others earned. */
export const expectedOf = (clicks: number, { micros, clicks: of }: Tally): string | null =>
  moneyPer(micros, of, clicks);
