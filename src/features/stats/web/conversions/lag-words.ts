import type { ConversionStats } from '../../conversion-stats-contract.ts';

type Lag = ConversionStats['lags'][number];

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `6 hours`. @param seconds a whole number of minutes, hours or days */
function spanText(seconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0)!;
  const n = seconds / length;
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}

/** `Under 1 minute`, `1 to 6 hours`, `Over 30 days`. */
export function lagName({ from_s, to_s }: Pick<Lag, 'from_s' | 'to_s'>): string {
  if (to_s === null) return `Over ${spanText(from_s)}`;
  if (from_s === 0) return `Under ${spanText(to_s)}`;
  const [from, to] = [spanText(from_s), spanText(to_s)];
  const isSameUnit = from.split(' ')[1]!.startsWith(to.split(' ')[1]!.replace(/s$/, ''));
  return `${isSameUnit ? from.split(' ')[0] : from} to ${to}`;
}

/** Within how long half and nine of ten came, as far as the spans tell. */
export function lagSentence(lags: readonly Lag[]): string {
  const all = lags.reduce((sum, one) => sum + one.conversions, 0);
  if (all === 0) return 'No conversion with a known click in this period.';
  const within = (share: number): string => {
    let seen = 0;
    const last = lags.find((one) => (seen += one.conversions) >= all * share) ?? lags.at(-1)!;
    return last.to_s === null ? `after more than ${spanText(last.from_s)}` : `within ${spanText(last.to_s)}`;
  };
  const [half, most] = [within(0.5), within(0.9)];
  return half === most ? `Nine of ten came ${most}.` : `Half came ${half}, nine of ten ${most}.`;
}
