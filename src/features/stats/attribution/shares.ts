/** What a conversion brought, and the arrivals of the person whose click earned it, on the day of that click and before it. */
export type Touched<Value> = {
  /** By the click itself: last click. */
  own: Value;
  /** Oldest first; empty where nothing is known but the click. */
  touches: readonly Value[];
  conversions: number;
  micros: bigint;
};

/** Conversions in millionths, since one may be shared. */
export type Part = { millionths: bigint; micros: bigint };
export const MODELS = ['last', 'first', 'linear'] as const;
export type Model = (typeof MODELS)[number];
export type Credit = Record<Model, Part>;

const ONE = 1_000_000n;

/** By value: what last click, first touch and the same share for each touch give it. Each of the three adds up to the whole, to the micro. */
export function creditOf<Value>(all: Iterable<Touched<Value>>): Map<Value, Credit> {
  const credits = new Map<Value, Credit>();
  const give = (value: Value, model: Model, millionths: bigint, micros: bigint): void => {
    let credit = credits.get(value);
    if (!credit) credits.set(value, (credit = { last: nothing(), first: nothing(), linear: nothing() }));
    credit[model].millionths += millionths;
    credit[model].micros += micros;
  };
  for (const { own, touches, conversions, micros } of all) {
    const millionths = BigInt(conversions) * ONE;
    const known = touches.length > 0 ? touches : [own];
    give(own, 'last', millionths, micros);
    give(known[0]!, 'first', millionths, micros);
    for (const [i, value] of known.entries())
      give(value, 'linear', nth(millionths, i, known.length), nth(micros, i, known.length));
  }
  return credits;
}

/** The nth of equal parts that add up to the whole. */
const nth = (whole: bigint, i: number, parts: number): bigint =>
  (whole * BigInt(i + 1)) / BigInt(parts) - (whole * BigInt(i)) / BigInt(parts);

const nothing = (): Part => ({ millionths: 0n, micros: 0n });
