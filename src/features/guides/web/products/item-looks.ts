import type { Item } from '../../contract.ts';
import { NO_FIGURES, type ItemFigures, type ItemNumbers } from './ItemNumbersLine.tsx';

export type Look = 'impressions' | 'clicks' | 'ctr' | 'conversions' | 'score';

export const LOOKS: readonly { value: Look; label: string }[] = [
  { value: 'impressions', label: 'Impressions' },
  { value: 'clicks', label: 'Clicks' },
  { value: 'ctr', label: 'CTR' },
  { value: 'conversions', label: 'Conversions' },
  { value: 'score', label: 'Score' },
];

function figureOf(item: Item, look: Look, of: ItemFigures): number | null {
  if (look === 'score') return item.score ?? item.total_score;
  if (look === 'ctr') return of.impressions === 0 ? null : of.clicks / of.impressions;
  return of[look];
}

/** The products with the most first, those without the figure last, equal ones by rank. */
export function inOrderOf(items: readonly Item[], look: Look, numbers: ItemNumbers | undefined): Item[] {
  const known = numbers instanceof Map ? numbers : new Map<number, ItemFigures>();
  const least = Number.NEGATIVE_INFINITY;
  const figure = (item: Item): number => figureOf(item, look, known.get(item.id) ?? NO_FIGURES) ?? least;
  const figures = new Map(items.map((item) => [item, figure(item)]));
  return items.toSorted((a, b) => {
    const [one, other] = [figures.get(a)!, figures.get(b)!];
    return one === other ? a.rank - b.rank : other - one;
  });
}
