const MICROS = 1_000_000n;
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/** An amount in micros (1e-6 of the currency's main unit). Never a float. */
export type Micros = bigint;

/**
 * Reads a decimal such as `12.5`, `-3` or `0.000001`.
 * @returns undefined when the text is no plain decimal: exponents, signs of currency and thousands marks are refused.
 */
export function parseMicros(text: string): Micros | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const micros = BigInt(match[2]!) * MICROS + BigInt((match[3] ?? '').padEnd(6, '0'));
  return match[1] === '-' ? -micros : micros;
}

/** The exact decimal of an amount with at least two decimals: `12.50`, `0.000001`. The wire form of money. */
export function formatMicros(micros: Micros): string {
  const sign = micros < 0n ? '-' : '';
  const abs = micros < 0n ? -micros : micros;
  const fraction = (abs % MICROS)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${abs / MICROS}.${fraction}`;
}
