import { TZDate } from '@date-fns/tz';
import { formatDateTime } from './date-time.ts';

const TYPED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

/** An instant as a date and time input shows it in a zone; '' for none. */
export const toLocal = (iso: string | null | undefined, zone: string): string =>
  iso ? formatDateTime(iso, zone).replace(' ', 'T') : '';

/** What a date and time input holds, as an instant; null when blank. What is no date goes on as typed: the contract refuses it. */
export function fromLocal(text: string, zone: string): string | null {
  const match = TYPED.exec(text);
  if (!match) return text || null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
  const at = new TZDate(year, month - 1, day, hour, minute, zone).getTime();
  return new Date(at - (earlierMs(at, zone) ?? 0)).toISOString();
}

/** How much earlier the same date and time was on the clocks already, in ms; undefined: it was not. */
const earlierMs = (at: number, zone: string): number | undefined =>
  SHIFTS_MS.find((ms) => localOf(at - ms, zone) === localOf(at, zone));

// clocks are put back by an hour; by half of one on Lord Howe, by two in Antarctica
const SHIFTS_MS = [30, 60, 120].map((minutes) => minutes * 60_000);

const localOf = (at: number, zone: string): string => toLocal(new Date(at).toISOString(), zone);

/**
 * What is odd about a date and time: clocks go past it, or show it twice. Names the instant that is meant, in words for the form.
 * @returns undefined for all others, and for what is no date
 */
export function oddTime(text: string, zone: string): string | undefined {
  const iso = fromLocal(text, zone);
  if (iso === null || !TYPED.test(text)) return undefined;
  const typed = text.slice(0, 16);
  const [day, time] = [dayWords(typed), typed.slice(11)];
  const meant = toLocal(iso, zone);
  if (meant !== typed) return `${time} does not exist on ${day} in ${zone}: meant is ${meant.slice(11)}.`;
  const isTwice = SHIFTS_MS.some((ms) => localOf(Date.parse(iso) + ms, zone) === typed);
  return isTwice ? `${time} happens twice on ${day}: the first (${offsetOf(iso, zone)}) is meant.` : undefined;
}

const dayWords = (typed: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${typed.slice(0, 10)}T00:00:00Z`),
  );

const offsetOf = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(Date.parse(iso))
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('GMT', 'UTC');
