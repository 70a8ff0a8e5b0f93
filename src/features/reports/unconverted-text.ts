import { formatMicros, type Micros } from '../../platform/money.ts';

type Amount = { currency: string; expected: Micros; cost: Micros };

/** Money without a rate as a line and a file show it: `12.00 EUR, 5.00 CHF; cost 3.00 EUR`. Undefined where there is none. */
export function unconvertedText(amounts: readonly Amount[]): string | undefined {
  const list = (of: 'expected' | 'cost'): string =>
    [...Map.groupBy(amounts, (one) => one.currency)]
      .map(([currency, some]) => ({ currency, sum: some.reduce((all, one) => all + one[of], 0n) }))
      .filter(({ sum }) => sum !== 0n)
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
      .map(({ currency, sum }) => `${formatMicros(sum)} ${currency}`)
      .join(', ');
  const [expected, cost] = [list('expected'), list('cost')];
  return [expected, cost && `cost ${cost}`].filter(Boolean).join('; ') || undefined;
}
