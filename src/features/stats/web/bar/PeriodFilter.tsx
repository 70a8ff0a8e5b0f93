import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { usePeriod, type UsualPeriod } from './use-period.ts';

const PERIODS = [
  { value: '1', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'this_month', label: 'This month' },
  { value: 'last_month', label: 'Last month' },
  { value: 'custom', label: 'Custom range' },
];

type Props = {
  /** In which the report counts its days. */
  timeZone: string | undefined;
  /** The days where none are chosen. */
  usual?: UsualPeriod;
  /** Two days are asked for, in fields of their own. */
  onCustom: () => void;
};

/** Which days a report is about, by a name. */
export function PeriodFilter({ timeZone, usual = '30', onCustom }: Props) {
  const { name, choose } = usePeriod(timeZone, usual);
  return (
    <FilterSelect
      label="Period"
      all={PERIODS.find(({ value }) => value === usual)!.label}
      value={name === usual ? '' : name}
      options={PERIODS.filter(({ value }) => value !== usual)}
      onChange={(value) => {
        choose(value || usual);
        if (value === 'custom') onCustom();
      }}
    />
  );
}
