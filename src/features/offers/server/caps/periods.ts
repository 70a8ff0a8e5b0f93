import { lastDays } from '../../../../platform/time.ts';

/** In which period a cap of a zone counts now, named by its first instant; '' for one that never ends. */
export type PeriodOf = (zone: string | undefined, nowMs: number) => string;

/** Remembers the day of each zone until it is over. @param onNewDay called when the day of a zone is another one */
export function createPeriods(onNewDay: (nowMs: number) => void): PeriodOf {
  const days = new Map<string, { fromMs: number; toMs: number; period: string }>();
  return (zone, nowMs) => {
    if (zone === undefined) return '';
    const known = days.get(zone);
    if (known && nowMs >= known.fromMs && nowMs < known.toMs) return known.period;
    const { from, to } = lastDays(1, zone, new Date(nowMs));
    const period = from.toISOString();
    days.set(zone, { fromMs: from.getTime(), toMs: to.getTime(), period });
    onNewDay(nowMs);
    return period;
  };
}
