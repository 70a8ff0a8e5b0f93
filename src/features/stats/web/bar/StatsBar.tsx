import { mdiFilterVariant } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, Suspense, useId, useState } from 'react';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { lazyPart } from '../../../../platform/web/ui/states/lazy-part.tsx';
import { FilterSelect, type Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { formatCount } from '../../../../platform/text/figures.ts';
import { colors, sizes } from '../../../../platform/web/styles/tokens.ts';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { may } from '../../../../platform/web/session/permissions.ts';
import { asChoice } from '../parts/choices.ts';
import { statsQueries } from '../client.ts';
import type { StatsFilter } from '../parts/stats-filters.ts';
import { PeriodFilter } from './PeriodFilter.tsx';
import { usePeriod, type UsualPeriod } from './use-period.ts';
import { useScrollRoom } from './use-scroll-room.ts';
import type { TableState } from '../../../../platform/web/ui/table/use-table-state.ts';

const PeriodDays = lazyPart(async () => ({ default: (await import('./PeriodDays.tsx')).PeriodDays }));

const BEFORE: Choice = { value: 'previous', label: 'Period before' };
const WEEKDAYS: Choice = { value: 'week', label: 'Same weekdays before' };
const YEAR: Choice = { value: 'year', label: 'Year before' };
const NOTHING: Choice = { value: 'none', label: 'Nothing' };
const CLICK: Choice = { value: 'click', label: 'Click' };
const DEVICES = ['desktop', 'mobile', 'tablet'].map(asChoice);
const DAYS: ReadonlySet<string> = new Set(['days', 'date_from', 'date_to']);

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 1.5, sm: 2 } } as const;
const bar = {
  position: 'sticky',
  top: sizes.appBar,
  // above the actions of tables, which stick to the side
  zIndex: 5,
  // from edge to edge, so that nothing shows beside it when the page moves below
  mx: { xs: -2, sm: -3 },
  px: { xs: 2, sm: 3 },
  py: { xs: 1.25, md: 1.5 },
  mb: 3,
  backgroundColor: colors.white,
  borderBlock: `1px solid ${colors.line}`,
  // zoomed in or on a phone that lies on its side there is no room to give away
  '@media (max-height: 560px)': { position: 'static' },
};

type Props = {
  table: TableState;
  /** Requests of robots that are left out, for the chip. */
  hiddenBots: number | undefined;
  timeZone: string | undefined;
  /** The days where none are chosen. */
  usual?: UsualPeriod;
  /** What the report is held against unless one chooses; `always`: the days before, and never nothing; undefined: it knows no other days. */
  compared?: 'previous' | 'none' | 'always' | undefined;
  /** What a screen is governed by beside this. */
  children?: ReactNode;
};

/** What governs all figures of a screen: period, comparison and audience, kept in the address. Where room is short, all but the period opens on request. */
export function StatsBar({ table, hiddenBots, timeZone, usual = '30', compared, children }: Props) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const room = useScrollRoom();
  const isCustom = usePeriod(timeZone, usual).name === 'custom';
  const hasAudience = 'utm_source' in table.filters;
  const utmValues = useQuery({ ...statsQueries.utmValues(), enabled: hasAudience });
  const utm = utmValues.data;
  const set = Object.entries(table.filters).filter(([name, value]) => value !== '' && !DAYS.has(name)).length;
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
    const first = currentTarget
      .closest('section')
      ?.querySelector<HTMLElement>('input:not([aria-hidden]), [role="combobox"]');
    table.clear();
    first?.focus();
  };
  const rest = (
    <>
      {isCustom && (
        <Suspense>
          <PeriodDays timeZone={timeZone} />
        </Suspense>
      )}
      {compared &&
        filter(
          'compare',
          'Compare with',
          { none: [BEFORE, WEEKDAYS, YEAR], previous: [WEEKDAYS, YEAR, NOTHING], always: [WEEKDAYS, YEAR] }[compared],
          (compared === 'none' ? NOTHING : BEFORE).label,
        )}
      {'time_basis' in table.filters && may('read:money') && filter('time_basis', 'Time of', [CLICK], 'Conversion')}
      {hasAudience && (
        <>
          {filter('utm_source', 'utm_source', choices(utm?.utm_source))}
          {filter('utm_term', 'utm_term', choices(utm?.utm_term))}
          {filter('device', 'Device', DEVICES)}
        </>
      )}
      {children}
      {table.isFiltered && <Button onClick={handleClear}>Clear</Button>}
      {hiddenBots !== undefined && <Chip variant="outlined" label={`Bots hidden: ${formatCount(hiddenBots)}`} />}
      {timeZone && <Chip variant="outlined" label={`Days in ${timeZone}`} />}
    </>
  );
  return (
    <Box component="section" aria-label="Period and filters" data-print="none" ref={room} sx={bar}>
      <Box sx={{ ...row, ...(isNarrow && { flexWrap: 'nowrap' }) }}>
        <PeriodFilter timeZone={timeZone} usual={usual} onCustom={() => setIsOpen(true)} />
        {isNarrow ? (
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiFilterVariant} />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            sx={{ flex: '0 0 auto' }}
          >
            {set > 0 ? `Filters (${set})` : 'Filters'}
          </Button>
        ) : (
          rest
        )}
      </Box>
      {isNarrow && (
        <Box id={id} hidden={!isOpen} sx={{ mt: 1.5, pt: 1, maxHeight: '60vh', overflowY: 'auto' }}>
          {isOpen && <Box sx={row}>{rest}</Box>}
        </Box>
      )}
      <FailedParts queries={[utmValues]} />
    </Box>
  );
}
