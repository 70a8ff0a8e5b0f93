import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { usePeriod } from './use-period.ts';

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

type Props = {
  /** In which the report counts its days. */
  timeZone: string | undefined;
  /** Two days are asked for, in fields of their own. */
  onCustom: () => void;
};

/** Which days a report is about, by a name. */
export function PeriodFilter({ timeZone, onCustom }: Props) {
  const { name, choose } = usePeriod(timeZone);
  return (
    <FilterSelect
      label="Period"
      all="Last 30 days"
      value={name === '30' ? '' : name}
      options={PERIODS}
      onChange={(value) => {
        choose(value || '30');
        if (value === 'custom') onCustom();
      }}
    />
  );
}
