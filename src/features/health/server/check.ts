import type { HealthCheck } from '../contract.ts';
import { statusOf, worstOf, type Limits } from '../rules.ts';

/** What a check found; the rest is added by who remembers. `figure` is what is drawn over the day. */
export type Finding = Omit<HealthCheck, 'of' | 'since' | 'history'> & { figure?: number; isLowWorse?: boolean };

/** One that throws or takes too long fails under its own name. */
export type Check = {
  key: string;
  label: string;
  /** Shown when the check itself fails. */
  hint: string;
  run(): Promise<Finding[]> | Finding[];
};

type Facts = {
  value: string;
  /** Shown as long as the status is not `ok`. */
  hint?: string;
};

/** A finding that is judged by one figure, or by the worst of several. @param say how a limit reads */
export function judged(
  key: string,
  label: string,
  figures: readonly [figure: number, limits: Limits, say: (limit: number) => string][],
  { value, hint }: Facts,
): Finding {
  const status = worstOf(figures.map(([figure, limits]) => statusOf(figure, limits)));
  const threshold = figures.map(([, limits, say]) => sayLimits(limits, say)).join('; ');
  const [figure, { warn, fail }] = figures[0]!;
  const isLowWorse = warn > fail;
  return { key, label, status, value, threshold, hint: status === 'ok' ? null : (hint ?? null), figure, isLowWorse };
}

/** A finding that nothing judges. */
export const noted = (key: string, label: string, value: string, figure?: number): Finding => ({
  key,
  label,
  status: 'ok',
  value,
  threshold: null,
  hint: null,
  ...(figure !== undefined && { figure }),
});

function sayLimits({ warn, fail }: Limits, say: (limit: number) => string): string {
  const word = warn <= fail ? 'above' : 'below';
  if (fail === Number.POSITIVE_INFINITY || fail === warn)
    return `${fail === warn ? 'fails' : 'warns'} ${word} ${say(warn)}`;
  return `warns ${word} ${say(warn)}, fails ${word} ${say(fail)}`;
}

/** Milliseconds that the work took, by the monotonic clock. @throws what the work throws */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
