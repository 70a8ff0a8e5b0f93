import { formatMoney, NOTHING } from '../../../platform/text/figures.ts';
import type { BatchRow, Sums } from '../contract.ts';

/** Money that comes or goes, by currency: `+$40.00 and -€5.00`. */
export const changeWords = (change: Sums): string =>
  change
    .map(({ amount, currency }) => `${Number(amount) > 0 ? '+' : ''}${formatMoney(amount, currency)}`)
    .join(' and ') || 'nothing';

/** One side of a row: `$12.50, approved`. */
export const sideWords = (side: BatchRow['before']): string =>
  side === null
    ? NOTHING
    : `${side.amount === null ? 'no amount' : formatMoney(side.amount, side.currency ?? 'USD')}, ${side.status}`;

/** What a row makes of its conversion: both sides where they differ. */
export function moveWords({ before, after }: Pick<BatchRow, 'before' | 'after'>): string {
  const [old, fresh] = [sideWords(before), sideWords(after)];
  if (after === null) return '';
  if (before === null) return `New: ${fresh}`;
  return old === fresh ? `Stays ${old}` : `${old} → ${fresh}`;
}
