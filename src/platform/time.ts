import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { startOfDay } from 'date-fns/startOfDay';

/** What tells the time; tests pass their own. */
export type Clock = () => Date;

/** A half-open range of instants. */
export type Range = { from: Date; to: Date };

let lastIso = { ms: Number.NaN, text: '' };

/** An instant as `toISOString` writes it, made once for all that ask in the same millisecond. */
export function isoText(at: Date): string {
  const ms = at.getTime();
  if (ms !== lastIso.ms) lastIso = { ms, text: at.toISOString() };
  return lastIso.text;
}

/** More than there are zones in use at once. */
const MOST_ZONES = 500;

const namesOfDays = new Map<string, Intl.DateTimeFormat>();

/** Kept, since one takes as long to make as hundreds of days to name. @throws RangeError for a zone that the runtime does not know */
function namesOfDaysIn(zone: string): Intl.DateTimeFormat {
  let names = namesOfDays.get(zone);
  if (!names) {
    names = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    if (namesOfDays.size >= MOST_ZONES) namesOfDays.clear();
    namesOfDays.set(zone, names);
  }
  return names;
}

/** The local day (`yyyy-MM-dd`) of an instant. @throws RangeError for a zone that the runtime does not know */
export const localDayOf = (at: Date | number, zone: string): string => namesOfDaysIn(zone).format(at);

/** Is this an IANA zone that the runtime knows? */
export function isTimeZone(zone: string): boolean {
  try {
    namesOfDaysIn(zone);
    return true;
  } catch {
    return false;
  }
}

/** The last `days` local days including today: `from` is local midnight, `to` is the next local midnight (exclusive). */
export function lastDays(days: number, zone: string, now: Date): Range {
  const today = startOfDay(new TZDate(now.getTime(), zone));
  return { from: new Date(addDays(today, 1 - days).getTime()), to: new Date(addDays(today, 1).getTime()) };
}

const DAY_MS = 86_400_000;

/** A calendar day (`yyyy-MM-dd`) some days later. No zone has a say in it, that of this machine neither. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days one calendar day lies after another. */
export const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS;

/** The first and the last local day of a range. */
export function daysOf({ from, to }: Range, zone: string): [first: string, last: string] {
  return [localDayOf(from, zone), localDayOf(Math.max(from.getTime(), to.getTime() - 1), zone)];
}

/** The local days of a range as they stand in the name of a file: `2026-10-28-to-2026-11-26`, or one day alone. */
export function fileDays(range: Range, zone: string): string {
  const [first, last] = daysOf(range, zone);
  return first === last ? first : `${first}-to-${last}`;
}

/** The same of what is told as it is at this moment. */
export const fileDay = (now: Date, zone: string): string => fileDays({ from: now, to: now }, zone);

/** Two inclusive local days (`yyyy-MM-dd`) as a half-open range of instants. */
export function localDays(first: string, last: string, zone: string): Range {
  const start = (day: string, plus: number) => {
    const [y, m, d] = day.split('-').map(Number) as [number, number, number];
    return new Date(new TZDate(y, m - 1, d + plus, zone).getTime());
  };
  return { from: start(first, 0), to: new Date(Math.min(start(last, 1).getTime(), LAST_MS)) };
}

/** The stores read years of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
