import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** What failed is tried again so soon. */
export const AGAIN_MS = { backup: HOUR_MS, drill: 24 * HOUR_MS };

/** An hour of a zone, the last time that it began and the next. One that a day leaves out begins with the hour behind it. */
export function slotsOf(hour: number, zone: string, now: Date): { last: Date; next: Date } {
  const today = new TZDate(now.getTime(), zone);
  const slot = (days: number): Date => {
    const day = addDays(today, days);
    return new Date(new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hour, zone).getTime());
  };
  const all = [slot(-1), slot(0), slot(1), slot(2)];
  const at = all.findIndex((one) => one > now);
  return { last: all[at - 1]!, next: all[at]! };
}

type Last = { started_at: string; ended_at: string | null; outcome: string | null };

/** When the next backup begins; in the past: it is due. @param good the last that went well @param last the last of all */
export function nextBackup(slots: { last: Date; next: Date }, good: Last | undefined, last: Last | undefined): Date {
  if (good && Date.parse(good.started_at) >= slots.last.getTime()) return slots.next;
  if (last?.ended_at && Date.parse(last.started_at) >= slots.last.getTime())
    return new Date(Date.parse(last.ended_at) + AGAIN_MS.backup);
  return slots.last;
}

/** A week after the last one, at that hour; undefined while there is no backup to try. */
export function nextDrill(slots: { last: Date }, backup: Last | undefined, last: Last | undefined): Date | undefined {
  if (!backup) return undefined;
  if (!last) return slots.last;
  const startedMs = Date.parse(last.started_at);
  if (last.outcome === 'failed') return new Date(startedMs + AGAIN_MS.drill);
  return new Date(startedMs + WEEK_MS);
}
