import { ratioOf, wilson, zOfTail } from '../../reports/rules.ts';

/** How often a product was seen and clicked at a place of its guide. */
export type Shown = { item: number; position: number | null; impressions: number; clicks: number };

export type PlaceRate = {
  ctr_ci95: [number, number] | null;
  expected_ctr_at_position: number | null;
  lift: number | null;
  verdict: 'above' | 'below' | 'too_few';
};

const ROUNDS = 60;

export type RankModel = {
  /** The rate of an average product at a place. */
  rateAt(position: number): number | null;
  /** How many times the average rate a product gets, whatever its place. */
  liftOf(item: number): number | null;
};

/**
 * Tells what a place brings from what a product brings: clicks = impressions x rate of the place x lift of the product, fitted until
 * both sums agree (the likeliest of all such models for Poisson counts). Products that stood at several places are what makes it work;
 * where none did, the places' rates take the products' lifts into themselves.
 */
export function fitRanks(rows: readonly Shown[]): RankModel {
  const usable = rows.filter((row) => row.position !== null && row.impressions > 0);
  const rates = new Map<number, number>();
  const lifts = new Map<number, number>(usable.map((row) => [row.item, 1]));
  const byPlace = Map.groupBy(usable, (row) => row.position!);
  const byItem = Map.groupBy(usable, (row) => row.item);
  const clicksOf = (some: readonly Shown[]) => some.reduce((sum, row) => sum + row.clicks, 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, some] of byPlace)
      rates.set(place, clicksOf(some) / some.reduce((sum, row) => sum + row.impressions * lifts.get(row.item)!, 0));
    for (const [item, some] of byItem) {
      const usual = some.reduce((sum, row) => sum + row.impressions * rates.get(row.position!)!, 0);
      // a product without a click would take every later round down to nothing
      lifts.set(item, usual === 0 ? 1 : (clicksOf(some) + 0.5) / (usual + 0.5));
    }
    // lifts are told against the average product, weighted by how often each was seen
    const seen = usable.reduce((sum, row) => sum + row.impressions, 0);
    const mean = usable.reduce((sum, row) => sum + row.impressions * lifts.get(row.item)!, 0) / seen;
    for (const [item, lift] of lifts) lifts.set(item, lift / mean);
    for (const [place, rate] of rates) rates.set(place, rate * mean);
  }
  return { rateAt: (position) => rates.get(position) ?? null, liftOf: (item) => lifts.get(item) ?? null };
}

/** How often chance alone may name any product of a report above, or any below the others. */
const ERROR_RATE = 0.05;

/**
 * Each product at each place against the average product there. No crown without evidence: `too_few` while both are possible. The more
 * lines a report has, the more evidence each needs, or one of many equal products would always stand out.
 */
export function ratesByPlace(rows: readonly Shown[]): PlaceRate[] {
  const model = fitRanks(rows);
  const z = zOfTail(ERROR_RATE / 2 / Math.max(1, rows.length));
  return rows.map(({ position, impressions, clicks }) => {
    const expected = position === null ? null : model.rateAt(position);
    const rate = ratioOf(clicks, impressions);
    const interval = wilson(clicks, impressions);
    const strict = wilson(clicks, impressions, z);
    const isAbove = strict && expected !== null && strict[0] > expected;
    const isBelow = strict && expected !== null && strict[1] < expected;
    return {
      ctr_ci95: interval,
      expected_ctr_at_position: expected,
      lift: rate !== null && expected ? rate / expected : null,
      verdict: isAbove ? 'above' : isBelow ? 'below' : 'too_few',
    };
  });
}
