import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FilterSelect, type Choice } from '../../../platform/web/ui/FilterSelect.tsx';
import { formatCount } from '../../../platform/web/figures.ts';
import { asChoice } from './choices.ts';
import { statsQueries } from './client.ts';
import { PeriodFilter } from './PeriodFilter.tsx';
import type { TableState } from '../../../platform/web/ui/use-table-state.ts';

/** Filters that every report has; screens join their own. `days` of '' is the default of 30. */
export const STATS_FILTERS = {
  days: '',
  date_from: '',
  date_to: '',
  compare: '',
  utm_source: '',
  utm_term: '',
  device: '',
};
export type StatsFilter = keyof typeof STATS_FILTERS;

/** The days of a report, for what is asked beside it. */
export const daysIn = ({ days = '', date_from = '', date_to = '' }: Partial<Record<string, string>>) => ({
  days,
  date_from,
  date_to,
});

const COMPARISONS: Choice[] = [
  { value: 'previous', label: 'Period before' },
  { value: 'year', label: 'Year before' },
];
const DEVICES = ['desktop', 'mobile', 'tablet'].map(asChoice);

type Props = {
  table: TableState;
  /** Requests of robots that are left out, for the chip. */
  hiddenBots: number | undefined;
  timeZone: string | undefined;
  /** Does the report hold itself against other days? */
  canCompare?: boolean;
  children?: ReactNode;
};

/** Period and audience of a report, kept in the address. */
export function StatsFilters({ table, hiddenBots, timeZone, canCompare = true, children }: Props) {
  const { data: utm } = useQuery(statsQueries.utmValues());
  const choices = (values: { value: string; visits: number }[] | undefined): Choice[] =>
    (values ?? []).map(({ value, visits }) => ({
      value,
      label: visits > 0 ? `${value} (${formatCount(visits)})` : value,
    }));
  const filter = (name: StatsFilter, label: string, options: Choice[], all?: string) => (
    <FilterSelect
      label={label}
      value={table.filters[name] ?? ''}
      options={options}
      onChange={(value) => table.setFilter(name, value)}
      {...(all && { all })}
    />
  );
  return (
    <>
      <PeriodFilter timeZone={timeZone} />
      {canCompare && filter('compare', 'Compare with', COMPARISONS, 'Nothing')}
      {filter('utm_source', 'utm_source', choices(utm?.utm_source))}
      {filter('utm_term', 'utm_term', choices(utm?.utm_term))}
      {filter('device', 'Device', DEVICES)}
      {children}
      {table.isFiltered && (
        <Button onClick={table.clear} sx={{ alignSelf: 'center' }}>
          Clear
        </Button>
      )}
      {hiddenBots !== undefined && (
        <Chip sx={{ alignSelf: 'center' }} variant="outlined" label={`Bots hidden: ${formatCount(hiddenBots)}`} />
      )}
      {timeZone && <Chip sx={{ alignSelf: 'center' }} variant="outlined" label={`Days in ${timeZone}`} />}
    </>
  );
}
