const MICROS = 1_000_000n;
const DECIMAL = /^([+-]?)(\d{0,12})(?:\.(\d+)|,(?!\d{3}$)(\d+))?$/;
/** Longer texts are no amounts, however many zeros they end with. */
const MAX_TEXT = 64;

/** An amount in micros (1e-6 of the currency's main unit). Never a float. */
export type Micros = bigint;

/**
 * Reads a decimal such as `12.5`, `-3`, `.5` or `0.000001`; the one reader of amounts, whoever wrote them. A comma alone stands before
 * the decimals as well (`0,25`), but `1,234` says two things and is refused. More than six decimals are taken only where they are zeros.
 * @returns undefined when the text is no plain decimal: exponents, signs of currency and thousands marks are refused.
 */
export function parseMicros(text: string): Micros | undefined {
  const match = DECIMAL.exec(text.trim().slice(0, MAX_TEXT + 1));
  if (!match || match[0].length > MAX_TEXT) return undefined;
  const [, sign, whole = '', byPoint, byComma] = match;
  const decimals = (byPoint ?? byComma ?? '').replace(/^(\d{6})0+$/, '$1');
  if (decimals.length > 6 || `${whole}${decimals}` === '') return undefined;
  const micros = BigInt(whole) * MICROS + BigInt(decimals.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
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
