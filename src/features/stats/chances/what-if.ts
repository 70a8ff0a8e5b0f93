import { normal } from '../../../platform/dice.ts';
import { fitLogLinear, type Cell } from './log-linear.ts';

/** What a product did at a place of its guide on one day. Money in micros as a plain number: what comes out is a guess, not a sum. */
export type PlaceDay = {
  item: number;
  position: number;
  day: string;
  impressions: number;
  clicks: number;
  conversions: number;
  revenueMicros: number;
};

/** `ci95`: in which the truth lies in 95 of 100 cases. */
export type Lift = { lift: number; ci95: [number, number] };

/** With the readers of the days that were looked at; `change` is `swapped` - `now`, and `too_few` says that it may be either more or less. */
export type Guess = {
  now: number;
  swapped: number;
  change: number;
  ci95: [number, number];
  verdict: 'more' | 'less' | 'too_few';
};

export type Spot = { position: number; item: number };

export type WhatIf = {
  /** Times the average product, whatever the place; without an entry for products that cannot be told apart from their place. */
  lifts: Map<number, Lift>;
  /** Undefined when the two cannot be compared: nothing ever stood at both places, even by way of others. */
  clicks?: Guess;
  /** In micros; undefined also while one of the two has no conversion. */
  revenue?: Guess;
};

const DRAWS = 2000;
const MAX_SPANS = 60;
/** Before anything is known, 2 of 3 products lie between 0.37 and 2.7 times the average, and 2 of 3 days between 0.6 and 1.6. */
const PRECISIONS = { place: 1e-4, item: 1, span: 4 };

/**
 * Tells what a place brings from what a product brings, and guesses what two products would bring in each other's place:
 * clicks = impressions x rate of the place x lift of the product x mood of the days. The product of place and attraction is the
 * examination hypothesis; it is fitted within one guide only, since what a place brings differs with what is looked for (Gollapudi and
 * Panigrahy, "Revisiting the Examination Hypothesis with Query Specific Position Bias", https://arxiv.org/abs/1003.2458, read
 * 2026-11-21). Only products that stood at several places tell the two apart. Money joins as conversions per click (Gamma, with the
 * prior of Jeffreys) times payout per conversion (its scatter taken from the days). The interval comes from draws of all of these.
 * @param swap two places with what stands there now; nothing for the lifts alone
 * @param roll in [0, 1), with a fixed course where the same question shall get the same answer
 */
export function whatIf(rows: readonly PlaceDay[], swap: readonly Spot[], roll: () => number): WhatIf {
  const seen = rows.filter((row) => row.impressions > 0);
  const islands = islandsOf(seen);
  const items = [...new Set(seen.map((row) => row.item))];
  const places = [...new Set(seen.map((row) => row.position))];
  const spans = spansOf(seen);
  const termOf = {
    place: new Map(places.map((place, i) => [place, i])),
    item: new Map(items.map((item, i) => [item, places.length + i])),
    span: (day: string) => places.length + items.length + spans.of(day),
  };
  const cells = seen.map((row): Cell => ({
    exposure: row.impressions,
    count: row.clicks,
    terms: [termOf.place.get(row.position)!, termOf.item.get(row.item)!, termOf.span(row.day)],
  }));
  const fit = fitLogLinear(cells, [
    ...places.map(() => PRECISIONS.place),
    ...items.map(() => PRECISIONS.item),
    ...Array.from({ length: spans.count }, () => PRECISIONS.span),
  ]);

  const told = items.filter((item) => islands.isTold(item));
  const canSwap = swap.length === 2 && swap.every(({ item }) => islands.isTold(item)) && islands.isOne(swap);
  const ends = canSwap ? swap.map(({ position }) => termOf.place.get(position)!) : [];
  const drawn = [...told.map((item) => termOf.item.get(item)!), ...ends];
  if (drawn.length === 0) return { lifts: new Map() };
  const best = drawn.map((place) => fit.logs[place]!);
  const root = fit.rootOf(drawn);
  const draws = Array.from({ length: DRAWS }, () => {
    const dice = best.map(() => normal(roll));
    return best.map((log, i) => root[i]!.reduce((sum, part, k) => sum + part * dice[k]!, log));
  });

  const mates = told.map((item) => [...told.keys()].filter((k) => islands.isSame(item, told[k]!)));
  const liftIn = (logs: readonly number[], i: number): number =>
    Math.exp(logs[i]! - mates[i]!.reduce((sum, k) => sum + logs[k]!, 0) / mates[i]!.length);
  const lifts = new Map(
    told.map((item, i) => [item, { lift: liftIn(best, i), ci95: interval(draws.map((logs) => liftIn(logs, i))) }]),
  );
  if (!canSwap) return { lifts };

  /** Readers of each place, days of a good mood counting for more. */
  const readers = swap.map(({ position }) =>
    seen.reduce(
      (sum, row) => sum + (row.position === position ? row.impressions * Math.exp(fit.logs[termOf.span(row.day)]!) : 0),
      0,
    ),
  );
  const lines = swap.map(({ item }) => told.indexOf(item));
  /** @param worth of a click on each of the two */
  const bring = (logs: readonly number[], worth: readonly number[]): { now: number; swapped: number } => {
    const clicks = (place: 0 | 1, product: 0 | 1): number =>
      readers[place]! * Math.exp(logs[told.length + place]! + logs[lines[product]!]!) * worth[product]!;
    return { now: clicks(0, 0) + clicks(1, 1), swapped: clicks(0, 1) + clicks(1, 0) };
  };
  const guess = (worthNow: readonly number[], drawWorth: () => readonly number[]): Guess => {
    const { now, swapped } = bring(best, worthNow);
    const changes = draws.map((logs) => {
      const one = bring(logs, drawWorth());
      return one.swapped - one.now;
    });
    const ci95 = interval(changes);
    const verdict = ci95[0] > 0 ? 'more' : ci95[1] < 0 ? 'less' : 'too_few';
    return { now, swapped, change: swapped - now, ci95, verdict };
  };
  const worths = swap.map(({ item }) => worthOf(rows.filter((row) => row.item === item)));
  const [a, b] = worths;
  return {
    lifts,
    clicks: guess([1, 1], () => [1, 1]),
    ...(a && b && { revenue: guess([a.mean, b.mean], () => [a.draw(roll), b.draw(roll)]) }),
  };
}

/** Products and places that are tied together by who stood where. */
function islandsOf(rows: readonly PlaceDay[]) {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    const up = parent.get(key);
    if (up === undefined || up === key) return key;
    const top = find(up);
    parent.set(key, top);
    return top;
  };
  const [itemKey, placeKey] = [(id: number) => `item ${id}`, (position: number) => `place ${position}`];
  for (const row of rows) parent.set(find(itemKey(row.item)), find(placeKey(row.position)));
  const sizes = new Map<string, number>();
  for (const item of new Set(rows.map((row) => row.item))) {
    const island = find(itemKey(item));
    sizes.set(island, (sizes.get(island) ?? 0) + 1);
  }
  return {
    /** Is there another product to hold this one against? */
    isTold: (item: number) => (sizes.get(find(itemKey(item))) ?? 0) > 1,
    isSame: (a: number, b: number) => find(itemKey(a)) === find(itemKey(b)),
    isOne: (spots: readonly Spot[]) =>
      new Set(spots.flatMap(({ item, position }) => [find(itemKey(item)), find(placeKey(position))])).size === 1,
  };
}

/** Days in at most 60 spans, so that two years are fitted as fast as two months. */
function spansOf(rows: readonly PlaceDay[]): { count: number; of(day: string): number } {
  const days = [...new Set(rows.map((row) => row.day))].toSorted();
  const count = Math.min(MAX_SPANS, days.length);
  const spans = new Map(days.map((day, i) => [day, Math.floor((i * count) / days.length)]));
  return { count, of: (day) => spans.get(day)! };
}

/** Money per click of one product; undefined without a conversion, for then nobody knows what one would pay. */
function worthOf(rows: readonly PlaceDay[]): { mean: number; draw(roll: () => number): number } | undefined {
  const sum = (key: 'clicks' | 'conversions' | 'revenueMicros'): number => rows.reduce((all, row) => all + row[key], 0);
  const [clicks, conversions, micros] = [sum('clicks'), sum('conversions'), sum('revenueMicros')];
  if (clicks <= 0 || conversions <= 0) return undefined;
  const payout = micros / conversions;
  const paid = rows.filter((row) => row.conversions > 0);
  const squares = paid.reduce(
    (all, row) => all + (row.revenueMicros - payout * row.conversions) ** 2 / row.conversions,
    0,
  );
  const error = paid.length > 1 ? Math.sqrt(squares / (paid.length - 1) / conversions) : 0;
  return {
    mean: (conversions / clicks) * payout,
    draw: (roll) => (gammaOf(conversions + 0.5, normal(roll)) / clicks) * Math.max(0, payout + error * normal(roll)),
  };
}

/** A draw of Gamma(shape, 1) from a normal one (Wilson and Hilferty, 1931). */
const gammaOf = (shape: number, z: number): number =>
  shape * Math.max(0, 1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape))) ** 3;

function interval(values: readonly number[]): [number, number] {
  const sorted = Float64Array.from(values).toSorted();
  return [sorted[Math.floor(sorted.length * 0.025)]!, sorted[Math.ceil(sorted.length * 0.975) - 1]!];
}
