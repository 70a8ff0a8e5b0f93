import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { nameOfPeriod, periodOf, type Period } from './periods.ts';

export type UsualPeriod = '30' | 'yesterday';

/**
 * Which days a report is about, kept in the address: a name, or two days that are both inside.
 * @param timeZone in which the report counts its days @param usual the name of the days where the address names none
 */
export function usePeriod(timeZone = 'UTC', usual: UsualPeriod = '30') {
  const [params, setParams] = useSearchParams();
  const [now] = useState(() => new Date());
  const read = (key: keyof Period) => params.get(key) ?? '';
  const period = { days: read('days'), date_from: read('date_from'), date_to: read('date_to') };
  const write = (next: Period) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const key of ['days', 'date_from', 'date_to', 'page']) changed.delete(key);
        for (const [key, value] of Object.entries(next)) if (value) changed.set(key, value);
        return changed;
      },
      { preventScrollReset: true },
    );
  return {
    ...period,
    name: Object.values(period).every((value) => value === '') ? usual : nameOfPeriod(period, timeZone, now),
    choose: (name: string) =>
      write(name === usual ? {} : name === '30' ? { days: name } : periodOf(name, timeZone, new Date())),
    setDay: (key: 'date_from' | 'date_to', day: string) =>
      write({ date_from: period.date_from, date_to: period.date_to, [key]: day }),
  };
}
