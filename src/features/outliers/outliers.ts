/**
 * Says when a course of counts is not what it usually is, and when something that should have come did not.
 * Pure: counts by the hour go in, a finding or nothing comes out.
 */

/** A count that left its usual range. `usual` and `spread` are mean and standard deviation of the same hours of earlier days. */
export type Departure = { kind: 'drop' | 'spike'; hours: number; found: number; usual: number; spread: number };

const DAY = 24;
/** Short windows see an outage soon, long ones a slow leak and small numbers. */
const WINDOWS = [3, DAY];
const MAX_DAYS = 28;
const MIN_DAYS = 7;
/** Standard deviations: 168 looks a week at two windows leave a false alarm of a steady course about once in two years. */
const DROP_AT = -4;
const SPIKE_AT = 6;
const DROP_MIN_USUAL = 20;
const DROP_SHARE = 0.5;
/** Where there was something in the same hours of every day, nothing at all is told from so many on. */
const NOTHING_MIN_USUAL = 12;
const SPIKE_MIN_FOUND = 50;
const SPIKE_SHARE = 3;

/**
 * Compares the last hours with the same hours of the days before.
 * @param all counts by the hour, oldest first; the last one is the last whole hour, and the course begins with the first event
 */
export function judgeCourse(all: readonly number[]): Departure | undefined {
  const begin = all.findIndex((count) => count > 0);
  if (begin === -1) return undefined;
  const hours = all.slice(begin);
  for (const window of WINDOWS) {
    const found = sumBefore(hours, hours.length, window);
    const earlier: number[] = [];
    for (let day = 1; day <= MAX_DAYS && hours.length - day * DAY >= window; day += 1)
      earlier.push(sumBefore(hours, hours.length - day * DAY, window));
    // a course that has only begun has no usual range
    if (earlier.length < MIN_DAYS) continue;
    const usual = earlier.reduce((total, sum) => total + sum, 0) / earlier.length;
    const variance = earlier.reduce((total, sum) => total + (sum - usual) ** 2, 0) / Math.max(1, earlier.length - 1);
    // counts vary at least as much as chance alone would have it
    const spread = Math.sqrt(Math.max(variance, usual));
    const z = spread === 0 ? 0 : (found - usual) / spread;
    const facts = { hours: window, found, usual, spread };
    // better and worse days make no count of nothing
    if (found === 0 && usual >= NOTHING_MIN_USUAL && !earlier.includes(0)) return { kind: 'drop', ...facts };
    if (z <= DROP_AT && usual >= DROP_MIN_USUAL && found <= DROP_SHARE * usual) return { kind: 'drop', ...facts };
    if (z >= SPIKE_AT && found >= SPIKE_MIN_FOUND && found >= SPIKE_SHARE * usual) return { kind: 'spike', ...facts };
  }
  return undefined;
}

const sumBefore = (hours: readonly number[], end: number, window: number): number =>
  hours.slice(Math.max(0, end - window), end).reduce((total, count) => total + count, 0);

/** What is known of an offer's conversions. */
export type Silence = {
  /** Clicks by the hour, oldest first; the last one is the hour that just ended. */
  clicks: readonly number[];
  /** Hours between click and conversion of those that came. */
  lags: readonly number[];
  /** Conversions per click before the silence. */
  rate: number;
  /** Since the last conversion. */
  hoursSince: number;
};

/** `chance` is how likely so much silence would be if all were well. */
export type Quiet = { clicks: number; expected: number; spread: number; chance: number };

const MIN_CONVERSIONS = 8;
const CHANCE_LIMIT = 0.001;

/**
 * Whether conversions should have come that did not. Each click since long ago is expected to bring `rate` conversions, spread over the
 * lags seen so far; what should have arrived since the last conversion is summed. How many come is Poisson, and the rate itself is only
 * known from a sample of `lags.length`, so none at all has the chance of a negative binomial: (1 + expected / n) ^ -n.
 */
export function judgeSilence({ clicks, lags, rate, hoursSince }: Silence): Quiet | undefined {
  const known = lags.length;
  if (known < MIN_CONVERSIONS) return undefined;
  const sorted = lags.toSorted((a, b) => a - b);
  const arrived = (ageHours: number): number => (ageHours < 0 ? 0 : countUpTo(sorted, ageHours) / known);
  let expected = 0;
  let seen = 0;
  clicks.forEach((count, i) => {
    if (count === 0) return;
    // in the middle of its hour
    const age = clicks.length - i - 0.5;
    if (age <= hoursSince) seen += count;
    expected += count * rate * (arrived(age) - arrived(age - hoursSince));
  });
  const chance = (1 + expected / known) ** -known;
  if (chance > CHANCE_LIMIT) return undefined;
  return { clicks: seen, expected, spread: Math.sqrt(expected + expected ** 2 / known), chance };
}

/** How many of the sorted numbers are not above the limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the reason of a silence most likely lies, the nearest first. */
export const SILENCE_CAUSES = ['link_broken', 'cap', 'ours', 'network_quiet', 'unknown'] as const;
export type SilenceCause = (typeof SILENCE_CAUSES)[number];

export type SilenceFacts = {
  isLinkBroken: boolean;
  isCapped: boolean;
  /** Messages of the network since the last conversion that we could not count. */
  refusedMessages: number;
  /** Nothing came from the network at all, though other offers of it have clicks too. */
  isNetworkQuiet: boolean;
};

export function causeOf({ isLinkBroken, isCapped, refusedMessages, isNetworkQuiet }: SilenceFacts): SilenceCause {
  if (isLinkBroken) return 'link_broken';
  if (isCapped) return 'cap';
  if (refusedMessages > 0) return 'ours';
  return isNetworkQuiet ? 'network_quiet' : 'unknown';
}
