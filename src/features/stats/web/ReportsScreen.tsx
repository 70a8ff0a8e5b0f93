import { Suspense, useState } from 'react';
import { mdiCashMultiple } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { FilterFind } from '../../../platform/web/ui/filters/FilterFind.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { type TableState, useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { cutOf, isTime, type Dimension } from '../../reports/dimensions-contract.ts';
import { figureOf, type FigureName } from '../../reports/metrics.ts';
import type { ReportReply } from '../report-contract.ts';
import { askIn, dimensionsIn, figuresIn } from '../report-address.ts';
import { statsQueries } from './client.ts';
import { WhyButton } from './why/WhyButton.tsx';
import { whyQuery } from './why/why-query.ts';
import { StatsCsv } from './parts/StatsCsv.tsx';
import { PrintButton } from './parts/PrintButton.tsx';
import { PrintHead } from './parts/PrintHead.tsx';
import { cutWords, stepWords } from './builder/trail.ts';
import { reportColumns, type ReportRow } from './builder/report-columns.tsx';
import {
  conversionsOf,
  crumbsOf,
  DRILL_FILTERS,
  filtersSet,
  insideOf,
  isByWeek,
  trailOf,
  withoutFilter,
} from './builder/report-state.ts';
import { useDimensionChoices } from './builder/use-dimension-choices.ts';
import { Costless } from './builder/Costless.tsx';
import { Several } from './builder/Several.tsx';
import { Unconverted } from './parts/Unconverted.tsx';
import { StatsBar } from './bar/StatsBar.tsx';
import { daysIn, STATS_FILTERS } from './parts/stats-filters.ts';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';

/** So that what lies below stays where it is when the chart comes. */
const COURSE_HEIGHT = 415;

const NarrowChips = lazyPart(async () => ({ default: (await import('./builder/NarrowChips.tsx')).NarrowChips }));
const SavedViews = lazyPart(async () => ({ default: (await import('./views/SavedViews.tsx')).SavedViews }));

const ReportCourse = lazyPart(async () => ({ default: (await import('./builder/ReportCourse.tsx')).ReportCourse }));
const ReportTrail = lazyPart(async () => ({ default: (await import('./builder/ReportTrail.tsx')).ReportTrail }));
const CompareBar = lazyPart(async () => ({ default: (await import('./parts/CompareBar.tsx')).CompareBar<ReportRow> }));
const ReportCompareDialog = lazyPart(async () => ({
  default: (await import('./builder/ReportCompareDialog.tsx')).ReportCompareDialog,
}));
const ReportBars = lazyPart(async () => ({ default: (await import('./builder/ReportBars.tsx')).ReportBars }));

const ReportWhen = lazyPart(async () => ({ default: (await import('./heat/ReportWhen.tsx')).ReportWhen }));

const ReportColumns = lazyPart(async () => ({ default: (await import('./columns/ReportColumns.tsx')).ReportColumns }));
const MissingColumns = lazyPart(async () => ({
  default: (await import('./columns/MissingColumns.tsx')).MissingColumns,
}));

const FILTERS: Record<string, string> = { ...STATS_FILTERS, ...DRILL_FILTERS };
const LEVELS = ['Group by', 'Then by', 'And by'];

/** The order that the server chose where none was asked for: by time the oldest first, by figures the greatest. */
const sortShown = ({ sorted_by: sortBy, dimensions }: ReportReply) => ({
  sortBy,
  order: sortBy === dimensions[0] ? ('asc' as const) : ('desc' as const),
});

/** Any question to the numbers: what to cut them by, which figures, which days, held against which. */
export function ReportsScreen() {
  const [params, setParams] = useSearchParams();
  const dimensions = dimensionsIn(params);
  const figures = figuresIn(params);
  const steps = trailOf(params);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [pair, setPair] = useState<readonly [ReportRow, ReportRow]>();
  const table = useTableState<string>({
    sortBy: '',
    order: 'desc',
    itemsPerPage: 25,
    filters: FILTERS,
  });
  const ask = askIn(params);
  const report = useQuery(statsQueries.report({ ...ask, page: table.page, limit: table.itemsPerPage }));
  const { data } = report;
  const rows = data && { ...data, data: data.data.map((line) => ({ ...line, id: JSON.stringify(line.dims) })) };
  const write = (key: string, value: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      // without dimensions there are totals only; without figures the usual ones
      if (value === '' && key === 'metrics') next.delete(key);
      else next.set(key, value);
      next.delete('page');
      return next;
    });

  return (
    <>
      <PageHeader
        title="Reports"
        purpose="Ask the numbers anything: cut them by up to three things, go into a line, keep the question as a view."
        action={
          <>
            <Suspense>
              <SavedViews />
            </Suspense>
            <PrintButton table={table} isReady={!report.isFetching} />
            <WhyButton label="Totals of money" figure="all" query={whyQuery(table.filters)} />
            <StatsCsv screen="report" query={ask} />
          </>
        }
      />
      <Bar table={table} reply={data} params={params} onWrite={write} />
      <Suspense>
        {steps.length > 0 && (
          <ReportTrail
            crumbs={crumbsOf(params)}
            here={`${stepWords(steps.at(-1)!)} by ${cutWords(dimensions.join(','))}`}
          />
        )}
      </Suspense>
      <PrintHead stats={data} filters={table.filters} />
      <Charts report={report} filters={table.filters} dimensions={dimensions} figures={figures} />
      {isByWeek(dimensions) && (
        <Suspense>
          <ReportWhen filters={table.filters} figures={figures} />
        </Suspense>
      )}
      <Unconverted amounts={data?.unconverted} />
      {data?.costless_by && <Costless by={data.costless_by} />}
      <Suspense>{data && data.own_missing.length > 0 && <MissingColumns count={data.own_missing.length} />}</Suspense>
      {data?.several_by && <Several by={data.several_by} />}
      <DataTable
        label="Report"
        hasOwnChoice
        query={{ ...report, data: rows }}
        table={{ ...table, ...(data && !ask['sortBy'] && sortShown(data)) }}
        columns={reportColumns(data, data?.metrics ?? figures, (row) => {
          const inside = insideOf(row, params);
          return inside && `?${inside.toString()}`;
        })}
        selection={{
          isReading: true,
          selected: ticked,
          onChange: (ids) => setTicked(ids as ReadonlySet<string>),
          nameOf: lineName,
          bar: (two) => (
            <Suspense>
              <CompareBar rows={two} nameOf={lineName} onCompare={setPair} onClear={() => setTicked(new Set())} />
            </Suspense>
          ),
        }}
        actions={[
          {
            label: 'Conversions of this line',
            icon: mdiCashMultiple,
            isShown: (row) => conversionsOf(row, params) !== undefined,
            to: (row) => conversionsOf(row, params) ?? '',
          },
        ]}
        empty={
          <EmptyState
            text="Nothing happened in this period. Choose another one, or send readers to a guide."
            action={
              <Button component={Link} to="/admin/tracking-links">
                Tracking Links
              </Button>
            }
          />
        }
      />
      <Suspense>
        {pair && data && (
          <ReportCompareDialog
            pair={pair}
            nameOf={lineName}
            figures={data.metrics}
            own={data.own}
            currency={data.currency}
            onClose={() => setPair(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** What a line is called: the words that it is cut by. */
const lineName = ({ dims }: Pick<ReportRow, 'dims'>): string =>
  Object.values(dims)
    .flatMap((cell) => cell?.label ?? [])
    .join(', ') || 'Totals';

type ChartsProps = {
  report: UseQueryResult<ReportReply>;
  filters: Record<string, string>;
  dimensions: readonly Dimension[];
  figures: readonly FigureName[];
};

/** Counts by day, whatever the table is cut by, and its lines as bars where they are no days. */
function Charts({ report, filters, dimensions, figures }: ChartsProps) {
  const charted = figures.filter((name) => figureOf(name).kind === 'count').slice(0, 4);
  const course = useQuery({
    ...statsQueries.report({
      ...filters,
      dimensions: 'day',
      metrics: charted.join(','),
      limit: 1000,
    }),
    enabled: charted.length > 0,
  });
  const { data } = report;
  const hasBars = dimensions.length > 0 && !isByWeek(dimensions) && !dimensions.some(isTime) && data?.data.length !== 0;
  const barred = figures.toSorted((a, b) => Number(b === data?.sorted_by) - Number(a === data?.sorted_by));
  return (
    <Box
      sx={{ display: 'grid', columnGap: 3, gridTemplateColumns: hasBars ? { lg: 'repeat(2, minmax(0, 1fr))' } : '' }}
    >
      <FailedParts queries={[course]} />
      {charted.length > 0 && !course.isLoadingError && (
        <Suspense fallback={<Box sx={{ height: COURSE_HEIGHT }} />}>
          <ReportCourse
            reply={course.data}
            figures={charted}
            compare={filters['compare'] ?? ''}
            changes={daysIn(filters)}
          />
        </Suspense>
      )}
      {hasBars && !report.isLoadingError && (
        <Suspense>
          <ReportBars reply={data} figures={barred} />
        </Suspense>
      )}
    </Box>
  );
}

type BarProps = {
  table: TableState<string>;
  reply: ReportReply | undefined;
  /** Of the address, in which the whole question stands. */
  params: URLSearchParams;
  onWrite: (key: string, value: string) => void;
};

function Bar({ table, reply, params, onWrite }: BarProps) {
  const dimensions = dimensionsIn(params);
  const figures = figuresIn(params);
  const { choices, asked } = useDimensionChoices();
  const offered = (level: number) => [
    ...choices.filter(({ value }) => dimensions[level] === value || !dimensions.includes(value as Dimension)),
    // an address may name what no source sends any more
    ...dimensions
      .slice(level, level + 1)
      .filter((one) => !choices.some(({ value }) => value === one))
      .map((one) => ({ value: one, label: cutOf(one).label })),
  ];
  const setLevel = (level: number, value: string) =>
    onWrite(
      'dimensions',
      [...new Set(dimensions.toSpliced(level, 1, value as (typeof dimensions)[number]))].filter(Boolean).join(','),
    );
  return (
    <StatsBar table={table} hiddenBots={reply?.bots_hidden} timeZone={reply?.tz} compared="none">
      <FailedParts queries={asked} />
      {LEVELS.slice(0, Math.min(3, dimensions.length + 1)).map((label, level) => (
        <FilterFind
          key={label}
          label={label}
          none="No dimension has such a name."
          all={level === 0 ? 'Totals only' : 'Nothing'}
          value={dimensions[level] ?? ''}
          options={offered(level)}
          onChange={(value) => setLevel(level, value)}
        />
      ))}
      <Suspense>
        <ReportColumns figures={figures} />
      </Suspense>
      <Suspense>
        {filtersSet(params).length > 0 && (
          <NarrowChips chips={filtersSet(params)} onDelete={(key) => table.setFilter(...withoutFilter(key, params))} />
        )}
      </Suspense>
    </StatsBar>
  );
}
