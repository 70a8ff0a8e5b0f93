const counts = new Intl.NumberFormat('en-US');
const percents = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** What stands where there is nothing to divide by. */
export const NOTHING = '–';

export const formatCount = (count: number): string => counts.format(count);

/** @param ratio 0.125 = 12.5 % */
export const formatPercent = (ratio: number | null): string => (ratio === null ? NOTHING : percents.format(ratio));

/** An exact decimal with the marks of thousands, rounded to cents for the eye; the exact one belongs into a title. */
export function formatMoney(decimal: string | null, currency: string): string {
  if (decimal === null) return NOTHING;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(decimal as never);
}
