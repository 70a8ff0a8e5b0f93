import { OFFER_COLUMNS, type OfferColumn } from './columns.ts';
import { placeText } from './place-contract.ts';
import type { OfferStat } from '../offer-stats-contract.ts';

/** What a column sorts by. */
export const offerSortValue = (row: OfferStat, column: string): string | number | null =>
  (column === 'payout' ? row.payout_amount : row[column as Exclude<OfferColumn, 'payout'> | 'name']) ?? null;

/** What a column of the screen is in a file: several facts where it shows several. */
const CELLS: Partial<Record<OfferColumn, readonly (keyof OfferStat)[]>> = {
  status: ['status', 'closed_by'],
  payout: ['payout_amount', 'payout_percent', 'payout_currency', 'payout_type'],
  cap_use: ['cap_kind', 'cap_used', 'cap_limit', 'cap_use'],
  rank_in_guides: ['rank_in_guides', 'places'],
};

/** A line of a file with these columns. */
export function offerCells(row: OfferStat, columns: readonly OfferColumn[] = OFFER_COLUMNS): Record<string, unknown> {
  const keys = columns.flatMap((column) => CELLS[column] ?? [column as keyof OfferStat]);
  const cells: Record<string, unknown> = { id: row.id, name: row.name };
  for (const key of keys) cells[key] = key === 'places' ? row.places.map(placeText).join('; ') : row[key];
  cells['unconverted'] = row.unconverted;
  return cells;
}
