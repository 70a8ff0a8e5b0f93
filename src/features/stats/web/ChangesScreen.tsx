import { Suspense } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { TableFilter } from '../../../platform/web/ui/filters/TableFilter.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { useTableState, type TableState } from '../../../platform/web/ui/table/use-table-state.ts';
import type { Dimension } from '../../reports/dimensions-contract.ts';
import { titleOf } from '../../reports/metrics.ts';
import type { Changes } from '../changes/contract.ts';
import { CHANGE_FIGURES } from '../changes/figures.ts';
import { StatsBar } from './bar/StatsBar.tsx';
import { DRILL_FILTERS, filtersSet, withoutFilter } from './builder/report-state.ts';
import { ChangeCard } from './changes/ChangeCard.tsx';
import { changesQuery } from './changes/changes-client.ts';
import { changeText, chanceText, wholeText } from './changes/change-words.ts';
import { toReport } from './parts/drill.ts';
import { daysText } from './parts/print-words.ts';
import { STATS_FILTERS } from './parts/stats-filters.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { Unconverted } from './parts/Unconverted.tsx';

const NarrowChips = lazyPart(async () => ({ default: (await import('./builder/NarrowChips.tsx')).NarrowChips }));

const { day: _day, ...INSIDE } = DRILL_FILTERS;
const FILTERS = { ...STATS_FILTERS, ...INSIDE, figure: '' };
const [USUAL, ...OTHERS] = CHANGE_FIGURES;
const FIGURES = OTHERS.map((value) => ({ value, label: titleOf(value) }));

/** What a change comes from: cut by cut the lines that moved most, and inside each of them again. */
export function ChangesScreen() {
  const table = useTableState<string>({ sortBy: '', order: 'desc', filters: FILTERS });
  const [params] = useSearchParams();
  const found = useQuery(changesQuery(table.filters));
  const { data } = found;
  const narrowed = filtersSet(params);
  return (
    <>
      <PageHeader
        title="What Changed"
        purpose="Where more or less of a figure comes from: cut by cut the lines that moved most. A line leads to what moved inside it."
        action={<StatsCsv screen="changes" query={table.filters} />}
      />
      <StatsBar table={table} hiddenBots={undefined} timeZone={data?.tz} usual="yesterday" compared="always">
        <TableFilter table={table} name="figure" label="Figure" all={titleOf(USUAL)} options={FIGURES} />
      </StatsBar>
      {narrowed.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
          <Suspense>
            <NarrowChips chips={narrowed} onDelete={(key) => table.setFilter(...withoutFilter(key, params))} />
          </Suspense>
        </Box>
      )}
      <Unconverted amounts={data?.unconverted} />
      {found.isLoadingError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Found data={data} table={table} params={params} />
      )}
    </>
  );
}

type Props = { data: Changes | undefined; table: TableState; params: URLSearchParams };

function Found({ data, table, params }: Props) {
  if (!data) return <Skeleton variant="rounded" height={320} aria-label="Loading" />;
  if (data.totals.now === null && data.totals.before === null)
    return (
      <EmptyState
        text="Nobody said what was paid in these days, so no profit and no cost is known."
        action={
          <Button variant="outlined" onClick={() => table.setFilter('figure', 'revenue_expected')}>
            Look at revenue
          </Button>
        }
      />
    );
  const most = Math.max(...data.data.map(({ change }) => Math.abs(Number(change))));
  return (
    <>
      <Summary data={data} />
      {data.cuts.length === 0 && (
        <EmptyState text="In each cut there is one line at most, which is the whole. Choose other days or another figure." />
      )}
      <Box sx={{ columnCount: { xs: 1, md: 2, xl: 3 }, columnGap: 2 }}>
        {data.cuts.map((cut) => (
          <ChangeCard
            key={cut.dimension}
            cut={cut}
            lines={data.data.filter(({ dimension }) => dimension === cut.dimension)}
            figure={data.figure}
            currency={data.currency}
            most={most}
            params={params}
            to={reportOf(data, cut.dimension as Dimension, table.filters)}
          />
        ))}
      </Box>
    </>
  );
}

/** The whole, what most of it is, and whether chance makes as much. */
function Summary({ data }: { data: Changes }) {
  const chance = chanceText(data);
  const first = data.stands_out;
  return (
    <Box component="section" aria-label="Summary" sx={{ mb: 3 }}>
      <Typography component="h2" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
        {wholeText(data)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {daysText(data.range, data.tz)} against {daysText(data.compared, data.tz)}
      </Typography>
      {first && Number(data.totals.change) !== 0 && (
        <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          What stands out most: {first.cut} <strong>{first.label}</strong>,{' '}
          {changeText(data.figure, first.change, data.currency)}.
        </Typography>
      )}
      {chance !== undefined && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {chance}
        </Alert>
      )}
    </Box>
  );
}

/** The cut as a report of the same days, held against the same ones, by the figure. */
function reportOf(data: Changes, dimension: Dimension, filters: Record<string, string>): string {
  const { figure: _figure, days: _days, ...kept } = filters;
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: data.tz });
  return toReport(
    {},
    {
      ...kept,
      compare: filters['compare'] || 'previous',
      date_from: day.format(new Date(data.range.from)),
      date_to: day.format(Date.parse(data.range.to) - 1),
      sortBy: data.figure,
      order: Number(data.totals.change) < 0 ? 'asc' : 'desc',
    },
    [dimension],
    [...new Set([data.figure, 'visits', 'clicks', 'conversions', 'revenue_expected', 'cost', 'profit'] as const)],
  );
}
