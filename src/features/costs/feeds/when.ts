import { TZDate } from '@date-fns/tz';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long after each failure in a row the next try comes. */
const BACKOFF_MINUTES = [5, 15, 60, 180];
/** So many failures in a row, or so long without a success, and somebody is told. */
export const FAILURES_TOLD = 3;
export const SILENCE_MS = 26 * 60 * MINUTE_MS;

type Rhythm = { every_hours: number; at_hour: number };

/** The next moment of a rhythm: hours of the site's day, counted on from one of them. One that summer time leaves out comes right after. */
export function nextFetch({ every_hours: every, at_hour: at }: Rhythm, zone: string, now: Date): Date {
  const hours = Array.from({ length: 24 / every }, (_, i) => (at + i * every) % 24);
  const today = new TZDate(now.getTime(), zone);
  const moments = [0, 1, 2].flatMap((day) =>
    hours.map((hour) =>
      new TZDate(today.getFullYear(), today.getMonth(), today.getDate() + day, hour, 0, 0, zone).getTime(),
    ),
  );
  return new Date(Math.min(...moments.filter((ms) => ms > now.getTime())));
}

/** When to try again after failures, and never later than the rhythm has it. @param failures in a row, this one too */
export function nextTry(rhythm: Rhythm, zone: string, now: Date, failures: number): Date {
  const wait = BACKOFF_MINUTES[Math.min(failures, BACKOFF_MINUTES.length) - 1]! * MINUTE_MS;
  return new Date(Math.min(now.getTime() + wait, nextFetch(rhythm, zone, now).getTime()));
}

/** Has it gone wrong so often or so long that somebody has to look? @param since when it last went well, or was set */
export const isTrouble = (failures: number, since: Date, now: Date): boolean =>
  failures >= FAILURES_TOLD || now.getTime() - since.getTime() > SILENCE_MS;

/** The days from one to another, both included; of at most so many. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(`${first}T00:00:00Z`); ms <= Date.parse(`${last}T00:00:00Z`); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}
