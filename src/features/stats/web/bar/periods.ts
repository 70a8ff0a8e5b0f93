/** A choice of days, as the keys that the calls take. */
export type Period = { days?: string; date_from?: string; date_to?: string };

/** Today in a zone: `2026-11-21`. */
const today = (zone: string, now: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now);

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const between = (date_from: string, date_to: string): Period => ({ date_from, date_to });

/** The days of a name; local days of the zone in which the report counts. */
const NAMED: Record<string, (day: string) => Period> = {
  '1': () => ({ days: '1' }),
  yesterday: (day) => between(plusDays(day, -1), plusDays(day, -1)),
  '7': () => ({ days: '7' }),
  '30': () => ({}),
  '90': () => ({ days: '90' }),
  '365': () => ({ days: '365' }),
  this_month: (day) => between(`${day.slice(0, 8)}01`, day),
  last_month: (day) => {
    const end = plusDays(`${day.slice(0, 8)}01`, -1);
    return between(`${end.slice(0, 8)}01`, end);
  },
  custom: (day) => between(plusDays(day, -6), day),
};

export const periodOf = (name: string, zone: string, now: Date): Period => NAMED[name]!(today(zone, now));

/** What a choice of days is called: a name of `NAMED`; any other pair of days is `custom`. */
export function nameOfPeriod({ days = '', date_from = '', date_to = '' }: Period, zone: string, now: Date): string {
  if (date_from === '' && date_to === '') return days === '' ? '30' : days in NAMED ? days : 'custom';
  const named = ['yesterday', 'this_month', 'last_month'].find((name) => {
    const period = periodOf(name, zone, now);
    return period.date_from === date_from && period.date_to === date_to;
  });
  return named ?? 'custom';
}

/** Each local day of a reply's range until now, oldest first, whether anything happened in it or not. */
export function daysOfRange(range: { from: string; to: string }, zone: string, now: Date): string[] {
  const first = today(zone, new Date(range.from));
  const last = today(zone, new Date(Math.min(Date.parse(range.to) - 1, now.getTime())));
  const days: string[] = [];
  for (let day = first; day <= last; day = plusDays(day, 1)) days.push(day);
  return days;
}
