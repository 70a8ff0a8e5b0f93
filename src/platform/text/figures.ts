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

/** The sum of money of which a part may lack a rate: where all of it does, nothing is known, which is no sum of nothing. */
export const formatSum = (decimal: string | null, currency: string, isPart: boolean): string =>
  isPart && Number(decimal) === 0 ? NOTHING : formatMoney(decimal, currency);

const STEPS: readonly [unit: string, seconds: number, below: number][] = [
  ['s', 1, 90],
  ['min', 60, 90],
  ['h', 3600, 48],
  ['d', 86_400, Infinity],
];

/** `45 s`, `12 min`, `3.4 h`, `2.1 d`; a length of time for the eye. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return NOTHING;
  const [unit, size] = STEPS.find(([, one, below]) => seconds / one < below)!;
  const digits = unit === 'h' || unit === 'd' ? 1 : 0;
  return `${(seconds / size).toFixed(digits).replace(/\.0$/, '')}\u00a0${unit}`;
}

/** Such as `1,240 visits`. */
export const numberOf = (count: number, one: string, more = ''): string =>
  `${formatCount(count)}${more} ${one}${count === 1 ? '' : 's'}`;
