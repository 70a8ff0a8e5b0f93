import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { FilterSelect, type Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { formatCount } from '../../../../platform/web/figures.ts';
import { asChoice } from './choices.ts';
import { statsQueries } from '../client.ts';
import type { StatsFilter } from './stats-filters.ts';
import { PeriodFilter } from './PeriodFilter.tsx';
import type { TableState } from '../../../../platform/web/ui/table/use-table-state.ts';

const BEFORE: Choice = { value: 'previous', label: 'Period before' };
const YEAR: Choice = { value: 'year', label: 'Year before' };
const NOTHING: Choice = { value: 'none', label: 'Nothing' };
const DEVICES = ['desktop', 'mobile', 'tablet'].map(asChoice);

type Props = {
  table: TableState;
  /** Requests of robots that are left out, for the chip. */
  hiddenBots: number | undefined;
  timeZone: string | undefined;
  /** What the report is held against unless one chooses; undefined: it knows no other days. */
  compared?: 'previous' | 'none' | undefined;
  children?: ReactNode;
};

/** Period and audience of a report, kept in the address. */
export function StatsFilters({ table, hiddenBots, timeZone, compared, children }: Props) {
  const utmValues = useQuery(statsQueries.utmValues());
  const utm = utmValues.data;
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
  /** The button goes with the filters, so the focus goes to the first of them. */
  const handleClear = ({ currentTarget }: MouseEvent) => {
    const first = currentTarget.parentElement?.querySelector<HTMLElement>(
      'input:not([aria-hidden]), [role="combobox"]',
    );
    table.clear();
    first?.focus();
  };
  return (
    <>
      <FailedParts queries={[utmValues]} />
      <PeriodFilter timeZone={timeZone} />
      {compared &&
        filter(
          'compare',
          'Compare with',
          compared === 'none' ? [BEFORE, YEAR] : [YEAR, NOTHING],
          (compared === 'none' ? NOTHING : BEFORE).label,
        )}
      {filter('utm_source', 'utm_source', choices(utm?.utm_source))}
      {filter('utm_term', 'utm_term', choices(utm?.utm_term))}
      {filter('device', 'Device', DEVICES)}
      {children}
      {table.isFiltered && (
        <Button onClick={handleClear} sx={{ alignSelf: 'center' }}>
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
