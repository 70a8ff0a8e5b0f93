import { TZDate } from '@date-fns/tz';
import { localDayOf, shiftDay } from '../../../../../platform/time.ts';
import { MAIL_HOUR, type Days, type Rhythm } from '../../../mails/contract.ts';

/** 1 = Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The last whole week, Monday to Sunday, or month that is over when a day begins. */
export function lastWhole(rhythm: Rhythm, day: string): Days {
  if (rhythm === 'weekly') {
    const sunday = shiftDay(day, -weekdayOf(day));
    return { from: shiftDay(sunday, -6), to: sunday };
  }
  const last = shiftDay(`${day.slice(0, 8)}01`, -1);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

export const keyOf = ({ from, to }: Days): string => `${from}/${to}`;

/** When a letter of a local day goes out. */
export function dueAt(day: string, zone: string): Date {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number];
  return new Date(new TZDate(y, m - 1, d, MAIL_HOUR, zone).getTime());
}

type Plan = { rhythm: Rhythm; day: number };
type Since = { now: Date; zone: string; sent?: string | null };

/** The next local day on which a letter goes out. @param sent the period that was sent: it is sent once */
export function nextDue({ rhythm, day }: Plan, { now, zone, sent }: Since): string {
  for (let on = localDayOf(now, zone); ; on = shiftDay(on, 1)) {
    const isDay = day === (rhythm === 'weekly' ? weekdayOf(on) : Number(on.slice(8)));
    if (isDay && dueAt(on, zone) > now && keyOf(lastWhole(rhythm, on)) !== sent) return on;
  }
}

const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 16, 2026 to Nov 22, 2026`, `November 2026`. */
export const daysText = (rhythm: Rhythm, { from, to }: Days): string =>
  rhythm === 'monthly'
    ? month.format(Date.parse(from))
    : `${medium.format(Date.parse(from))} to ${medium.format(Date.parse(to))}`;

/** `Nov 16`. */
export const dayText = (day: string): string => short.format(Date.parse(day));
