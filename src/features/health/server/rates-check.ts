import type { Clock } from '../../../platform/time.ts';
import { formatDuration } from '../../../platform/text/sizes.ts';
import { judged, noted, type Finding, type Check } from './check.ts';

/** The exchange rates as they lie there; the application supplies it. */
export type RatesProbe = () => Promise<{
  /** The newest day that has rates, such as `2026-11-20`; null without any. */
  last_day: string | null;
  /** Why the file cannot be read. */
  problem: string | null;
  /** Conversions in another currency that have no rate for their day. */
  unconverted: number;
}>;

const DAY_MS = 86_400_000;
/** Markets rest at weekends and holidays. */
const AGE_MS = { warn: 7 * DAY_MS, fail: Number.POSITIVE_INFINITY };
const WITHOUT = { warn: 0, fail: Number.POSITIVE_INFINITY };
const HINT = 'Replace the file under Manage Conversions, Exchange Rates: money without a rate is in no sum.';

/** Whether money in other currencies can be counted. */
export const ratesCheck = (rates: RatesProbe, clock: Clock): Check => ({
  key: 'rates',
  label: 'Exchange rates',
  hint: 'The exchange rates could not be read.',
  run: async () => [judgeRates(await rates(), clock)],
});

function judgeRates({ last_day: day, problem, unconverted }: Awaited<ReturnType<RatesProbe>>, clock: Clock): Finding {
  if (problem !== null)
    return { key: 'rates', label: 'Exchange rates', status: 'fail', value: problem, threshold: null, hint: HINT };
  if (day === null && unconverted === 0) return noted('rates', 'Exchange rates', 'none, and none is needed');
  // the rates of a day hold until it ends
  const ageMs = day === null ? 0 : Math.max(0, clock().getTime() - Date.parse(day) - DAY_MS);
  return judged(
    'rates',
    'Exchange rates',
    [
      [ageMs, AGE_MS, formatDuration],
      [unconverted, WITHOUT, (limit) => `${limit} conversions without a rate`],
    ],
    {
      value: `${day === null ? 'none' : `up to ${day}`}; ${unconverted.toLocaleString('en-US')} conversions have no rate`,
      hint: HINT,
    },
  );
}
