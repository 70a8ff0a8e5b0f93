import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DayField } from '../../../../platform/web/ui/inputs/DayField.tsx';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { nameOfPeriod, periodOf, type Period } from './periods.ts';

const PERIODS = [
  { value: '1', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
  { value: 'custom', label: 'Custom range' },
];

type Props = { /** In which the report counts its days. */ timeZone: string | undefined };

/** Which days a report is about, kept in the address: a name, or two days that are both inside. */
export function PeriodFilter({ timeZone = 'UTC' }: Props) {
  const [params, setParams] = useSearchParams();
  const [now] = useState(() => new Date());
  const read = (key: keyof Period) => params.get(key) ?? '';
  const period = { days: read('days'), date_from: read('date_from'), date_to: read('date_to') };
  const name = nameOfPeriod(period, timeZone, now);
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
  const setDay = (key: 'date_from' | 'date_to', day: string) =>
    write({ date_from: period.date_from, date_to: period.date_to, [key]: day });
  return (
    <>
      <FilterSelect
        label="Period"
        all="Last 30 days"
        value={name === '30' ? '' : name}
        options={PERIODS}
        onChange={(value) => write(periodOf(value || '30', timeZone, new Date()))}
      />
      {name === 'custom' && (
        <>
          <DayField label="From" value={period.date_from} onChange={(day) => setDay('date_from', day)} />
          <DayField label="To" value={period.date_to} onChange={(day) => setDay('date_to', day)} />
        </>
      )}
    </>
  );
}
